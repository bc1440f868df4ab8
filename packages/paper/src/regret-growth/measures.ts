import { bernsteinRadius, bestCutoff, type KnownArm, medianRadius } from "@mulligan/core/theory";
import {
  actionTable,
  checkSmoothPeak,
  type RegretBound,
  rateRadius,
  ucbRbRegret,
  ucbRcRegret,
  ucbRmRegret,
} from "../bounds/index.ts";
import {
  dot,
  fitLine,
  type Interval,
  jackknife,
  jackknifeOfMeans,
  mapInterval,
  meanOf,
} from "../claims/statistics.ts";
import { armOf } from "../studies/arms.ts";
import { meanPath, type RegretPath } from "../studies/regret-path.ts";
import {
  ALPHA,
  type ContinuousRuns,
  continuum,
  PLAYED_BETA,
  WATCHED_PER_DECADE,
  type WatchedRuns,
} from "./study.ts";

/** The growth of one policy's regret on one problem. */
export interface Growth {
  readonly name: string;
  /** The increase in the last decade over the increase in the decade before. */
  readonly ratio: Interval;
  readonly fits: GrowthFits;
  /** The last time. */
  readonly last: number;
  /** The time from which the radii distinguish every cutoff from the best. */
  readonly settles: number;
}

export function growthOf({ name, set, kind, paths }: WatchedRuns): Growth {
  const { times } = set;
  return {
    name,
    ratio: jackknife(paths, (runs) => lastDecadeRatio(times, meanPath(runs))),
    fits: lastFits(times, meanPath(paths)),
    last: times[times.length - 1],
    settles: settlingTime(armOf(set.problem), set.cutoffs, kind),
  };
}

export function lastFits(times: readonly number[], regret: readonly number[]): GrowthFits {
  return fitGrowth(lastTwoDecades(times, times), lastTwoDecades(times, regret));
}

/** Both coefficients of a regret bound, at the β that was played. */
export interface Bound {
  readonly policy: string;
  readonly separate: number;
  readonly shared: number;
  /** Measured over log τ at the last time. */
  readonly measured: Interval;
  /** The bound with the β where it is least. */
  readonly least: number;
  /** r*·τ/log τ: the largest possible regret, so that a bound above it says nothing. */
  readonly worst: number;
}

/** The bound on runs that were played with this β; `paths` if those are not the runs' own. */
export function boundOf(
  policy: string,
  { set, kind, paths: watched }: WatchedRuns,
  beta: number,
  paths: readonly RegretPath[] = watched,
): Bound {
  const arm = armOf(set.problem);
  const last = set.times[set.times.length - 1];
  return {
    policy,
    ...coefficients(boundAt({ set, kind }, beta)),
    measured: jackknife(paths, (runs) => meanPath(runs).at(-1)! / Math.log(last)),
    least: boundAt({ set, kind }).coefficient,
    worst: (bestCutoff(arm, { among: set.cutoffs }).rate * last) / Math.log(last),
  };
}

/** thm:ucb-rb or thm:ucb-rm on the cutoffs of these runs; without β, at the β where the bound is least. */
export function boundAt({ set, kind }: Pick<WatchedRuns, "set" | "kind">, beta?: number): RegretBound {
  const bound = kind === "mean" ? ucbRbRegret : ucbRmRegret;
  return bound([armOf(set.problem)], set.cutoffs, { alpha: ALPHA, ...(beta === undefined ? {} : { beta }) });
}

function coefficients({ arms }: RegretBound): Pick<Bound, "separate" | "shared"> {
  return { separate: 3 * ALPHA * arms[0].separate, shared: 3 * ALPHA * arms[0].shared };
}

/** Trials below or above the best cutoff: before the last decade, and in it. */
export function pullsIn({ paths }: WatchedRuns, side: "below" | "above") {
  const before = (path: readonly number[]) => path[path.length - 1 - WATCHED_PER_DECADE];
  return {
    before: before(meanPath(paths, side)),
    lastDecade: jackknife(paths, (runs) => {
      const path = meanPath(runs, side);
      return path[path.length - 1] - before(path);
    }),
  };
}

/** The increase in the last decade of the trials above the best cutoff, over the increase in the decade before. */
export function pullsRatio({ set, paths }: WatchedRuns): Interval {
  return jackknife(paths, (runs) => lastDecadeRatio(set.times, meanPath(runs, "above")));
}

/** The regret of one policy over that of another on the same trials; by its logarithm, since a ratio is skewed. */
export function ratioAtEnd(paths: readonly RegretPath[], others: readonly RegretPath[]): Interval {
  const runs = paths.map(({ regret }, run) => {
    const last = regret.length - 1;
    return [regret[last], others[run].regret[last]] as const;
  });
  const total = (chosen: readonly (readonly [number, number])[], side: 0 | 1) =>
    chosen.reduce((sum, run) => sum + run[side], 1e-9);
  const logarithm = jackknife(runs, (chosen) => Math.log(total(chosen, 0) / total(chosen, 1)));
  return mapInterval(logarithm, Math.exp);
}

/** √(τ·log τ), with log 2 for shorter horizons. */
export function rootGrowth(time: number): number {
  return Math.sqrt(time * Math.log(Math.max(time, 2)));
}

/** The exponent of τ in regret/√(τ·log τ) over the last two decades; runs with the same number go together. */
export function rootExponent(
  horizons: readonly number[],
  paths: readonly (readonly RegretPath[])[],
): Interval {
  const times = lastTwoDecades(horizons, horizons);
  const regrets = lastTwoDecades(horizons, paths).map((set) => set.map(({ regret }) => regret[0]));
  return jackknifeOfMeans(regrets, (means) => {
    const shares = means.map((mean, place) => Math.max(mean, 1e-9) / rootGrowth(times[place]));
    return fitGrowth(
      times.map((time) => Math.max(time, 1.5)),
      shares,
    ).power.exponent;
  });
}

/** Joins runs to one horizon each, run by run, as if each run had been observed at all horizons. */
export function acrossHorizons({ paths }: ContinuousRuns): RegretPath[] {
  return paths[0].map((_, run) => {
    const at = (measure: keyof RegretPath) => paths.map((set) => set[run][measure][0]);
    return { regret: at("regret"), below: at("below"), above: at("above") };
  });
}

/** Mean regret at each horizon. */
export function meanAcross({ paths }: ContinuousRuns): number[] {
  return paths.map((set) => meanPath(set)[0]);
}

/** thm:ucb-rc at a horizon; its coefficient counts time in units of t_min (docs/errata.md#e14). */
export function continuousBound(horizon: number): number {
  const arm = armOf(continuum.problem);
  const { smooth } = checkSmoothPeak(arm, continuum.cutoffs);
  const { coefficient } = ucbRcRegret(arm, continuum.cutoffs, smooth, { alpha: ALPHA });
  const units = horizon / continuum.cutoffs.low;
  return coefficient * Math.sqrt(units * Math.log(units));
}

/** Three laws of growth, each fitted by least squares, with their root mean square errors. */
export interface GrowthFits {
  /** a + b·log τ. */
  readonly logarithm: { readonly start: number; readonly slope: number; readonly error: number };
  /** a·√(τ·log τ). */
  readonly root: { readonly scale: number; readonly error: number };
  /** a·τ^c, on logarithmic scales. */
  readonly power: { readonly exponent: number; readonly error: number };
}

/** Fits a regret along times that end in two whole decades. Errors are shares of the mean regret. */
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
    power: { exponent: steep.slope, error: errorOf((i) => power(times[i])) },
  };
}

/**
 * Returns the regret of the last decade divided by that of the decade before: 1 for a logarithm, at least
 * 3.16 for √(τ·log τ), 10 for a straight line, 0 if nothing was added.
 */
export function lastDecadeRatio(times: readonly number[], regret: readonly number[]): number {
  const last = times[times.length - 1];
  const at = (time: number) => regret[nearest(times, time)];
  const before = at(last / 10) - at(last / 100);
  const added = at(last) - at(last / 10);
  if (!(added > 0)) return 0;
  return added / Math.max(before, added * 1e-3);
}

/** The last two decades of a path. */
export function lastTwoDecades<Value>(times: readonly number[], values: readonly Value[]): Value[] {
  return values.slice(nearest(times, times[times.length - 1] / 100));
}

/**
 * Tests for a logarithm in two ways: the last decade added less than twice what the one before did, and over the last
 * two decades the logarithm fits better than the root and the power. A regret that hardly grows any more passes.
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

/**
 * The time after which the index of every cutoff longer than t* lies below r*, by its own radius with the
 * true moments in it: only from then on can the regret grow like log τ. T solves radius(T) = Δ with
 * log n taken at T itself, and costs T·E[U]; the longest of them is the answer.
 */
function settlingTime(arm: KnownArm, cutoffs: readonly number[], kind: WatchedRuns["kind"]): number {
  const { actions } = actionTable([arm], cutoffs);
  const best = actions.find(({ gap }) => gap === 0)!;
  const longer = actions.filter((action) => action.cutoff > best.cutoff);
  return Math.max(
    0,
    ...longer.map(({ cutoff, gap, rate, time, reward }) => {
      const radius = (trials: number) => {
        const logTerm = ALPHA * Math.log(trials);
        const of = (variance: number, range: number) =>
          kind === "mean"
            ? bernsteinRadius(trials, variance, range, logTerm)
            : medianRadius(trials, variance, logTerm);
        const range = cutoff + arm.resetting.mean(cutoff);
        return rateRadius(rate, time.mean, of(reward.variance, 1), of(time.variance, range), PLAYED_BETA);
      };
      let [low, high] = [2, 4];
      while (radius(high) > gap) high *= 2;
      while (high / low > 1.001) {
        const middle = Math.sqrt(low * high);
        if (radius(middle) > gap) low = middle;
        else high = middle;
      }
      return high * time.mean;
    }),
  );
}
