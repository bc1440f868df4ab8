import { countUpTo, luby } from "@mulligan/core/problem";

/** No attempt after the chance to get so far has fallen below this adds a digit. */
const NEGLIGIBLE = 1e-9;
const MAX_ATTEMPTS = 1 << 16;

/**
 * Solved per flip by Luby's sequence that begins anew after each success, trials drawn from `times`:
 * 1/E[T], E[T] = Σ_a E[min(X, c_a)]·Π_{b<a} P(X > c_b), c_a = base × luby(a).
 */
export function lubyRate(times: Float64Array, base: number): number {
  const sorted = times.slice().sort();
  const total = new Float64Array(sorted.length + 1);
  sorted.forEach((time, i) => {
    total[i + 1] = total[i] + (time < Infinity ? time : 0);
  });
  const known = new Map<number, { spent: number; survival: number }>();
  const at = (cutoff: number) => {
    let value = known.get(cutoff);
    if (value === undefined) {
      const done = countUpTo(sorted, cutoff);
      const left = sorted.length - done;
      value = { spent: (total[done] + left * cutoff) / sorted.length, survival: left / sorted.length };
      known.set(cutoff, value);
    }
    return value;
  };
  let [time, reach] = [0, 1];
  for (let attempt = 1; reach > NEGLIGIBLE && attempt < MAX_ATTEMPTS; attempt++) {
    const { spent, survival } = at(base * luby(attempt));
    time += reach * spent;
    reach *= survival;
  }
  return (1 - reach) / time;
}
