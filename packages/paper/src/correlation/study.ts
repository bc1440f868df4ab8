import { pareto } from "@mulligan/core/distributions";
import { stream, Xoshiro128 } from "@mulligan/core/random";
import { shuffle } from "../claims/statistics.ts";
import type { ChapterContext, ReproductionSize, Study } from "../studies/study.ts";

export const OPTIMUM_SIZES: Record<
  ReproductionSize,
  { readonly samples: number; readonly repetitions: number }
> = {
  full: { samples: 300_000, repetitions: 40 },
  quick: { samples: 100_000, repetitions: 12 },
  tiny: { samples: 500, repetitions: 3 },
};

/** The figure's range in quarters, and 0.9, where the best cutoff grows fast. */
const GAMMAS = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 0.9, 1];

/** The results of the repetitions at one γ. */
export interface FoundOptima {
  readonly gamma: number;
  readonly optima: readonly SampledOptimum[];
}

/** The best cutoffs of samples, γ by γ; each repetition is a part of its own. */
export async function playOptima(
  { play, setting }: ChapterContext,
  pairing: CorrelationPart["pairing"],
  bestCutoff: (gamma: number) => number,
): Promise<FoundOptima[]> {
  const { samples, repetitions } = OPTIMUM_SIZES[setting.form];
  const parts = Array.from({ length: repetitions }, (_, run) => ({
    gammas: GAMMAS,
    cutoffs: GAMMAS.map(bestCutoff),
    samples,
    run,
    seed: setting.seed,
    pairing,
  }));
  const found = await play(paretoCorrelation, parts);
  return GAMMAS.map((gamma, i) => ({ gamma, optima: found.map((optima) => optima[i]) }));
}

/** One repetition: samples X of Pareto(1, 1.2), and R = X^γ for each γ. */
export interface CorrelationPart {
  readonly gammas: readonly number[];
  /** The best cutoff by theory, for each γ. */
  readonly cutoffs: readonly number[];
  readonly samples: number;
  readonly run: number;
  readonly seed: number;
  /** `shuffled` removes the correlation of time and reward. */
  readonly pairing: "tied" | "shuffled";
}

/** The result of one repetition at one γ. */
export interface SampledOptimum {
  /** The cutoff with the largest empirical rate; ∞ if that is the longest time. */
  readonly cutoff: number;
  readonly rate: number;
  /** The earnings of theory's cutoff, and of waiting, on as many other trials. */
  readonly cut: Earnings;
  readonly whole: Earnings;
}

/** Reward and time over the same trials. */
interface Earnings {
  readonly reward: number;
  readonly time: number;
}

const SHAPE = 1.2;
export const TIME_LAW = pareto(1, SHAPE);

/**
 * X has no finite variance, so a sample's mean time is mostly too small, and a ratio with it is biased. The trials
 * that compare cutting with waiting are drawn from a heavier tail instead, each weighted by the ratio of the densities.
 * The weighted means have the right expectation. Their variance is finite for shapes below 2(1.2 − 1) = 0.4, and at
 * 0.25 so are the first four moments.
 */
const HEAVIER_SHAPE = 0.25;
const HEAVIER = pareto(1, HEAVIER_SHAPE);
const weightOf = (time: number) => (SHAPE / HEAVIER_SHAPE) * time ** (HEAVIER_SHAPE - SHAPE);

/** fig:pareto-correlation by simulation: the best cutoff of an empirical rate curve, for each γ on the same times. */
export const paretoCorrelation: Study<CorrelationPart, SampledOptimum[]> = {
  name: "pareto-correlation",
  play({ gammas, cutoffs, samples, run, seed, pairing }) {
    const random = stream(seed, "pareto-correlation", run);
    const times = Float64Array.from({ length: samples }, () => TIME_LAW.sample(random)).sort();
    const order = random.state();
    const fresh = stream(seed, "pareto-correlation, weighted", run);
    const weighted = Array.from({ length: samples }, () => {
      const time = HEAVIER.sample(fresh);
      const weight = weightOf(time);
      if (pairing === "tied") return { time, weight, rewarded: time, rewardWeight: 1 };
      const rewarded = HEAVIER.sample(fresh);
      return { time, weight, rewarded, rewardWeight: weightOf(rewarded) };
    });
    return gammas.map((gamma, place) => {
      const rewards = times.map((time) => time ** gamma);
      const paired = pairing === "tied" ? rewards : shuffle(rewards, new Xoshiro128(order));
      let next = 0;
      const draw = () => {
        const { time, weight, rewarded, rewardWeight } = weighted[next++];
        return { time, weight, reward: rewardWeight * rewarded ** gamma };
      };
      return { ...bestOf(times, paired), ...earningsOf(cutoffs[place], samples, draw) };
    });
  },
};

/**
 * r(t) = Σ R·1{X ≤ t} / Σ min(X, t) can be largest only at a completion: between two of them only the denominator
 * grows. One pass over the sorted times visits them all.
 */
export function bestOf(times: Float64Array, rewards: Float64Array): Pick<SampledOptimum, "cutoff" | "rate"> {
  const count = times.length;
  let [reward, done, rate, cutoff, best] = [0, 0, 0, Infinity, 0];
  for (let i = 0; i < count; i++) {
    reward += rewards[i];
    done += times[i];
    rate = reward / (done + (count - 1 - i) * times[i]);
    if (rate > best) {
      best = rate;
      cutoff = i === count - 1 ? Infinity : times[i];
    }
  }
  return { cutoff, rate: best };
}

/** The weighted earnings of trials if they are cut, and if they are not. */
export function earningsOf(
  cutoff: number,
  trials: number,
  draw: () => Earnings & { readonly weight: number },
): Pick<SampledOptimum, "cut" | "whole"> {
  const cut = { reward: 0, time: 0 };
  const whole = { reward: 0, time: 0 };
  for (let i = 0; i < trials; i++) {
    const { time, reward, weight } = draw();
    if (time <= cutoff) cut.reward += weight * reward;
    cut.time += weight * Math.min(time, cutoff);
    whole.reward += weight * reward;
    whole.time += weight * time;
  }
  return { cut, whole };
}
