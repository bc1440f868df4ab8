import { stream } from "@mulligan/core/random";
import {
  decades,
  type Interval,
  meanInterval,
  mostBy,
  percentileInterval,
  sumOf,
} from "../claims/statistics.ts";
import type { FormulaSet, SetName } from "../studies/formulas.ts";
import {
  type ChapterContext,
  playSets,
  type ReproductionSetting,
  type ReproductionSize,
  spansOf,
} from "../studies/study.ts";
import {
  CONTESTANTS,
  contestantsOn,
  type LongEntry,
  type LongRace,
  lubyLabel,
  MODELS,
  paperCutoffs,
  playLong,
  type SatContestant,
  solvedInstances,
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

/** How much is played of what. */
export interface SatSize {
  readonly formulas: number;
  readonly attempts: number;
  readonly maxFlips: number;
  readonly longestHorizon: number;
  readonly runs: number;
  readonly resamples: number;
}

export const SAT_SIZES: Record<ReproductionSize, SatSize> = {
  full: { formulas: 1_000, attempts: 50, maxFlips: 1e5, longestHorizon: 3e6, runs: 120, resamples: 400 },
  quick: { formulas: 500, attempts: 11, maxFlips: 1e4, longestHorizon: 1e6, runs: 40, resamples: 200 },
  tiny: { formulas: 12, attempts: 4, maxFlips: 1e3, longestHorizon: 2e4, runs: 2, resamples: 10 },
};

/** Of the solver, which the paper does not name; the default of the one it used (docs/errata.md#e20). */
const NOISE = 0.5;

const HORIZONS = 10;
const FORMULAS_A_PART = 10;
const RUNS_A_PART = 4;

/** What was measured for one of the two figures. */
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
  /** To where it is decided who is ahead: UCB-RB, in all models, against Luby with its best base. */
  readonly long: LongRace;
  readonly noisier: NoisierRace;
  /** Flips in a unit of the paper's cutoffs. */
  readonly unit: number;
}

/** Which figure of the paper, on which set, with so many cutoffs. */
export interface SatFigure {
  readonly label: string;
  readonly set: SetName;
  readonly cutoffs: number;
}

/** What was measured, and how much was played for it. */
interface SatPlayed {
  readonly measured: SatMeasurements;
  /** Of the solver. */
  readonly flips: number;
  /** Of the policies, on the times that were measured. */
  readonly trials: number;
}

/** Solves the formulas of a set, then lets the policies race on the times that were measured. */
export async function playSat(
  context: ChapterContext,
  { label, set: name, cutoffs }: SatFigure,
  set: FormulaSet,
): Promise<SatPlayed> {
  const { setting } = context;
  const size = SAT_SIZES[setting.form];
  const [{ times, flips }, noisy] = await Promise.all(
    [NOISE, HIGHER_NOISE].map((noise) => solve(context, set, size, noise)),
  );
  const { attempts, maxFlips } = size;
  const curve = solvingCurve(times, attempts, decades(1, Math.log10(maxFlips), 20));
  const { contestants, tunedBase } = contestantsOn(times, curve.cutoffs[curve.best], cutoffs, setting);
  const horizons = Array.from({ length: HORIZONS }, (_, i) => (size.longestHorizon * (i + 1)) / HORIZONS);
  const [long, { noisier, trials: noisyTrials }, { solved, trials }] = await Promise.all([
    playLong(
      context.play,
      setting.form,
      { set: name, times, attempts, seed: setting.seed },
      longEntries(contestants, tunedBase),
    ),
    playNoisier(context, set, cutoffs, { times: noisy.times, attempts, maxFlips }, curve.cutoffs),
    race(context, { name, times, contestants, horizons, size }),
  ]);
  const measured: SatMeasurements = {
    label,
    set: name,
    times,
    attempts: size.attempts,
    maxFlips: size.maxFlips,
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

/** In thousands of flips only in the paper's model: there it is said to learn. */
function longEntries(contestants: readonly SatContestant[], tunedBase: number): LongEntry[] {
  const named = (lines: readonly string[]) => contestants.filter(({ label }) => lines.includes(label));
  const everywhere = named([CONTESTANTS.rb, lubyLabel(tunedBase)]);
  return [
    ...MODELS.flatMap((model) => everywhere.map((contestant) => ({ model, contestant }))),
    ...named([CONTESTANTS.rbThousands]).map((contestant) => ({ model: "iid" as const, contestant })),
  ];
}

/** The best cutoff, and between what cutoffs it lies for formulas drawn anew. */
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

/** Every formula of the set, tried so many times. */
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

/** Every contestant in every model; solved[model][label] has for each run the numbers at the horizons. */
async function race(
  { play, setting }: ChapterContext,
  given: {
    readonly name: SetName;
    readonly times: Float64Array;
    readonly contestants: readonly SatContestant[];
    readonly horizons: readonly number[];
    readonly size: SatSize;
  },
): Promise<Pick<SatMeasurements, "solved"> & Pick<SatPlayed, "trials">> {
  const { name, times, contestants, horizons, size } = given;
  const cells = MODELS.flatMap((model) => contestants.map((contestant) => ({ model, contestant })));
  const shared = { set: name, times, attempts: size.attempts, horizons, seed: setting.seed };
  const results = await playSets(
    play,
    solvedInstances,
    cells.map((cell) => spansOf(size.runs, RUNS_A_PART).map((span) => ({ ...shared, ...cell, ...span }))),
  );
  const solved: Record<TaskModel, Record<string, readonly (readonly number[])[]>> = {
    iid: {},
    abandon: {},
    retry: {},
  };
  cells.forEach(({ model, contestant }, i) => {
    solved[model][contestant.label] = results[i].flatMap((part) => part.solved);
  });
  return { solved, trials: sumOf(results.flat().map((part) => part.trials)) };
}

/** At noise 0.7 every run ends, and a restart gains less: what the figure would have been. */
const HIGHER_NOISE = 0.7;

/** UCB-RB against Luby's best base, with the noise that makes the solver strong. */
interface NoisierRace {
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
