import { rewardPower } from "@mulligan/core/distributions";
import { bestCutoff, knownArm, rewardRate } from "@mulligan/core/theory";
import type { TopLevelSpec } from "vega-lite";
import {
  type Claim,
  type ClaimDraft,
  exceeds,
  judgedFor,
  threeDigits,
  verdictFrom,
} from "../claims/claim.ts";
import {
  type Interval,
  jackknife,
  leastBy,
  meanInterval,
  mostBy,
  percentileInterval,
  shareInterval,
  sumOf,
} from "../claims/statistics.ts";
import { nominal, numeric } from "../studies/figures.ts";
import type { Chapter, ChapterContext, Findings } from "../studies/study.ts";
import {
  type CorrelationPart,
  type FoundOptima,
  OPTIMUM_SIZES,
  playOptima,
  type SampledOptimum,
  TIME_LAW,
} from "./study.ts";

export const paretoCorrelationFigure: Chapter = {
  label: "fig:pareto-correlation",
  title: "The best restart time against the correlation of time and reward",
  play: (context) => playCorrelation(context, "tied"),
};

/** `shuffled` is for the tests: without the correlation the claims must fail. */
export async function playCorrelation(
  context: ChapterContext,
  pairing: CorrelationPart["pairing"],
): Promise<Findings> {
  const { samples, repetitions } = OPTIMUM_SIZES[context.setting.form];
  const found = await playOptima(context, pairing, (gamma) => theoryAt(gamma).cutoff);
  const simulated = found.map(({ gamma, optima }) => ({
    gamma,
    ...percentileInterval(optima.map(({ cutoff }) => cutoff)),
  }));
  return {
    about: [
      "X is Pareto(1, 1.2), R = X^γ, no resetting time. The law has no finite variance and R exceeds 1, so this illustrates the rate only, not the learning theorems (docs/errata.md#e5).",
      `Theory: the numerical maximum of r(t). Simulation: the cutoff of the largest empirical rate in ${samples.toLocaleString("en-US")} samples, ${repetitions} times; the same times for every γ. What t* gains over waiting is measured on as many other trials, drawn from Pareto(1, 0.25) and weighted: plain means of X have no finite variance, and ratios with them are biased.`,
    ],
    figures: [
      {
        name: "pareto-correlation",
        caption:
          "The best restart time t* against γ: theory, and samples of the law (median, and the middle 95% of the repetitions).",
        spec: correlationFigure(simulated),
      },
    ],
    tables: [
      {
        name: "pareto-correlation",
        columns: ["gamma", "best_cutoff_theory", "rate_theory", "best_cutoff_simulated", "low", "high"],
        rows: simulated.map((point) => {
          const { cutoff, rate } = theoryAt(point.gamma);
          return [point.gamma, cutoff, rate, point.estimate, point.low, point.high];
        }),
      },
    ],
    claims: correlationClaims(found, theoryAt),
    work: `${(found.length * repetitions * samples).toLocaleString("en-US")} samples`,
  };
}

/** The values of the formulas at one γ: t*, r(t*) and r(t*)/r(∞). */
interface Theory {
  readonly cutoff: number;
  readonly rate: number;
  readonly gain: number;
}

function theoryAt(gamma: number): Theory {
  const arm = knownArm(rewardPower(TIME_LAW, 1, gamma));
  const { cutoff, rate } = bestCutoff(arm);
  return { cutoff, rate, gain: rate / rewardRate(arm, Infinity) };
}

/** The three cases of the remark on correlation, and what the caption of the figure says. */
export function correlationClaims(
  found: readonly FoundOptima[],
  theoryAt: (gamma: number) => Theory,
): Claim[] {
  const { optima } = found[0];
  return judgedFor(
    `Pareto(1, 1.2), R = X^γ, no resetting time, ${optima.length} sets of samples for each γ; no horizon: the rate is that of τ → ∞`,
    independent(found, theoryAt),
    waiting(found),
    finite(found, theoryAt),
    growing(found),
    bothAgree(found, theoryAt),
  );
}

/** The rate at t* over the rate of waiting: a ratio of means, not a mean of ratios. */
function gainAt(found: readonly FoundOptima[], gamma: number): Interval {
  const { optima } = found.find((entry) => entry.gamma === gamma)!;
  return jackknife(optima, (chosen) => rateOf(chosen, "cut") / rateOf(chosen, "whole"));
}

function rateOf(optima: readonly SampledOptimum[], of: "cut" | "whole"): number {
  return sumOf(optima.map((one) => one[of].reward)) / sumOf(optima.map((one) => one[of].time));
}

function independent(found: readonly FoundOptima[], theoryAt: (gamma: number) => Theory): ClaimDraft {
  const gain = gainAt(found, 0);
  const theory = theoryAt(0);
  return {
    label: "fig:pareto-correlation, case 1",
    statement: "If time and reward are independent, it is best to restart a Pareto task after a finite time.",
    quantity: "rate at t* over the rate without a cutoff, γ = 0",
    ...gain,
    ...exceeds(gain, 1),
    reason: `By theory t* = ${threeDigits(theory.cutoff)}, and the ratio is ${theory.gain.toFixed(3)}.`,
  };
}

function waiting(found: readonly FoundOptima[]): ClaimDraft {
  const { optima } = found.find((entry) => entry.gamma === 1)!;
  const waits = optima.filter(({ cutoff }) => cutoff === Infinity).length;
  const share = shareInterval(waits, optima.length);
  return {
    label: "fig:pareto-correlation, case 2",
    statement: "If the reward is ωX^γ with γ ≥ 1, it is best to wait until the end: t* = ∞.",
    quantity: "share of samples in which no cutoff beats waiting, γ = 1",
    ...share,
    ...exceeds(share, 0.5),
    reason: `Waiting was best in ${waits} of ${optima.length} samples; at γ = 1 every unit of time earns one, so no cutoff can earn more.`,
  };
}

/** The values of γ go up to 0.9. */
function finite(found: readonly FoundOptima[], theoryAt: (gamma: number) => Theory): ClaimDraft {
  const gains = found
    .filter(({ gamma }) => gamma < 1)
    .map(({ gamma }) => ({ gamma, gain: gainAt(found, gamma) }));
  const least = leastBy(gains, ({ gain }) => gain.low);
  return {
    label: "fig:pareto-correlation, case 3",
    statement: "If the reward is ωX^γ with γ < 1, the best restart time is finite.",
    quantity: `rate at t* over the rate without a cutoff, least of ${gains.length} γ, at γ = ${least.gamma}`,
    ...least.gain,
    ...exceeds(least.gain, 1),
    reason: `Restarting gains at ${gains.filter(({ gain }) => gain.low > 1).length} of ${gains.length} values of γ from ${gains[0].gamma} to ${gains[gains.length - 1].gamma}; the nearer to 1, the less. By theory the ratio at γ = ${least.gamma} is ${theoryAt(least.gamma).gain.toFixed(3)}.`,
  };
}

function growing(found: readonly FoundOptima[]): ClaimDraft {
  const below = found.filter(({ gamma }) => gamma < 1);
  const steps = below.slice(1).map(({ gamma, optima }, place) => ({
    gamma,
    step: meanInterval(
      optima.map(({ cutoff }, run) => finiteLog(cutoff) - finiteLog(below[place].optima[run].cutoff)),
    ),
  }));
  const least = leastBy(steps, ({ step }) => step.low);
  return {
    label: "fig:pareto-correlation",
    statement: "The more the reward grows with the time, the later it is best to restart.",
    quantity: `growth of log t* from one γ to the next, least of ${steps.length}, up to γ = ${least.gamma}`,
    ...least.step,
    ...exceeds(least.step, 0),
    reason: `The samples' best cutoff grows at ${steps.filter(({ step }) => step.low > 0).length} of ${steps.length} steps.`,
  };
}

/** The largest accepted distance of the ratio from 1. */
const CLOSE = 0.02;

/** Compares the best rate of the samples with the formula's, for the γ at which the rate curve has a clear peak. */
function bothAgree(found: readonly FoundOptima[], theoryAt: (gamma: number) => Theory): ClaimDraft {
  const ratios = found
    .filter(({ gamma }) => gamma <= 0.5)
    .map(({ gamma, optima }) => ({
      gamma,
      ratio: meanInterval(optima.map(({ rate }) => rate / theoryAt(gamma).rate)),
    }));
  const far = ({ ratio }: { ratio: Interval }) => Math.abs(ratio.estimate - 1);
  const worst = mostBy(ratios, far);
  return {
    label: "eqn:rew-rate",
    statement: "The reward rate E[V]/E[U] is what renewals earn per unit time.",
    quantity: `best rate of the samples over max r(t), farthest from 1 of γ ≤ ½, at γ = ${worst.gamma}`,
    ...worst.ratio,
    ...verdictFrom(
      ratios.every(({ ratio }) => ratio.low > 1 - CLOSE && ratio.high < 1 + CLOSE),
      ratios.some(({ ratio }) => ratio.high < 1 - CLOSE || ratio.low > 1 + CLOSE),
    ),
    reason: "The largest of many estimates is a little above the truth; it must come within 2% of it.",
  };
}

/** Takes 10⁶ for ∞, so that differences are finite. */
function finiteLog(cutoff: number): number {
  return Math.log(Math.min(cutoff, 1e6));
}

/** The height at which ∞ is drawn. */
const TOP = 2_000;
const TICKS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];
const SOURCES = ["theory", "simulation"];
const COLOURS = ["#2f7fd6", "#d97a22"];

/** fig:pareto-correlation: t* against γ, by theory as a line, by simulation as points with bars. */
function correlationFigure(simulated: readonly (Interval & { readonly gamma: number })[]): TopLevelSpec {
  const points = simulated.map(({ gamma, estimate, low, high }) => ({
    gamma,
    cutoff: Math.min(estimate, TOP),
    low: Math.min(low, TOP),
    high: Math.min(high, TOP),
    source: "simulation",
    mark: estimate === Infinity ? "∞" : "",
  }));
  const line = Array.from({ length: 39 }, (_, i) => (i - 20) / 20)
    .map((gamma) => ({ gamma, cutoff: theoryAt(gamma).cutoff, source: "theory" }))
    .filter(({ cutoff }) => cutoff < TOP);
  const x = numeric("gamma", "γ in R = X^γ", { scale: { domainMin: -1.05, domainMax: 1.1 } });
  const y = numeric("cutoff", "best restart time t* (units of the least X)", {
    scale: { type: "log", domainMin: 1, domainMax: 2 * TOP, nice: false },
    axis: { values: TICKS, format: "~s" },
  });
  const color = nominal("source", { scale: { domain: SOURCES, range: COLOURS } });
  return {
    title: "Pareto(1, 1.2): the best restart time against the correlation",
    width: 520,
    height: 340,
    layer: [
      { data: { values: line }, mark: { type: "line", strokeWidth: 2 }, encoding: { x, y, color } },
      {
        data: { values: points },
        mark: { type: "rule", strokeWidth: 1.5 },
        encoding: { x, y: { ...y, field: "low" }, y2: { field: "high" }, color },
      },
      {
        data: { values: points },
        mark: { type: "point", filled: true, size: 60 },
        encoding: { x, y, color },
      },
      {
        data: { values: points.filter(({ mark }) => mark !== "") },
        mark: { type: "text", dy: -14, fontSize: 18 },
        encoding: { x, y, text: { field: "mark" }, color },
      },
    ],
  };
}
