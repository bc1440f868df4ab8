import {
  betaOfFactor,
  betaOfLeastPenalty,
  checkSmoothPeak,
  type RegretBound,
  ucbRcRegret,
} from "@mulligan/core/theory";
import { fitGrowth, type GrowthFits, lastDecadeRatio, lastTwoDecades } from "../claims/growth.ts";
import type { Interval } from "../claims/interval.ts";
import { jackknife } from "../claims/jackknife.ts";
import { armOf } from "../studies/problem.ts";
import type { RegretPath } from "../studies/regret-path.ts";
import { meanPath, type RegretRuns } from "../studies/regret-runs.ts";
import type { Bound, Growth } from "./claims.ts";
import { continuum } from "./problems.ts";
import { settlingTime } from "./settling-time.ts";

/** As in the paper's experiments. */
export const ALPHA = 2.01;
export const FACTOR = 1.01;
export const PLAYED_BETA = betaOfFactor(FACTOR);
export const LEAST_BETA = betaOfLeastPenalty();

/** One problem for the sentences and the figure. */
export interface Watched {
  readonly name: string;
  readonly set: RegretRuns & { readonly cutoffs: readonly number[] };
  readonly kind: "mean" | "median";
}

export function growthOf({ name, set, kind }: Watched, paths: readonly RegretPath[]): Growth {
  const { times } = set;
  return {
    name,
    ratio: jackknife(paths, (runs) => lastDecadeRatio(times, meanPath(runs))),
    fits: lastFits(times, meanPath(paths)),
    last: times[times.length - 1],
    settles: settlingTime(armOf(set.problem), set.cutoffs, kind, ALPHA, PLAYED_BETA),
  };
}

export function lastFits(times: readonly number[], regret: readonly number[]): GrowthFits {
  return fitGrowth(lastTwoDecades(times, times), lastTwoDecades(times, regret));
}

/** Runs to one horizon each, put together run by run as if each had been watched along the way. */
export function acrossHorizons(paths: readonly (readonly RegretPath[])[]): RegretPath[] {
  return paths[0].map((_, run) => {
    const at = (measure: keyof RegretPath) => paths.map((set) => set[run][measure][0]);
    return { regret: at("regret"), below: at("below"), above: at("above") };
  });
}

/** Regret of one policy over that of another, same trials; taken in logarithms, since a ratio is skewed. */
export function ratioAtEnd(paths: readonly RegretPath[], others: readonly RegretPath[]): Interval {
  const runs = paths.map(({ regret }, run) => {
    const last = regret.length - 1;
    return [regret[last], others[run].regret[last]] as const;
  });
  const total = (chosen: readonly (readonly [number, number])[], side: 0 | 1) =>
    chosen.reduce((sum, run) => sum + run[side], 1e-9);
  const { estimate, low, high } = jackknife(runs, (chosen) => Math.log(total(chosen, 0) / total(chosen, 1)));
  return { estimate: Math.exp(estimate), low: Math.exp(low), high: Math.exp(high) };
}

/** The exponent of τ in regret/√(τ·log τ) over the last two decades; runs at different horizons go together. */
export function rootExponent(
  horizons: readonly number[],
  paths: readonly (readonly RegretPath[])[],
): Interval {
  const tail = lastTwoDecades(horizons, paths);
  const tailTimes = lastTwoDecades(horizons, horizons);
  const runs = tail[0].map((_, run) => tail.map((set) => set[run].regret[0]));
  return jackknife(runs, (chosen) => {
    const shares = tailTimes.map((time, place) => {
      const mean = chosen.reduce((sum, run) => sum + run[place], 0) / chosen.length;
      return Math.max(mean, 1e-9) / Math.sqrt(time * Math.log(Math.max(time, 2)));
    });
    return fitGrowth(
      tailTimes.map((time) => Math.max(time, 1.5)),
      shares,
    ).power.exponent;
  });
}

/** thm:ucb-rc at a horizon; its coefficient counts time in units of t_min (docs/errata.md#e14). */
export function continuousBound(horizon: number): number {
  const arm = armOf(continuum.problem);
  const { smooth } = checkSmoothPeak(arm, continuum.cutoffs);
  const { coefficient } = ucbRcRegret(arm, continuum.cutoffs, smooth, { alpha: ALPHA });
  const units = horizon / continuum.cutoffs.low;
  return coefficient * Math.sqrt(units * Math.log(units));
}

export function coefficients({ arms }: RegretBound): Pick<Bound, "separate" | "shared"> {
  return { separate: 3 * ALPHA * arms[0].separate, shared: 3 * ALPHA * arms[0].shared };
}
