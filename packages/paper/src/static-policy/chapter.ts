import type { TopLevelSpec } from "vega-lite";
import { type ClaimDraft, holdsIf, judgedFor, threeDigits, withInterval } from "../claims/claim.ts";
import { exactly, fitLine, type Interval, mapInterval, mostBy } from "../claims/statistics.ts";
import { bandFigure, logarithmic, nominal, numeric } from "../studies/figures.ts";
import {
  type Chapter,
  type ChapterTable,
  type FigureSpec,
  type Findings,
  tableOf,
} from "../studies/study.ts";
import { type Gaps, playStatic, playWhole, STATIC_LAWS, STATIC_SIZES, type StaticExcess } from "./study.ts";

/** prop:rew-st, prop:rew-opt and the corollary on the optimality gap. */
export const staticPolicyChapter: Chapter = {
  label: "prop:rew-st",
  title: "The reward of the static policy, and the limit of every policy",
  async play(context): Promise<Findings> {
    const { runs, horizon, decades } = STATIC_SIZES[context.setting.form];
    const excesses = await playStatic(context);
    const { bound, ...gaps } = await playWhole(context);
    return {
      about: [
        `The static policy at t*, for ${STATIC_LAWS.length} laws, three of them the same in another unit of time, over horizons in which ${decades.map(threeDigits).join(", ")} rewards are expected; ${runs} runs.`,
        `OPT exactly, by dynamic programming over the time left, for every whole horizon up to ${threeDigits(horizon)}: a law on 2, 3, 7, 11 and 40, every whole cutoff, a reset of 1.`,
      ],
      figures: [
        {
          name: "static-overshoot",
          caption:
            "The reward of the static policy beyond r*·τ, as a share of the corrected bound r*·E[Y²]/E[Y], with 95% bands; the printed bound as a dashed line.",
          spec: overshootFigure(excesses),
        },
        {
          name: "optimality-gap",
          caption:
            "OPT(τ) − E[REW of the static policy](τ), and OPT(τ) − r*·τ with its bound r*·Φ, computed exactly.",
          spec: optimalityGapFigure(gaps, bound),
        },
      ],
      tables: [excessTable(excesses)],
      claims: [
        ...judgedFor(
          `the static policy at t*, ${STATIC_LAWS.length} laws, from 1 to ${threeDigits(decades[decades.length - 1])} rewards expected by τ`,
          staticClaim(excesses),
        ),
        ...judgedFor(
          `a law on five whole numbers, a reset of 1, every whole τ up to ${threeDigits(horizon)}`,
          optimalClaim(gaps.aboveRate, bound),
          gapClaim(gaps.optimality, bound),
        ),
      ],
      work: `${STATIC_LAWS.length} × ${runs} runs of the static policy; ${threeDigits(horizon)} steps of dynamic programming`,
    };
  },
};

function excessTable(excesses: readonly StaticExcess[]): ChapterTable {
  return tableOf("static-reward", excesses, [
    ["law", ({ law }) => law],
    ["horizon", ({ horizon }) => horizon],
    ["reward − r*τ", ({ reward }) => reward.estimate],
    ["low", ({ reward }) => reward.low],
    ["high", ({ reward }) => reward.high],
    ["r*·overshoot", ({ overshoot }) => overshoot.estimate],
    ["low", ({ overshoot }) => overshoot.low],
    ["high", ({ overshoot }) => overshoot.high],
    ["bound", ({ bound }) => bound],
    ["printed bound", ({ printed }) => printed],
  ]);
}

/**
 * Returns whether an interval of twice the width lies beyond a bound. One of many 95% intervals may do so by chance; the
 * wider one does so once in ten thousand.
 */
const beyond = ({ estimate, low, high }: Interval, bound: number) =>
  estimate > bound ? 2 * low - estimate > bound : 2 * high - estimate < bound;

export function staticClaim(excesses: readonly StaticExcess[]): ClaimDraft {
  const below = excesses.filter(({ reward, overshoot }) =>
    [reward, overshoot].some((excess) => excess.estimate < 0 && beyond(excess, 0)),
  );
  const above = (bound: "bound" | "printed") =>
    excesses.filter((e) =>
      [e.reward, e.overshoot].some((excess) => excess.estimate > e[bound] && beyond(excess, e[bound])),
    );
  const [corrected, printed] = [above("bound"), above("printed")];
  const worst = mostBy(excesses, ratio);
  const sound = below.length === 0 && corrected.length === 0;
  return {
    label: "prop:rew-st",
    statement: "The static policy earns at least r*·τ and at most r*·(τ + E[Y²]/E[Y]²).",
    quantity: `what it earns beyond r*·τ as a multiple of the printed bound, where that is largest (${worst.law}, τ = ${threeDigits(worst.horizon)})`,
    ...mapInterval(worst.overshoot, (value) => value / worst.printed),
    ...holdsIf(sound && printed.length === 0, sound, "the last term is E[Y²]/E[Y], a time"),
    reason: `Of ${excesses.length} laws and horizons, ${below.length} lie below r*·τ, ${corrected.length} above the bound with E[Y²]/E[Y], and ${printed.length} above the printed one, which changes with the unit of time (docs/errata.md#e3).`,
  };
}

const ratio = ({ overshoot, printed }: StaticExcess) => overshoot.estimate / printed;

/** A gap is bounded if it grows by less than this share of the largest gap over the last decade. */
const FLAT = 0.01;

function boundedness(gaps: readonly number[], bound: number) {
  const largest = Math.max(...gaps);
  const slope = lastDecadeSlope(gaps);
  const flat = Math.abs(slope) * gaps.length * 0.9 <= FLAT * Math.max(largest, 1e-9);
  return { largest, slope, holds: flat && largest <= bound };
}

function optimalClaim(aboveRate: readonly number[], bound: number): ClaimDraft {
  const { largest, slope, holds } = boundedness(aboveRate, bound);
  return {
    label: "prop:rew-opt",
    statement: "OPT(τ) exceeds r*·τ by no more than r*·Φ, whatever τ.",
    quantity: "largest OPT(τ) − r*·τ, in rewards",
    ...exactly(largest),
    verdict: holds ? "holds" : "does not hold",
    reason: `It is at most ${threeDigits(largest)} over ${threeDigits(aboveRate.length)} horizons, where our bound r*·Φ is ${threeDigits(bound)}; over the last decade it changes by ${threeDigits(slope)} a unit of time.`,
  };
}

export function gapClaim(optimality: readonly number[], bound: number): ClaimDraft {
  const { largest, slope, holds } = boundedness(optimality, bound);
  return {
    label: "prop:rew-st",
    statement: "The static policy falls short of OPT(τ) by a bounded amount, whatever τ (the corollary).",
    quantity: "largest OPT(τ) − E[REW of the static policy], in rewards",
    ...exactly(largest),
    verdict: holds ? "holds" : "does not hold",
    reason: `It is at most ${threeDigits(largest)} (our bound: ${threeDigits(bound)}) and changes by ${threeDigits(slope)} a unit of time over the last decade, ${withInterval(exactly(optimality[optimality.length - 1]))} at the end.`,
  };
}

/** The growth per unit of time over the last decade of horizons. */
export function lastDecadeSlope(gaps: readonly number[]): number {
  const from = Math.floor(gaps.length / 10);
  const last = gaps.slice(from);
  return fitLine(
    last.map((_, i) => from + i + 1),
    last,
  ).slope;
}

const A_DECADE = 60;

/** Both gaps against the horizon, and the bound on both. */
function optimalityGapFigure({ optimality, aboveRate }: Gaps, bound: number): TopLevelSpec {
  const last = optimality.length;
  const horizons = Array.from({ length: Math.ceil(A_DECADE * Math.log10(last)) + 1 }, (_, i) =>
    Math.min(last, Math.round(10 ** (i / A_DECADE))),
  );
  const values = [...new Set(horizons)].flatMap((horizon) => [
    { horizon, gap: optimality[horizon - 1], of: "OPT − static policy" },
    { horizon, gap: aboveRate[horizon - 1], of: "OPT − r*·τ" },
    { horizon, gap: bound, of: "bound r*·Φ" },
  ]);
  return {
    title: "No policy gains more than a constant on the static one",
    width: 480,
    height: 300,
    data: { values },
    mark: "line",
    encoding: {
      x: logarithmic("horizon", "horizon τ (time)"),
      y: numeric("gap", "reward"),
      color: nominal("of"),
    },
  };
}

/** The least value on the logarithmic axis; with few runs the noise can be below 0. */
const drawn = (share: number) => Math.max(share, 0.01);

/** The reward beyond r*·τ over its corrected bound, one line a law; dashed, the printed bound. */
function overshootFigure(excesses: readonly StaticExcess[]): FigureSpec {
  const values = excesses.map(({ law, horizon, overshoot, bound, printed }) => ({
    law,
    horizon,
    share: drawn(overshoot.estimate / bound),
    low: drawn(overshoot.low / bound),
    high: drawn(overshoot.high / bound),
    printed: printed / bound,
  }));
  return bandFigure({
    title: "What the last trial adds",
    values,
    x: { field: "horizon", title: "horizon τ (time)" },
    y: { field: "share", title: "reward beyond r*·τ / bound" },
    lines: { field: "law" },
    dashed: "printed",
  });
}
