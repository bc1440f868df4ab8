import type { Draw } from "@mulligan/core/distributions";
import { stream, type Xoshiro128 } from "@mulligan/core/random";
import {
  bernsteinRadius,
  groupCount,
  type KnownArm,
  meanReward,
  meanSampleSize,
  meanTime,
  medianOfMeans,
  medianOfVariances,
  medianRadius,
  medianSampleSize,
  rateRadius,
  rewardSpread,
  timeSpread,
} from "@mulligan/core/theory";
import { armOf, type ArmText } from "../studies/problem.ts";
import type { Study } from "../studies/study.ts";

/** Samples of one arm at one cutoff, `from` up to, not including, `to`, and how often the radii of them miss. */
export interface CoveragePart {
  readonly problem: ArmText;
  readonly cutoff: number;
  readonly kind: "mean" | "median";
  readonly beta: number;
  readonly delta: number;
  /** With log(1/δ) in the condition on n, or as printed, without (docs/errata.md#e16). */
  readonly size: "corrected" | "printed";
  readonly seed: number;
  readonly from: number;
  readonly to: number;
}

export interface Coverage {
  readonly samples: number;
  /** n. */
  readonly size: number;
  /** |r̂ − r| over the radius, sample by sample, r̂ = mean reward over mean time: above 1 the radius misses. */
  readonly errors: readonly number[];
  /** Samples whose radius misses with r̂ upside down, as printed. */
  readonly missedUpsideDown: number;
  /** ε > β·E[X] or η > β·E[R]: lem:rate-conc says nothing there. */
  readonly unstable: number;
  /** ε or η itself missed its mean: what lem:rate-conc allows the rate to miss by. */
  readonly missedMeans: number;
  /** The rate was missed, though both means were not and the radii were small: the lemma says never. */
  readonly againstLemma: number;
}

export const coverage: Study<CoveragePart, Coverage> = {
  name: "coverage",
  play(part) {
    const arm = armOf(part.problem);
    const { kind, cutoff, delta, beta } = part;
    const size = sampleSize(part);
    const truth = { time: meanTime(arm, cutoff), reward: meanReward(arm, cutoff) };
    const random = stream(part.seed, "coverage", kind, arm.name, part.size, part.from);
    const sample = { time: new Float64Array(size), reward: new Float64Array(size) };
    const read = kind === "mean" ? readMean : readMedian;
    const logTerm = Math.log(1 / delta);
    const errors: number[] = [];
    const counts = { missedUpsideDown: 0, unstable: 0, missedMeans: 0, againstLemma: 0 };
    for (let place = part.from; place < part.to; place++) {
      drawTrials(arm, cutoff, random, sample);
      const found = judgeSample(
        read(sample.time, cutoff + resetAt(arm, cutoff), logTerm),
        read(sample.reward, 1, logTerm),
        truth,
        beta,
      );
      errors.push(found.error);
      counts.missedUpsideDown += Number(found.missedUpsideDown);
      counts.unstable += Number(found.unstable);
      counts.missedMeans += Number(found.missedMeans);
      counts.againstLemma += Number(found.error > 1 && !found.missedMeans && !found.unstable);
    }
    return { samples: part.to - part.from, size, errors, ...counts };
  },
};

/** Trials at one cutoff, as the policy sees them: times with what a reset takes, rewards of completed ones. */
function drawTrials(
  arm: KnownArm,
  cutoff: number,
  random: Xoshiro128,
  sample: { readonly time: Float64Array; readonly reward: Float64Array },
): void {
  const reset = resetAt(arm, cutoff);
  const draw: Draw = { time: 0, reward: 0 };
  for (let i = 0; i < sample.time.length; i++) {
    arm.law.draw(random, draw);
    const completed = draw.time <= cutoff;
    sample.time[i] = completed ? draw.time : cutoff + reset;
    sample.reward[i] = completed ? draw.reward : 0;
  }
}

function resetAt({ resetting }: KnownArm, cutoff: number): number {
  return cutoff < Infinity ? resetting.mean(cutoff) : 0;
}

/** What a sample says of a mean, and how far that may be off: ε or η. */
interface MeanEstimate {
  readonly mean: number;
  readonly radius: number;
}

function readMean(values: Float64Array, range: number, logTerm: number): MeanEstimate {
  const { mean, variance } = momentsOf(values);
  return { mean, radius: bernsteinRadius(values.length, variance, range, logTerm) };
}

/** The same by medians of means, which need no range. */
function readMedian(values: Float64Array, _range: number, logTerm: number): MeanEstimate {
  const groups = groupCount(logTerm);
  const variance = medianOfVariances(values, groups);
  return { mean: medianOfMeans(values, groups), radius: medianRadius(values.length, variance, logTerm) };
}

function judgeSample(
  time: MeanEstimate,
  reward: MeanEstimate,
  truth: { readonly time: number; readonly reward: number },
  beta: number,
) {
  const rate = truth.reward / truth.time;
  const errorOf = (estimate: number) =>
    Math.abs(estimate - rate) / rateRadius(estimate, time.mean, reward.radius, time.radius, beta);
  return {
    error: errorOf(reward.mean / time.mean),
    missedUpsideDown: errorOf(time.mean / Math.max(reward.mean, Number.MIN_VALUE)) > 1,
    unstable: time.radius > beta * truth.time || reward.radius > beta * truth.reward,
    missedMeans:
      Math.abs(time.mean - truth.time) > time.radius || Math.abs(reward.mean - truth.reward) > reward.radius,
  };
}

/** n of prop:concentration for this arm. */
export function sampleSize({ problem, cutoff, kind, beta, delta, size }: CoveragePart): number {
  const arm = armOf(problem);
  const logTerm = Math.log(1 / delta);
  const [time, reward] = [timeSpread(arm, cutoff), rewardSpread(arm, cutoff)];
  const bounded = [
    { ...time, range: cutoff + resetAt(arm, cutoff) },
    { ...reward, range: 1 },
  ] as const;
  const needed = (log: number) =>
    kind === "mean"
      ? meanSampleSize(bounded[0], bounded[1], beta, log)
      : medianSampleSize(time, reward, beta, log);
  const least = kind === "median" ? 2 * groupCount(logTerm) : 1;
  return Math.max(least, Math.ceil(needed(size === "printed" ? 1 : logTerm)));
}

function momentsOf(values: Float64Array): { mean: number; variance: number } {
  let sum = 0;
  for (const value of values) sum += value;
  const mean = sum / values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return { mean, variance: squares / values.length };
}
