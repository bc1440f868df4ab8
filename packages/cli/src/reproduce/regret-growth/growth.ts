import { fitLine } from "../claims/fit-line.ts";
import type { Interval } from "../claims/interval.ts";
import { dot, meanOf } from "../claims/sums.ts";

/** Three laws of growth, each fitted by least squares, with the root mean square of what they leave. */
export interface GrowthFits {
  /** a + b·log τ. */
  readonly logarithm: { readonly start: number; readonly slope: number; readonly error: number };
  /** a·√(τ·log τ). */
  readonly root: { readonly scale: number; readonly error: number };
  /** a·τ^c, on logarithmic scales. */
  readonly power: { readonly scale: number; readonly exponent: number; readonly error: number };
}

/** How a regret grows along times that end in two whole decades. Errors are shares of the mean regret. */
export function fitGrowth(times: readonly number[], regret: readonly number[]): GrowthFits {
  const logs = times.map(Math.log);
  const mean = meanOf(regret);
  const errorOf = (fit: (place: number) => number) =>
    mean > 0
      ? Math.sqrt(regret.reduce((sum, value, i) => sum + (value - fit(i)) ** 2, 0) / regret.length) / mean
      : 0;
  const line = fitLine(logs, regret);
  const roots = times.map((time) => Math.sqrt(time * Math.log(time)));
  const scale = dot(roots, regret) / dot(roots, roots);
  const steep = fitLine(
    logs,
    regret.map((value) => Math.log(Math.max(value, Number.MIN_VALUE))),
  );
  const power = (time: number) => Math.exp(steep.start) * time ** steep.slope;
  return {
    logarithm: { ...line, error: errorOf((i) => line.start + line.slope * logs[i]) },
    root: { scale, error: errorOf((i) => scale * roots[i]) },
    power: {
      scale: Math.exp(steep.start),
      exponent: steep.slope,
      error: errorOf((i) => power(times[i])),
    },
  };
}

/**
 * What the last decade added, as a multiple of what the decade before added: 1 for a logarithm, at least
 * 3.16 for √(τ·log τ), 10 for a straight line. Nothing added counts as no growth at all.
 */
export function lastDecadeRatio(times: readonly number[], regret: readonly number[]): number {
  const last = times[times.length - 1];
  const at = (time: number) => regret[nearest(times, time)];
  const before = at(last / 10) - at(last / 100);
  const added = at(last) - at(last / 10);
  if (!(added > 0)) return 0;
  return added / Math.max(before, added * 1e-3);
}

/** The part of a path that ends in its last two decades. */
export function lastTwoDecades<Value>(times: readonly number[], values: readonly Value[]): Value[] {
  return values.slice(nearest(times, times[times.length - 1] / 100));
}

/**
 * Is it a logarithm, by two witnesses: the last decade added less than twice what the one before did, and
 * of the laws of growth the logarithm leaves less over the last two decades than the root and the power?
 * A saturated regret, which adds next to nothing any more, is below every logarithm and passes.
 */
export function growsLikeLogarithm(ratio: Interval, fits: GrowthFits): boolean {
  if (!(ratio.high < 2)) return false;
  const { logarithm, root, power } = fits;
  return ratio.high < 1 || (logarithm.error <= root.error && logarithm.error <= power.error);
}

function nearest(times: readonly number[], time: number): number {
  let best = 0;
  times.forEach((candidate, place) => {
    if (Math.abs(Math.log(candidate / time)) < Math.abs(Math.log(times[best] / time))) best = place;
  });
  return best;
}
