import { bestCutoff, type KnownArm, residual, rewardRate } from "@mulligan/core/theory";
import { armOf, type ArmText } from "../studies/problem.ts";
import type { Study } from "../studies/study.ts";

/** One arm, and what three ways of asking say about a finite cutoff (thm:opt-int). */
export interface ConditionResult {
  /** r(t) searched over all t: the truth. */
  readonly truth: boolean;
  /** E[R | X > t]·E[X] < E[R]·E[X − t − C(t) | X > t] at some t. */
  readonly product: boolean;
  /** The fraction as printed, at some t (docs/errata.md#e4). */
  readonly printed: boolean;
  /** The same, asked only where E[X − t − C(t) | X > t] > 0. */
  readonly printedWherePositive: boolean;
  /** E[X − t | X > t] > E[X] at some t, whatever reward and resetting time (eqn:opt-int-ind). */
  readonly independent: boolean;
  /** t* and how many times r(∞) it earns. */
  readonly cutoff: number;
  readonly gain: number;
}

export const restartCondition: Study<readonly ArmText[], ConditionResult[]> = {
  name: "restart-condition",
  play: (problems) => problems.map((problem) => testCondition(armOf(problem))),
};

/** Less than this share of a difference is rounding: the exponential law has equality everywhere. */
const MARGIN = 1e-7;
/** And this of a rate: far out the condition may hold by much and gain next to nothing. */
const FLAT = 1e-10;

export function testCondition(arm: KnownArm): ConditionResult {
  const { time } = arm.law;
  const waiting = rewardRate(arm, Infinity);
  const best = bestCutoff(arm);
  const reward = arm.law.rewardMoment(1, Infinity);
  const answers = { product: false, printed: false, printedWherePositive: false, independent: false };
  for (const cutoff of scan(arm)) {
    if (time.mean === Infinity) {
      // Waiting then has rate 0, and each side of both forms is ∞ or 0: any t that can earn something helps.
      if (!(time.cdf(cutoff) > 0)) continue;
      return { ...yes, truth: best.rate > waiting, cutoff: best.cutoff, gain: Infinity };
    }
    const left = residual(arm, cutoff);
    const [waits, restarts] = [left.reward * time.mean, reward * left.time];
    const margin = MARGIN * (Math.abs(waits) + Math.abs(restarts));
    if (waits < restarts - margin) answers.product = true;
    // The fraction, with the same margin: its two sides are those above divided by E[X]·E[X − t − C | X > t].
    if (left.time > 0 && waits < restarts - margin) answers.printedWherePositive = true;
    if (
      left.time !== 0 &&
      left.reward / left.time < reward / time.mean - margin / (time.mean * Math.abs(left.time))
    )
      answers.printed = true;
    const further = left.time + arm.resetting.mean(cutoff);
    if (further > time.mean * (1 + MARGIN)) answers.independent = true;
  }
  const truth = best.cutoff < Infinity && best.rate > waiting * (1 + FLAT);
  return { ...answers, truth, cutoff: truth ? best.cutoff : Infinity, gain: best.rate / waiting };
}

const yes = { product: true, printed: true, printedWherePositive: true, independent: true } as const;

const STEPS = 400;
/** Up to quantiles of 1 − 10⁻⁹: a lognormal law with small σ satisfies its condition far out. */
const FARTHEST = 9;

/** Times at which the conditions are asked: quantiles, dense at both ends, and every break of the law. */
function scan({ law: { time } }: KnownArm): number[] {
  const tails = Array.from({ length: STEPS }, (_, i) => 10 ** ((-FARTHEST * i) / STEPS) / 2);
  const times = [
    ...tails.map((p) => time.quantile(p)),
    ...tails.map((p) => time.quantile(1 - p)),
    ...time.breaks,
  ];
  return times.filter((cutoff) => cutoff > 0 && time.survival(cutoff) > 0);
}
