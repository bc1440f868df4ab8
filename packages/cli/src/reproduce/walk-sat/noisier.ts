import type { ChapterContext } from "../chapter.ts";
import { mostBy } from "../claims/extremes.ts";
import { meanInterval } from "../claims/interval.ts";
import type { FormulaSet } from "../formulas/formula-set.ts";
import { contestantsOn, CONTESTANTS, lubyLabel, paperCutoffs } from "./contestants.ts";
import { type LongRace, playLong } from "./long-race.ts";
import { lubyRate } from "./luby-rate.ts";
import { type SolvingCurve, solvingCurve } from "./solving-curve.ts";
import { type SolvedTimes, tailShares } from "./tail.ts";

/** At noise 0.7 every run ends, and a restart gains less: what the figure would have been. */
export const HIGHER_NOISE = 0.7;

/** UCB-RB against Luby's best base, with the noise that makes the solver strong. */
export interface NoisierRace {
  readonly noise: number;
  readonly bestCutoff: number;
  /** Solved per flip there. */
  readonly bestRate: number;
  readonly tunedBase: number;
  /** What Luby's best base and the best of the paper's cutoffs earn, as shares of the best rate. */
  readonly lubyShare: number;
  readonly listShare: number;
  /** Share of runs longer than ten medians, and of those not over after all flips. */
  readonly tail: number;
  readonly unfinished: number;
  readonly race: LongRace;
}

/** Plays what noise 0.7 makes of a set. */
export async function playNoisier(
  { play, setting }: ChapterContext,
  set: FormulaSet,
  cutoffs: number,
  solved: SolvedTimes,
  curveCutoffs: readonly number[],
): Promise<{ readonly noisier: NoisierRace; readonly trials: number }> {
  const { times, attempts } = solved;
  const curve = solvingCurve(times, attempts, curveCutoffs);
  const bestCutoff = curve.cutoffs[curve.best];
  const { contestants, tunedBase } = contestantsOn(times, bestCutoff, cutoffs, setting);
  const shared = { set: set.name, times, attempts, seed: setting.seed };
  const lines: readonly string[] = [CONTESTANTS.rb, lubyLabel(tunedBase)];
  const entries = contestants
    .filter(({ label }) => lines.includes(label))
    .map((contestant) => ({ model: "iid" as const, contestant }));
  const { race, trials } = await playLong(play, setting.form, shared, entries);
  const best = curve.rates[curve.best];
  const { beyond, unfinished } = tailShares(solved);
  return {
    noisier: {
      noise: HIGHER_NOISE,
      bestCutoff,
      bestRate: best,
      tunedBase,
      lubyShare: lubyRate(times, tunedBase) / best,
      listShare: bestOf(times, attempts, paperCutoffs(cutoffs, setting.unit)) / best,
      tail: meanInterval(beyond).estimate,
      unfinished: meanInterval(unfinished).estimate,
      race,
    },
    trials,
  };
}

/** The best rate of a list of cutoffs. */
function bestOf(times: Float64Array, attempts: number, cutoffs: readonly number[]): number {
  const { rates }: SolvingCurve = solvingCurve(times, attempts, cutoffs);
  return mostBy(rates, (rate) => rate);
}
