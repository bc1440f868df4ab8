import {
  type Claim,
  type ClaimDraft,
  exceeds,
  judgedFor,
  threeDigits,
  verdictFrom,
  withInterval,
} from "../claims/claim.ts";
import { type Interval, jackknife, meanInterval, meanOf, sumOf } from "../claims/statistics.ts";
import type { FormulaSet } from "../studies/formulas.ts";
import type {
  Chapter,
  ChapterContext,
  ChapterTable,
  Findings,
  ReproductionSetting,
} from "../studies/study.ts";
import { longRaceClaims, noisierClaim, satRaceClaims } from "./claims.ts";
import { longFigure, solvedFigure } from "./figures.ts";
import { MODELS, paperCutoffs } from "./race.ts";
import {
  type LongRace,
  playSat,
  SAT_SIZES,
  type SatFigure,
  type SatMeasurements,
  type SatSize,
} from "./study.ts";
import { byFormula, sharesByFormula, solvingCurve, tailShares } from "./times.ts";

/** fig:uf100 and fig:cbs-k3: the rate curve of a set, and what the policies solve of it. */
export function satFigure(figure: SatFigure): Chapter {
  return {
    label: figure.label,
    title: `${figure.set}: reward rate against the restart time, and solved instances against τ`,
    play: (context) => playFigure(context, figure),
  };
}

async function playFigure(context: ChapterContext, figure: SatFigure): Promise<Findings> {
  const { setting } = context;
  const size = SAT_SIZES[setting.form];
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
        caption: `${set.name}: instances solved in the second half of τ, as a share of those that the best cutoff would solve, with 95% bands, far beyond the figure above. Luby's share is the same at every τ; UCB-RB approaches the best of its cutoffs.`,
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

/** Claims about large τ are judged far beyond the figure, the others at its end. */
function claimsOf(measured: SatMeasurements, { attempts, maxFlips, runs }: SatSize): Claim[] {
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

function aboutFigure(
  set: FormulaSet,
  size: SatSize,
  { unit, lubyReset }: ReproductionSetting,
  cutoffs: number,
): string[] {
  const grid = paperCutoffs(cutoffs, unit);
  const [shortest, longest] = [Math.round(grid[0]), Math.round(grid[cutoffs - 1])];
  return [
    `Formulas: ${set.source}.`,
    `Solver: @mulligan/sat with rnovelty at noise 0.5; ${size.attempts} tries at each formula from fresh assignments; a run that is not done after ${size.maxFlips.toLocaleString("en-US")} flips counts as endless.`,
    `UCB-RB: α = 2.01, (1+β)²/(1−β) = 1.01, 40 first trials of each cutoff, the paper's ${cutoffs} cutoffs in units of ${unit} flips (${shortest} to ${longest}) and, in a second run, of 1,000.`,
    `Luby: five guessed bases and the best of ten a decade; the sequence ${lubyReset === "on" ? "begins anew after a success" : "goes on after a success"}. km-ts: no cutoffs, no options.`,
    "Models: iid, the paper's, draws every trial anew from all solving times. abandon goes from formula to formula, one trial each. retry stays at a formula for at most ten restarts. When the set is used up, both continue with draws from the measured times (inverse transform).",
  ];
}

function rateTable(figure: string, { curve }: SatMeasurements): ChapterTable {
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

function solvedTable(figure: string, { solved, horizons }: SatMeasurements): ChapterTable {
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

function longTable(figure: string, { long, noisier }: SatMeasurements): ChapterTable {
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

/** The claims about the solving times, which need no policy. */
export function satTimesClaims(measured: SatMeasurements): ClaimDraft[] {
  return [
    restartsAreEssential(measured),
    timesAreHeavyTailed(measured),
    finiteTimesAreHeavyTailed(measured),
    timesAreIid(measured),
  ];
}

/** Half of the formulas choose the cutoff and the others measure its gain, since a maximum gains on any data. */
function restartsAreEssential({
  label,
  set,
  times,
  attempts,
  curve,
  maxFlips,
  bestCutoff,
}: SatMeasurements): ClaimDraft {
  const half = (odd: number) => times.filter((_, i) => Math.floor(i / attempts) % 2 === odd);
  const chosen = solvingCurve(half(0), attempts, curve.cutoffs);
  const gain = gainOfCutoff(half(1), attempts, chosen.cutoffs[chosen.best], maxFlips);
  const at = `${whole(bestCutoff.estimate)} flips (${whole(bestCutoff.low)} to ${whole(bestCutoff.high)})`;
  return {
    label,
    statement: `On ${set}, restarts at a well-chosen time are essential: the reward rate has its maximum at a finite cutoff.`,
    quantity: `rate at the best cutoff over that at ${maxFlips} flips, the longest tried; chosen on half of the formulas, measured on the others`,
    ...gain,
    ...exceeds(gain, 1),
    reason: `The best rate is ${threeDigits(1000 * curve.rates[curve.best])} per 1,000 flips at ${at}.`,
  };
}

function gainOfCutoff(times: Float64Array, attempts: number, cutoff: number, longest: number): Interval {
  const formulas = byFormula(times, attempts).map((own) => {
    const at = (limit: number) => ({
      solved: own.filter((time) => time <= limit).length,
      spent: sumOf(own.map((time) => Math.min(time, limit))),
    });
    return { short: at(cutoff), long: at(longest) };
  });
  const rate = (trials: readonly { readonly solved: number; readonly spent: number }[]) =>
    sumOf(trials.map(({ solved }) => solved)) / sumOf(trials.map(({ spent }) => spent));
  return jackknife(
    formulas,
    (some) => rate(some.map(({ short }) => short)) / rate(some.map(({ long }) => long)),
  );
}

/** The share of a memoryless law beyond so many medians; a heavy tail has ten times as much. */
const memoryless = (medians: number) => 2 ** -medians;
const HEAVY = 10;

function timesAreHeavyTailed(measured: SatMeasurements): ClaimDraft {
  const { label, set, maxFlips, noisier } = measured;
  const { multiple, limit, beyond, unfinished } = tailShares(measured);
  const share = meanInterval(beyond);
  return {
    label,
    statement: `The completion times of WalkSAT on ${set} have a heavy tail.`,
    quantity: `share of runs longer than ${threeDigits(multiple)} medians (${whole(limit)} flips)`,
    ...share,
    ...exceeds(share, HEAVY * memoryless(multiple)),
    reason: `A memoryless law with this median would have ${threeDigits(memoryless(multiple))} there. Most of it is an atom at ∞: ${withInterval(meanInterval(unfinished))} of the runs were not over after ${whole(maxFlips)} flips, because at noise 0.5 some walks go in circles. At noise ${noisier.noise} ${threeDigits(noisier.tail)} are longer than ten medians, and ${threeDigits(noisier.unfinished)} not over.`,
  };
}

/** The tail of the runs that end, without the atom at ∞. */
function finiteTimesAreHeavyTailed({ label, set, times, attempts, maxFlips }: SatMeasurements): ClaimDraft {
  const ended = times.filter((time) => time < Infinity).sort();
  // If no run ended, there is no median and no tail.
  const median = ended[ended.length >> 1] ?? maxFlips;
  const multiple = Math.min(10, maxFlips / median);
  const limit = multiple * median;
  const formulas = byFormula(times, attempts).map((own) => ({
    ended: own.filter((time) => time < Infinity).length,
    long: own.filter((time) => time > limit && time < Infinity).length,
  }));
  const share = jackknife(
    formulas,
    (some) => sumOf(some.map(({ long }) => long)) / Math.max(1, sumOf(some.map((own) => own.ended))),
  );
  return {
    label,
    statement: `The completion times of WalkSAT on ${set} have a heavy tail also without the runs that never end.`,
    quantity: `of the runs that ended within ${whole(maxFlips)} flips, the share longer than ${threeDigits(multiple)} of their medians (${whole(limit)} flips)`,
    ...share,
    ...exceeds(share, HEAVY * memoryless(multiple)),
    reason: `A memoryless law with the median ${whole(median)} would have ${threeDigits(memoryless(multiple))} there. Part of the tail comes from differences between formulas. No finite number of runs can show whether a moment is infinite.`,
    beyond: true,
  };
}

/** A smaller correlation is negligible. */
const ALIKE = 0.05;

/** The variance of the formulas' chances, as a share of its largest value, where each chance is 0 or 1. */
function timesAreIid({ label, set, times, attempts, curve }: SatMeasurements): ClaimDraft {
  const cutoff = curve.cutoffs[curve.best];
  const chances = sharesByFormula(times, attempts, (time) => time <= cutoff);
  const mean = meanOf(chances);
  // 0 if every attempt or none is solved; then nothing differs.
  const most = mean * (1 - mean) || 1;
  // The variance of the attempts themselves, mean·(1−mean)/attempts a formula, is subtracted.
  const excess = chances.map(
    (chance) => ((chance - mean) ** 2 - (chance * (1 - chance)) / (attempts - 1)) / most,
  );
  const correlation = meanInterval(excess);
  return {
    label,
    statement: `It is reasonable to take the completion times of the instances of ${set} as independent and identically distributed.`,
    quantity: "correlation of two tries at one formula, solved within the best cutoff or not",
    ...correlation,
    ...(correlation.low > 0
      ? {
          verdict: "holds if",
          condition: "every trial is at a fresh formula; not if a formula is tried again",
        }
      : verdictFrom(correlation.high < ALIKE, false)),
    reason: `A formula's own chance lies ${threeDigits(Math.sqrt(Math.max(0, correlation.estimate) * mean * (1 - mean)))} (standard deviation) around the mean ${threeDigits(mean)}: instances differ, so attempts at one of them are not like attempts at another.`,
  };
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
