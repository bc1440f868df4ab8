import type { Draw } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import {
  bernsteinRadius,
  groupCount,
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
import { armOf, type Problem } from "../studies/problem.ts";
import type { Study } from "../studies/study.ts";

/** Samples of one arm at one cutoff, `from` up to, not including, `to`, and how often the radii of them miss. */
export interface CoveragePart {
  readonly problem: Problem;
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
  /** |r̂ − r| above the radius, r̂ = mean reward over mean time. */
  readonly missed: number;
  /** The same with r̂ upside down, as printed. */
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
    const { kind, cutoff, beta } = part;
    const logTerm = Math.log(1 / part.delta);
    const size = sampleSize(part);
    const truth = { time: meanTime(arm, cutoff), reward: meanReward(arm, cutoff) };
    const rate = truth.reward / truth.time;
    const reset = cutoff < Infinity ? arm.resetting.mean(cutoff) : 0;
    const range = { time: cutoff + reset, reward: 1 };
    const groups = groupCount(logTerm);
    const random = stream(part.seed, "coverage", kind, arm.name, part.size, part.from);
    const draw: Draw = { time: 0, reward: 0 };
    const samples = { time: new Float64Array(size), reward: new Float64Array(size) };
    const read = (of: "time" | "reward") => {
      const values = samples[of];
      if (kind === "median") {
        const variance = medianOfVariances(values, groups);
        return { mean: medianOfMeans(values, groups), radius: medianRadius(size, variance, logTerm) };
      }
      const { mean, variance } = momentsOf(values);
      return { mean, radius: bernsteinRadius(size, variance, range[of], logTerm) };
    };
    const counts = { missed: 0, missedUpsideDown: 0, unstable: 0, missedMeans: 0, againstLemma: 0 };
    for (let sample = part.from; sample < part.to; sample++) {
      for (let i = 0; i < size; i++) {
        arm.law.draw(random, draw);
        const completed = draw.time <= cutoff;
        samples.time[i] = completed ? draw.time : cutoff + reset;
        samples.reward[i] = completed ? draw.reward : 0;
      }
      const [time, reward] = [read("time"), read("reward")];
      const radiusOf = (estimate: number) =>
        rateRadius(estimate, time.mean, reward.radius, time.radius, beta);
      const estimate = reward.mean / time.mean;
      const upsideDown = time.mean / Math.max(reward.mean, Number.MIN_VALUE);
      const missed = Math.abs(estimate - rate) > radiusOf(estimate);
      const unstable = time.radius > beta * truth.time || reward.radius > beta * truth.reward;
      const missedMeans =
        Math.abs(time.mean - truth.time) > time.radius ||
        Math.abs(reward.mean - truth.reward) > reward.radius;
      if (missed) counts.missed += 1;
      if (Math.abs(upsideDown - rate) > radiusOf(upsideDown)) counts.missedUpsideDown += 1;
      if (unstable) counts.unstable += 1;
      if (missedMeans) counts.missedMeans += 1;
      if (missed && !missedMeans && !unstable) counts.againstLemma += 1;
    }
    return { samples: part.to - part.from, size, ...counts };
  },
};

/** n of prop:concentration for this arm. */
export function sampleSize({ problem, cutoff, kind, beta, delta, size }: CoveragePart): number {
  const arm = armOf(problem);
  const reset = cutoff < Infinity ? arm.resetting.mean(cutoff) : 0;
  const logTerm = Math.log(1 / delta);
  const [time, reward] = [timeSpread(arm, cutoff), rewardSpread(arm, cutoff)];
  const bounded = [
    { ...time, range: cutoff + reset },
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
