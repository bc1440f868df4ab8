import type { Chapter, Context, Findings, Table } from "../chapter.ts";
import { type Claim, judgedFor } from "../claims/claim.ts";
import { threeDigits } from "../claims/three-digits.ts";
import type { FormulaSet } from "../formulas/formula-set.ts";
import type { Setting } from "../setting.ts";
import { paperCutoffs } from "./contestants.ts";
import { solvedFigure } from "./figure.ts";
import { longRaceClaims, noisierClaim } from "./long-claims.ts";
import { longFigure } from "./long-figure.ts";
import type { LongRace } from "./long-race.ts";
import { MODELS } from "./model.ts";
import { satRaceClaims } from "./race-claims.ts";
import { playSat, type SatFigure, type SatMeasurements, SIZES, type Size } from "./study.ts";
import { satTimesClaims } from "./times-claims.ts";

/** fig:uf100 and fig:cbs-k3: the rate curve of a set, and what the policies solve of it. */
export function satFigure(figure: SatFigure): Chapter {
  return {
    label: figure.label,
    title: `${figure.set}: reward rate against the restart time, and solved instances against τ`,
    play: (context) => playFigure(context, figure),
  };
}

async function playFigure(context: Context, figure: SatFigure): Promise<Findings> {
  const { setting } = context;
  const size = SIZES[setting.form];
  const set = await context.formulas(figure.set, size.formulas);
  const { measured, flips, trials } = await playSat(context, figure, set);
  const name = figure.label.replace("fig:", "");
  return {
    about: aboutFigure(set, size, setting, figure.cutoffs),
    figures: [
      {
        name,
        caption: `${set.name} (${set.source}). First the empirical reward rate, then solved instances against τ, mean of ${size.runs} runs with 95% bands, in the paper's model and in both task modes.`,
        spec: solvedFigure(measured, set.source, "main lines"),
      },
      {
        name: `${name}-long`,
        caption: `${set.name}: what is solved in the second half of τ, over what the best cutoff would solve, with 95% bands, far beyond the figure above. Luby earns the same share at every τ, UCB-RB comes nearer and nearer to the best of its cutoffs.`,
        spec: longFigure(measured),
      },
      {
        name: `${name}-all`,
        caption: "All thirteen lines: UCB-RC, UCB-RB in thousands of flips and every base of Luby's too.",
        folded: "All thirteen lines",
        spec: solvedFigure(measured, set.source, "all lines"),
      },
    ],
    tables: [rateTable(name, measured), solvedTable(name, measured), longTable(name, measured)],
    claims: claimsOf(measured, size),
    work: `${flips.toLocaleString("en-US")} flips of WalkSAT, ${trials.toLocaleString("en-US")} trials played with their times`,
  };
}

/** What is said of large τ is judged far beyond the figure, the rest at its end. */
function claimsOf(measured: SatMeasurements, { attempts, maxFlips, runs }: Size): Claim[] {
  const { long, horizons, unit, noisier } = measured;
  const [first, last] = [long.horizons[0], long.horizons[long.horizons.length - 1]];
  const far = `cutoffs in units of ${unit} flips, τ from ${threeDigits(first)} to ${threeDigits(last)} flips`;
  const flips = (value: number) => `${threeDigits(value)} flips`;
  const solver = "rnovelty, noise 0.5";
  return [
    ...judgedFor(
      `${solver}, ${attempts} tries at each formula, of at most ${flips(maxFlips)}; no horizon`,
      ...satTimesClaims(measured),
    ),
    ...judgedFor(`${solver}, ${far}`, ...longRaceClaims(measured)),
    ...judgedFor(`rnovelty, noise ${noisier.noise}, ${far}`, noisierClaim(measured)),
    ...judgedFor(
      `${solver}, cutoffs in units of ${unit} flips, τ up to ${flips(horizons[horizons.length - 1])}, ${runs} runs`,
      ...satRaceClaims(measured),
    ),
  ];
}

function aboutFigure(set: FormulaSet, size: Size, { unit, lubyReset }: Setting, cutoffs: number): string[] {
  const grid = paperCutoffs(cutoffs, unit);
  const [shortest, longest] = [Math.round(grid[0]), Math.round(grid[cutoffs - 1])];
  return [
    `Formulas: ${set.source}.`,
    `Solver: @mulligan/sat with rnovelty at noise 0.5; ${size.attempts} tries at each formula from fresh assignments; a run that is not done after ${size.maxFlips.toLocaleString("en-US")} flips is taken to never end.`,
    `UCB-RB: α = 2.01, (1+β)²/(1−β) = 1.01, 40 first trials of each cutoff, the paper's ${cutoffs} cutoffs in units of ${unit} flips (${shortest} to ${longest}) and, in a second run, of 1,000.`,
    `Luby: five guessed bases and the best of ten a decade; the sequence ${lubyReset === "on" ? "begins anew after a success" : "goes on after a success"}. km-ts: no cutoffs, no options.`,
    "Models: iid, the paper's, draws every trial anew from all solving times. abandon goes from formula to formula, one trial each. retry stays at a formula for at most ten restarts. When the set is used up, both go on with draws from what was measured (inverse transform).",
  ];
}

function rateTable(figure: string, { curve }: SatMeasurements): Table {
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

function solvedTable(figure: string, { solved, horizons }: SatMeasurements): Table {
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

function longTable(figure: string, { long, noisier }: SatMeasurements): Table {
  const rowsOf = (noise: number, { horizons, solved }: LongRace) =>
    MODELS.flatMap((model) =>
      Object.entries(solved[model] ?? {}).flatMap(([policy, places]) =>
        places.flatMap((runs, place) =>
          runs.map(([half, whole], run) => [noise, model, policy, horizons[place], run, half, whole]),
        ),
      ),
    );
  return {
    name: `${figure}-long`,
    columns: ["noise", "model", "policy", "horizon_flips", "run", "solved_by_half", "solved"],
    rows: [...rowsOf(0.5, long), ...rowsOf(noisier.noise, noisier.race)],
  };
}
