import { stream } from "@mulligan/core/random";
import { decades, type Interval, meanInterval, percentileInterval, sumOf } from "../claims/statistics.ts";
import type { FormulaSet, SetName } from "../studies/formulas.ts";
import {
  type ChapterContext,
  type PlayStudy,
  type ReproductionSetting,
  type ReproductionSize,
  spansOf,
} from "../studies/study.ts";
import {
  CONTESTANT_LABELS,
  contestantsOn,
  type Leg,
  lubyLabel,
  MODELS,
  paperCutoffs,
  playRaces,
  type RaceEntry,
  type SatContestant,
  type TaskModel,
} from "./race.ts";
import {
  lubyRate,
  placeOfLargest,
  type SolvedTimes,
  type SolvingCurve,
  solvingCurve,
  solvingTimes,
  tailShares,
} from "./times.ts";

/** The amount of work. */
export const SAT_SIZES = {
  full: { formulas: 1_000, attempts: 50, maxFlips: 1e5, longestHorizon: 3e6, runs: 120, resamples: 400 },
  quick: { formulas: 500, attempts: 11, maxFlips: 1e4, longestHorizon: 1e6, runs: 40, resamples: 200 },
  tiny: { formulas: 12, attempts: 4, maxFlips: 1e3, longestHorizon: 2e4, runs: 2, resamples: 10 },
};

export type SatSize = (typeof SAT_SIZES)[ReproductionSize];

/** The solver's noise, which the paper does not name: the default of its solver (docs/errata.md#e20). */
const NOISE = 0.5;

const HORIZONS = 10;
const FORMULAS_A_PART = 10;
const RUNS_A_PART = 4;

/** The measurements for one of the two figures. */
export interface SatMeasurements {
  readonly label: string;
  readonly set: string;
  /** Flips until solved, `attempts` for each formula; ∞ beyond `maxFlips`. */
  readonly times: Float64Array;
  readonly attempts: number;
  readonly maxFlips: number;
  readonly curve: SolvingCurve;
  readonly bestCutoff: Interval;
  readonly horizons: readonly number[];
  /** By model and line, for each run the numbers at the horizons. */
  readonly solved: Readonly<Record<TaskModel, Readonly<Record<string, readonly (readonly number[])[]>>>>;
  readonly tunedBase: number;
  /** UCB-RB against Luby with its best base, in all models, at horizons where the winner is decided. */
  readonly long: LongRace;
  readonly noisier: NoisierRace;
  /** Flips in a unit of the paper's cutoffs. */
  readonly unit: number;
}

/** A figure of the paper, with its set and its number of cutoffs. */
export interface SatFigure {
  readonly label: string;
  readonly set: SetName;
  readonly cutoffs: number;
}

/**
 * Solves the formulas of a set, then lets the policies race on the measured times. Returns also the solver's flips and
 * the policies' trials.
 */
export async function playSat(
  context: ChapterContext,
  { label, set: name, cutoffs }: SatFigure,
  set: FormulaSet,
): Promise<{ readonly measured: SatMeasurements; readonly flips: number; readonly trials: number }> {
  const { setting } = context;
  const size = SAT_SIZES[setting.form];
  const [{ times, flips }, noisy] = await Promise.all(
    [NOISE, HIGHER_NOISE].map((noise) => solve(context, set, size, noise)),
  );
  const { attempts, maxFlips } = size;
  const curve = solvingCurve(times, attempts, decades(1, Math.log10(maxFlips), 20));
  const { contestants, tunedBase } = contestantsOn(times, curve.cutoffs[curve.best], cutoffs, setting);
  const horizons = Array.from({ length: HORIZONS }, (_, i) => (size.longestHorizon * (i + 1)) / HORIZONS);
  const shared = { set: name, times, attempts, seed: setting.seed };
  const everyone = MODELS.flatMap((model) => contestants.map((contestant) => ({ model, contestant })));
  const [long, { noisier, trials: noisyTrials }, { races, trials }] = await Promise.all([
    playLong(context.play, setting.form, shared, longEntries(contestants, tunedBase)),
    playNoisier(context, set, cutoffs, { times: noisy.times, attempts, maxFlips }, curve.cutoffs),
    playRaces(context.play, shared, everyone, [{ horizons, runs: size.runs, first: 0, aPart: RUNS_A_PART }]),
  ]);
  const solved: Record<TaskModel, Record<string, readonly (readonly number[])[]>> = {
    iid: {},
    abandon: {},
    retry: {},
  };
  for (const race of races) solved[race.model][race.contestant.label] = race.solved;
  const measured: SatMeasurements = {
    label,
    set: name,
    times,
    attempts,
    maxFlips,
    curve,
    bestCutoff: bestCutoffOf(curve, name, size.resamples, setting),
    horizons,
    solved,
    tunedBase,
    long: long.race,
    noisier,
    unit: setting.unit,
  };
  return { measured, flips: flips + noisy.flips, trials: trials + long.trials + noisyTrials };
}

/** UCB-RB and Luby in all models; UCB-RB in thousands only in the paper's model, which its claim is about. */
function longEntries(contestants: readonly SatContestant[], tunedBase: number): RaceEntry[] {
  const named = (lines: readonly string[]) => contestants.filter(({ label }) => lines.includes(label));
  const everywhere = named([CONTESTANT_LABELS.rb, lubyLabel(tunedBase)]);
  return [
    ...MODELS.flatMap((model) => everywhere.map((contestant) => ({ model, contestant }))),
    ...named([CONTESTANT_LABELS.rbThousands]).map((contestant) => ({ model: "iid" as const, contestant })),
  ];
}

/** The best cutoff, with an interval from resampled formulas. */
function bestCutoffOf(
  curve: SolvingCurve,
  name: SetName,
  resamples: number,
  { seed }: ReproductionSetting,
): Interval {
  const random = stream(seed, "resampled formulas", name);
  const resampled = Array.from(
    { length: resamples },
    () => curve.cutoffs[placeOfLargest(curve.resampled(random))],
  );
  return percentileInterval(resampled, curve.cutoffs[curve.best]);
}

/** Solves every formula of the set `attempts` times. */
async function solve(
  { play, setting }: ChapterContext,
  { name, formulas }: FormulaSet,
  { attempts, maxFlips }: SatSize,
  noise: number,
): Promise<{ times: Float64Array; flips: number }> {
  const parts = spansOf(formulas.length, FORMULAS_A_PART).map(({ from, to }) => ({
    set: name,
    first: from,
    formulas: formulas.slice(from, to),
    attempts,
    maxFlips,
    noise,
    seed: setting.seed,
  }));
  const results = await play(solvingTimes, parts);
  const times = new Float64Array(formulas.length * attempts);
  results.forEach((result, part) => {
    times.set(result.times, parts[part].first * attempts);
  });
  return { times, flips: sumOf(results.map((result) => result.flips)) };
}

/** At noise 0.7 nearly every run ends, and a restart gains less. */
const HIGHER_NOISE = 0.7;

/** UCB-RB against Luby's best base, with the noise that makes the solver strong. */
interface NoisierRace {
  readonly noise: number;
  readonly bestCutoff: number;
  /** Solved per flip at the best cutoff. */
  readonly bestRate: number;
  readonly tunedBase: number;
  /** The shares of the best rate that Luby's best base and the best of the paper's cutoffs earn. */
  readonly lubyShare: number;
  readonly listShare: number;
  /** Share of runs longer than ten medians, and of those not over after all flips. */
  readonly tail: number;
  readonly unfinished: number;
  readonly race: LongRace;
}

/** Plays the race at noise 0.7. */
async function playNoisier(
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
  const lines: readonly string[] = [CONTESTANT_LABELS.rb, lubyLabel(tunedBase)];
  const entries = contestants
    .filter(({ label }) => lines.includes(label))
    .map((contestant) => ({ model: "iid" as const, contestant }));
  const { race, trials } = await playLong(play, setting.form, shared, entries);
  const best = curve.rates[curve.best];
  const list = solvingCurve(times, attempts, paperCutoffs(cutoffs, setting.unit));
  const { beyond, unfinished } = tailShares(solved);
  return {
    noisier: {
      noise: HIGHER_NOISE,
      bestCutoff,
      bestRate: best,
      tunedBase,
      lubyShare: lubyRate(times, tunedBase) / best,
      listShare: Math.max(...list.rates) / best,
      tail: meanInterval(beyond).estimate,
      unfinished: meanInterval(unfinished).estimate,
      race,
    },
    trials,
  };
}

/** The numbers that one run had solved by half of a horizon, and by all of it. */
export type Halves = readonly [half: number, whole: number];

/** A race far beyond the figure's horizons, where the winner is decided. */
export interface LongRace {
  readonly horizons: readonly number[];
  /** By model and line, for each horizon its runs; fewer of them at the longer horizons. */
  readonly solved: Readonly<
    Partial<Record<TaskModel, Readonly<Record<string, readonly (readonly Halves[])[]>>>>
  >;
}

/** Many short runs, since leads are small at first, and a few long ones. */
const LONG_LEGS: Record<ReproductionSize, readonly Pick<Leg, "horizons" | "runs">[]> = {
  full: [
    { horizons: [1e6, 3e6], runs: 120 },
    { horizons: [1e7, 3e7, 1e8], runs: 16 },
  ],
  // The horizons of the full size, since some claims are decided only at 10⁸ flips.
  quick: [
    { horizons: [1e6, 3e6], runs: 28 },
    { horizons: [1e7, 3e7, 1e8], runs: 4 },
  ],
  tiny: [
    { horizons: [1e4], runs: 2 },
    { horizons: [3e4, 6e4], runs: 2 },
  ],
};

/** Plays the entries over the long horizons. */
async function playLong(
  play: PlayStudy,
  size: ReproductionSize,
  shared: Parameters<typeof playRaces>[1],
  entries: readonly RaceEntry[],
): Promise<{ readonly race: LongRace; readonly trials: number }> {
  const legs = LONG_LEGS[size].map(({ horizons, runs }, place) => ({
    horizons: horizons.flatMap((horizon) => [horizon / 2, horizon]),
    runs,
    // Each leg has runs of its own; those of the figure begin at 0.
    first: 1_000 * (place + 1),
    aPart: place === 0 ? 10 : 1,
  }));
  const { races, trials } = await playRaces(play, shared, entries, legs);
  const solved: Partial<Record<TaskModel, Record<string, (readonly Halves[])[]>>> = {};
  for (const { model, contestant, horizons, solved: runs } of races) {
    const lines = (solved[model] ??= {});
    const line = (lines[contestant.label] ??= []);
    for (let i = 0; i < horizons.length; i += 2) {
      line.push(runs.map((run): Halves => [run[i], run[i + 1]]));
    }
  }
  return { race: { horizons: LONG_LEGS[size].flatMap(({ horizons }) => horizons), solved }, trials };
}
