import type { LoggedRun, Sample } from "./sample.ts";

/** Laws with a few times, such as 1 and 4, are no rounding. */
const FEWEST_TIMES = 5;
/** A step below this share of the median moves no rate by more than a few percent. */
const SHARE_OF_MEDIAN = 0.03;
/** Times are sums and products of decimal fractions. */
const ROUNDING = 1e-9;

/**
 * Returns the step of the clock by which the times were measured, if it matters: the largest number of which all times are
 * multiples. 0 if there is none, or if it is small against the times.
 */
export function clockStep({ times, size }: Sample): number {
  const least = SHARE_OF_MEDIAN * times[size >> 1];
  let [step, distinct, last] = [0, 0, 0];
  for (const time of times) {
    if (time === last) continue;
    last = time;
    distinct += 1;
    step = commonStep(step, time);
    if (!(step > least)) return 0;
  }
  return distinct >= FEWEST_TIMES ? step : 0;
}

/** Euclid's algorithm, up to rounding. */
function commonStep(a: number, b: number): number {
  let [step, rest] = [a, b];
  while (step > ROUNDING * b) {
    const next = rest - step * Math.round(rest / step);
    [step, rest] = [Math.abs(next), step];
  }
  return rest;
}

/** The same runs, each this much longer; none takes less than nearly no time. */
export function shiftedBy(runs: readonly LoggedRun[], by: number): LoggedRun[] {
  return runs.map((run) => ({ ...run, time: Math.max(run.time + by, Math.abs(by) / 1000) }));
}
