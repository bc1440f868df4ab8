import { stream } from "@mulligan/core/random";
import type { Chapter, Context, Findings } from "../chapter.ts";
import { percentileInterval } from "../claims/interval.ts";
import type { FormulaSet, SetName } from "../formulas/formula-set.ts";
import type { Form, Setting } from "../setting.ts";
import { decades } from "../studies/decades.ts";
import { contestantsOn, paperCutoffs } from "./contestants.ts";
import { solvedFigure } from "./figure.ts";
import type { SatMeasurements } from "./measurements.ts";
import type { TaskModel } from "./model.ts";
import { satRaceClaims } from "./race-claims.ts";
import { solvedInstances } from "./solved-study.ts";
import { placeOfLargest, solvingCurve } from "./solving-curve.ts";
import { satTimesClaims } from "./times-claims.ts";
import { solvingTimes } from "./times-study.ts";

/** How much is played of what. */
interface Size {
  readonly formulas: number;
  readonly tries: number;
  readonly mostFlips: number;
  readonly longestHorizon: number;
  readonly runs: number;
  readonly resamples: number;
}

const SIZES: Record<Form, Size> = {
  full: { formulas: 1_000, tries: 50, mostFlips: 1e5, longestHorizon: 3e6, runs: 120, resamples: 400 },
  quick: { formulas: 500, tries: 10, mostFlips: 1e4, longestHorizon: 1e6, runs: 40, resamples: 200 },
  tiny: { formulas: 12, tries: 4, mostFlips: 1e3, longestHorizon: 2e4, runs: 2, resamples: 10 },
};

const MODELS: readonly TaskModel[] = ["iid", "abandon", "retry"];
const HORIZONS = 10;
const FORMULAS_A_PART = 10;
const RUNS_A_PART = 4;

/** fig:uf100 and fig:cbs-k3: the rate curve of a set, and what the policies solve of it. */
export function satFigure(label: string, set: SetName, cutoffs: number): Chapter {
  return {
    label,
    title: `${set}: reward rate against the restart time, and solved instances against τ`,
    play: (context) => playFigure(context, label, set, cutoffs),
  };
}

async function playFigure(
  context: Context,
  label: string,
  name: SetName,
  cutoffs: number,
): Promise<Findings> {
  const { setting } = context;
  const size = SIZES[setting.form];
  const set = await context.formulas(name, size.formulas);
  const { times, flips } = await solve(context, set, size);
  const curve = solvingCurve(times, size.tries, decades(1, Math.log10(size.mostFlips), 20));
  const random = stream(setting.seed, "resampled formulas", name);
  const resampled = Array.from({ length: size.resamples }, () => curve.resampled(random));
  const { contestants, tunedBase } = contestantsOn(times, curve.cutoffs[curve.best], cutoffs, setting);
  const horizons = Array.from({ length: HORIZONS }, (_, i) => (size.longestHorizon * (i + 1)) / HORIZONS);
  const { solved, trials } = await playAll(context, { name, times, contestants, horizons, size });
  const measured: SatMeasurements = {
    label,
    set: name,
    times,
    tries: size.tries,
    mostFlips: size.mostFlips,
    curve,
    bestCutoff: percentileInterval(
      curve.cutoffs[curve.best],
      resampled.map((rates) => curve.cutoffs[placeOfLargest(rates)]),
    ),
    resampled,
    horizons,
    solved,
    tunedBase,
    unit: setting.unit,
  };
  const figure = label.replace("fig:", "");
  return {
    about: aboutFigure(set, size, setting, cutoffs),
    figures: [
      {
        name: figure,
        caption: `${name} (${set.source}). Left above: the empirical reward rate. The others: solved instances against τ, mean of ${size.runs} runs with 95% bands, in the paper's model and in both task modes.`,
        spec: solvedFigure(measured, set.source),
      },
    ],
    tables: [rateTable(figure, measured), solvedTable(figure, measured)],
    claims: [...satTimesClaims(measured), ...satRaceClaims(measured)],
    work: `${flips.toLocaleString("en-US")} flips of WalkSAT, ${trials.toLocaleString("en-US")} trials played with their times`,
  };
}

/** Every formula of the set, tried `tries` times. */
async function solve(
  { play, setting }: Context,
  { name, formulas }: FormulaSet,
  { tries, mostFlips }: Size,
): Promise<{ times: Float64Array; flips: number }> {
  const parts = Array.from({ length: Math.ceil(formulas.length / FORMULAS_A_PART) }, (_, part) => ({
    set: name,
    first: part * FORMULAS_A_PART,
    formulas: formulas.slice(part * FORMULAS_A_PART, (part + 1) * FORMULAS_A_PART),
    tries,
    mostFlips,
    seed: setting.seed,
  }));
  const results = await play(solvingTimes, parts);
  const times = new Float64Array(formulas.length * tries);
  results.forEach((result, part) => {
    times.set(result.times, part * FORMULAS_A_PART * tries);
  });
  return { times, flips: results.reduce((sum, result) => sum + result.flips, 0) };
}

/** Every contestant in every model; solved[model][label] has for each run the numbers at the horizons. */
async function playAll(
  { play, setting }: Context,
  given: {
    readonly name: SetName;
    readonly times: Float64Array;
    readonly contestants: ReturnType<typeof contestantsOn>["contestants"];
    readonly horizons: readonly number[];
    readonly size: Size;
  },
): Promise<{ solved: SatMeasurements["solved"]; trials: number }> {
  const { name, times, contestants, horizons, size } = given;
  const cells = MODELS.flatMap((model) => contestants.map((contestant) => ({ model, contestant })));
  const starts = Array.from({ length: Math.ceil(size.runs / RUNS_A_PART) }, (_, i) => i * RUNS_A_PART);
  const parts = cells.flatMap(({ model, contestant }) =>
    starts.map((fromRun) => ({
      set: name,
      model,
      contestant,
      times,
      tries: size.tries,
      horizons,
      fromRun,
      toRun: Math.min(size.runs, fromRun + RUNS_A_PART),
      seed: setting.seed,
    })),
  );
  const results = await play(solvedInstances, parts);
  const solved: Record<TaskModel, Record<string, (readonly number[])[]>> = {
    iid: {},
    abandon: {},
    retry: {},
  };
  parts.forEach(({ model, contestant }, place) => {
    (solved[model][contestant.label] ??= []).push(...results[place].solved);
  });
  return { solved, trials: results.reduce((sum, result) => sum + result.trials, 0) };
}

function aboutFigure(set: FormulaSet, size: Size, { unit, lubyReset }: Setting, cutoffs: number): string[] {
  const grid = paperCutoffs(cutoffs, unit);
  const [shortest, longest] = [Math.round(grid[0]), Math.round(grid[cutoffs - 1])];
  return [
    `Formulas: ${set.source}.`,
    `Solver: @mulligan/sat with rnovelty at noise 0.5; ${size.tries} tries at each formula from fresh assignments; a run that is not done after ${size.mostFlips.toLocaleString("en-US")} flips is taken to never end.`,
    `UCB-RB: α = 2.01, (1+β)²/(1−β) = 1.01, 40 first trials of each cutoff, the paper's ${cutoffs} cutoffs in units of ${unit} flips (${shortest} to ${longest}) and, in a second run, of 1,000.`,
    `Luby: five guessed bases and the best of ten a decade; the sequence ${lubyReset === "on" ? "begins anew after a success" : "goes on after a success"}. km-ts: no cutoffs, no option but tasks=alike, which matters for retry only.`,
    "Models: iid, the paper's, draws every trial anew from all solving times. abandon goes from formula to formula, one trial each. retry stays at a formula for at most ten restarts. When the set is used up, both go on with draws from what was measured (inverse transform).",
  ];
}

function rateTable(figure: string, { curve }: SatMeasurements) {
  return {
    name: `${figure}-rate`,
    columns: ["cutoff_flips", "solved_per_1000_flips", "low", "high"],
    rows: curve.cutoffs.map((cutoff, i) => [
      cutoff,
      1000 * curve.rates[i],
      1000 * (curve.rates[i] - curve.margins[i]),
      1000 * (curve.rates[i] + curve.margins[i]),
    ]),
  };
}

function solvedTable(figure: string, { solved, horizons }: SatMeasurements) {
  return {
    name: `${figure}-solved`,
    columns: ["model", "policy", "horizon_flips", "run", "solved"],
    rows: MODELS.flatMap((model) =>
      Object.entries(solved[model]).flatMap(([policy, runs]) =>
        runs.flatMap((numbers, run) => numbers.map((value, i) => [model, policy, horizons[i], run, value])),
      ),
    ),
  };
}
