import type { Draw } from "@mulligan/core/distributions";
import { stream, type Xoshiro128 } from "@mulligan/core/random";
import {
  bernsteinRadius,
  groupCount,
  type KnownArm,
  meanReward,
  meanTime,
  medianRadius,
  rewardSpread,
  timeSpread,
} from "@mulligan/core/theory";
import { betaOfLeastPenalty, medianOfMeans, medianOfVariances, rateRadius } from "../bounds/index.ts";
import { sumOf } from "../claims/statistics.ts";
import { type ArmText, armOf } from "../studies/arms.ts";
import { meanSampleSize, medianSampleSize } from "../studies/sample-size.ts";
import { type ChapterContext, playSets, type SeededRuns, type Study, spansOf } from "../studies/study.ts";

/** The number of samples of each arm, and of samples in a part. */
const SIZES = {
  full: { mean: { samples: 4_000, aPart: 400 }, median: { samples: 400, aPart: 40 } },
  quick: { mean: { samples: 600, aPart: 300 }, median: { samples: 40, aPart: 20 } },
  tiny: { mean: { samples: 4, aPart: 4 }, median: { samples: 2, aPart: 2 } },
};

/**
 * The smaller δ, the tighter the promise; but 12δ or 16.8δ of the samples must be more than none. Samples for medians
 * are large, so there are fewer of them.
 */
export const DELTA = { mean: 0.001, median: 0.01 } as const;

/** The first case has a constant time and a small β, so that its radius is hardly wider than that of the mean reward. */
export const CASES: readonly Pick<CoveragePart, "problem" | "cutoff" | "kind" | "beta">[] = [
  {
    problem: { law: "constant(value=1)", reward: "bernoulli(p=0.5)" },
    cutoff: 1,
    kind: "mean",
    beta: 0.05,
  },
  { problem: { law: "pareto(scale=0.3,shape=1.2)" }, cutoff: 1, kind: "mean", beta: betaOfLeastPenalty() },
  {
    problem: { law: "lognormal(median=0.9,sigma=1.2)", resetting: "proportional(0.5)" },
    cutoff: 2,
    kind: "mean",
    beta: betaOfLeastPenalty(),
  },
  { problem: { law: "exponential(mean=5)", reward: "bernoulli(p=0.3)" }, cutoff: 1, kind: "mean", beta: 0.5 },
  {
    problem: { law: "lognormal(median=0.9,sigma=0.6)", reward: "bernoulli(p=0.5)" },
    cutoff: Infinity,
    kind: "median",
    beta: 0.5,
  },
  { problem: { law: "exponential(mean=2)" }, cutoff: 3, kind: "median", beta: 0.5 },
];

/** The samples of one case at one sample size. */
export interface CaseCoverage extends Coverage {
  readonly law: string;
  readonly kind: "mean" | "median";
  readonly form: "corrected" | "printed";
}

type CaseAtSize = Omit<CoveragePart, "from" | "to">;

/** Plays every case with samples of the corrected size and of the printed size. */
export async function playCoverage({ play, setting }: ChapterContext): Promise<CaseCoverage[]> {
  const { form, seed } = setting;
  const asked = CASES.flatMap((one) =>
    (["corrected", "printed"] as const).map(
      (size): CaseAtSize => ({ ...one, size, delta: DELTA[one.kind], seed }),
    ),
  );
  const sets = asked.map((one) => {
    const { samples, aPart } = SIZES[form][one.kind];
    return spansOf(samples, aPart).map((span) => ({ ...one, ...span }));
  });
  const counted = await playSets(play, coverage, sets);
  return asked.map((one, i) => combineParts(one, counted[i]));
}

function combineParts({ problem, kind, size: form }: CaseAtSize, parts: readonly Coverage[]): CaseCoverage {
  const sum = (field: Exclude<keyof Coverage, "errors">) => sumOf(parts.map((part) => part[field]));
  return {
    law: [problem.law, problem.reward, problem.resetting].filter(Boolean).join(", "),
    kind,
    form,
    size: parts[0].size,
    samples: sum("samples"),
    errors: parts.flatMap((part) => part.errors),
    missedUpsideDown: sum("missedUpsideDown"),
    unstable: sum("unstable"),
    missedMeans: sum("missedMeans"),
    againstLemma: sum("againstLemma"),
  };
}

/** Samples of one arm at one cutoff. */
interface CoveragePart extends SeededRuns {
  readonly problem: ArmText;
  readonly cutoff: number;
  readonly kind: "mean" | "median";
  readonly beta: number;
  readonly delta: number;
  /** With log(1/δ) in the condition on n, or as printed, without (docs/errata.md#e16). */
  readonly size: "corrected" | "printed";
}

interface Coverage {
  readonly samples: number;
  /** n. */
  readonly size: number;
  /** |r̂ − r| over the radius, sample by sample, r̂ = mean reward over mean time: above 1 the radius misses. */
  readonly errors: readonly number[];
  /** Samples whose radius misses with r̂ upside down, as printed. */
  readonly missedUpsideDown: number;
  /** ε > β·E[X] or η > β·E[R]: lem:rate-conc says nothing there. */
  readonly unstable: number;
  /** Samples in which ε or η missed its mean; lem:rate-conc allows the rate to be missed there. */
  readonly missedMeans: number;
  /** Samples in which the rate was missed, but neither mean, and the radii were small. The lemma says there are none. */
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

/** Draws trials at one cutoff as a policy observes them: times with resets, rewards of completed trials only. */
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

/** The estimate of a mean, and its radius ε or η. */
interface MeanEstimate {
  readonly mean: number;
  readonly radius: number;
}

function readMean(values: Float64Array, range: number, logTerm: number): MeanEstimate {
  const { mean, variance } = momentsOf(values);
  return { mean, radius: bernsteinRadius(values.length, variance, range, logTerm) };
}

/** The estimate by medians of means, which need no range. */
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
