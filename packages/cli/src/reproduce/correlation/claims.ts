import { type Claim, type ClaimDraft, judgedFor } from "../claims/claim.ts";
import { leastBy, mostBy } from "../claims/extremes.ts";
import { type Interval, meanInterval, shareInterval } from "../claims/interval.ts";
import { jackknife } from "../claims/jackknife.ts";
import { judge, exceeds } from "../claims/judge.ts";
import { sumOf } from "../claims/sums.ts";
import { threeDigits } from "../claims/three-digits.ts";
import type { SampledOptimum } from "./optimum-study.ts";
import type { FoundOptima } from "./study.ts";

/** What the formulas say at one γ: t*, r(t*) and r(t*)/r(∞). */
interface Theory {
  readonly cutoff: number;
  readonly rate: number;
  readonly gain: number;
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

/** How many times as much t* earns as waiting for the end does: a ratio of means, not a mean of ratios. */
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

/** Below γ = 1 by as little as a tenth. */
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

/** How near the largest of many estimates must come. */
const CLOSE = 0.02;

/** Where the curve is not flat yet: the best rate of the samples against the formula's. */
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
    ...judge(
      ratios.every(({ ratio }) => ratio.low > 1 - CLOSE && ratio.high < 1 + CLOSE),
      ratios.some(({ ratio }) => ratio.high < 1 - CLOSE || ratio.low > 1 + CLOSE),
    ),
    reason: "The largest of many estimates is a little above the truth; it must come within 2% of it.",
  };
}

/** The largest sample stands for ∞ where differences are taken. */
function finiteLog(cutoff: number): number {
  return Math.log(Math.min(cutoff, 1e6));
}
