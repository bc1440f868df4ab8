/** A maximum of a function of one variable: where, and how high. */
export interface Peak {
  readonly at: number;
  readonly value: number;
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;
const STEPS = 56;

/** Golden section: the maximum of a function with one peak in [low, high], to √ε of the interval. */
export function goldenSection(f: (x: number) => number, low: number, high: number): Peak {
  let a = low;
  let b = high;
  let left = b - GOLDEN * (b - a);
  let right = a + GOLDEN * (b - a);
  let [fLeft, fRight] = [f(left), f(right)];
  for (let i = 0; i < STEPS; i++) {
    if (fLeft < fRight) {
      [a, left, fLeft] = [left, right, fRight];
      right = a + GOLDEN * (b - a);
      fRight = f(right);
    } else {
      [b, right, fRight] = [right, left, fLeft];
      left = b - GOLDEN * (b - a);
      fLeft = f(left);
    }
  }
  return fLeft < fRight ? { at: right, value: fRight } : { at: left, value: fLeft };
}

/**
 * Values alone know a peak to √ε; the root of the derivative is known to nearly ε. A five-point
 * difference, bisected around the peak. The function must be smooth within three `step`s of it.
 */
export function polish(f: (x: number) => number, peak: Peak, step: number): Peak {
  const slope = (x: number) => 8 * (f(x + step) - f(x - step)) - (f(x + 2 * step) - f(x - 2 * step));
  let low = peak.at - step;
  let high = peak.at + step;
  if (!(slope(low) > 0 && slope(high) < 0)) return peak;
  for (let i = 0; i < 48; i++) {
    const middle = (low + high) / 2;
    if (slope(middle) > 0) low = middle;
    else high = middle;
  }
  const at = (low + high) / 2;
  const value = f(at);
  return value >= peak.value * (1 - 1e-12) ? { at, value } : peak;
}
