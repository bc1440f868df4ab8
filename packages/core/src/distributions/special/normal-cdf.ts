import { scaledErfc } from "./erfc.ts";

/** Φ(z): the chance that a standard normal variate is at most z; relatively exact in the lower tail. */
export function normalCdf(z: number): number {
  if (z > 0) return 1 - normalCdf(-z);
  return expMinusHalfSquare(z) * scaledNormalCdf(z);
}

/** Φ(z)·e^(z²/2) for z ≤ 0. */
export function scaledNormalCdf(z: number): number {
  return 0.5 * scaledErfc(-z * Math.SQRT1_2);
}

/** e^(−z²/2), the square split as in erfc.ts. */
export function expMinusHalfSquare(z: number): number {
  const coarse = Math.fround(z);
  if (!(Math.abs(coarse) < 1e3)) return Number.isNaN(z) ? NaN : 0;
  return Math.exp(-0.5 * coarse * coarse) * Math.exp(0.5 * (coarse - z) * (coarse + z));
}

/**
 * The z with Φ(z) = p, for 0 < p < 1. A rational start good to 4.5·10⁻⁴ (Abramowitz and Stegun 26.2.23),
 * then Halley's method, each step of which triples the digits.
 */
export function normalQuantile(p: number): number {
  if (p > 0.5) return -normalQuantile(1 - p);
  const t = Math.sqrt(-2 * Math.log(p));
  let z =
    (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t;
  if (z > 0) z = 0;
  for (let i = 0; i < 3; i++) {
    // (Φ(z) − p)/φ(z), with φ(z) = e^(−z²/2)/√(2π)
    const step = Math.sqrt(2 * Math.PI) * (scaledNormalCdf(z) - p / expMinusHalfSquare(z));
    z -= step / (1 + 0.5 * z * step);
    if (z > 0) z = 0;
  }
  return z;
}
