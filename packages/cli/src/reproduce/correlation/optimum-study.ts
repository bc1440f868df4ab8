import { pareto } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import { shuffle } from "../studies/shuffle.ts";
import type { Study } from "../studies/study.ts";

/** Samples of one γ: X of Pareto(1, 1.2) and R = X^γ. */
export interface CorrelationPart {
  readonly gamma: number;
  readonly samples: number;
  /** Independent repetitions. */
  readonly from: number;
  readonly to: number;
  readonly seed: number;
  /** `shuffled` breaks the tie between time and reward, and with it what the figure shows. */
  readonly pairing: "tied" | "shuffled";
}

/** What the data of one repetition say. */
export interface SampledOptimum {
  /** The cutoff with the largest empirical rate; ∞ if that is to wait for the longest. */
  readonly cutoff: number;
  readonly rate: number;
  /**
   * How many times as much that cutoff earns as waiting does, on as many samples again: where it was chosen any cutoff
   * gains, since it is the best of many.
   */
  readonly gain: number;
}

export const TIME = pareto(1, 1.2);

/** fig:pareto-correlation by simulation: the best cutoff of an empirical rate curve, again and again. */
export const paretoCorrelation: Study<CorrelationPart, SampledOptimum[]> = {
  name: "pareto-correlation",
  play({ gamma, samples, from, to, seed, pairing }) {
    const found: SampledOptimum[] = [];
    for (let run = from; run < to; run++) {
      const random = stream(seed, "pareto-correlation", run);
      const times = Float64Array.from({ length: samples }, () => TIME.sample(random)).sort();
      const rewards = times.map((time) => time ** gamma);
      const best = bestOf(times, pairing === "tied" ? rewards : shuffle(rewards, random));
      const fresh = stream(seed, "pareto-correlation, held out", run);
      const draw = () => {
        const time = TIME.sample(fresh);
        return { time, reward: (pairing === "tied" ? time : TIME.sample(fresh)) ** gamma };
      };
      found.push({ ...best, gain: gainOf(best.cutoff, samples, draw) });
    }
    return found;
  },
};

/**
 * r(t) = Σ R·1{X ≤ t} / Σ min(X, t) can be largest at a completion only: between two of them the numerator
 * stands still while the time goes on. One pass over the sorted times sees them all.
 */
export function bestOf(times: Float64Array, rewards: Float64Array): Omit<SampledOptimum, "gain"> {
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

/** r(cutoff)/r(∞) of so many trials. */
export function gainOf(
  cutoff: number,
  trials: number,
  draw: () => { readonly time: number; readonly reward: number },
): number {
  let [cutReward, cutTime, allReward, allTime] = [0, 0, 0, 0];
  for (let i = 0; i < trials; i++) {
    const { time, reward } = draw();
    if (time <= cutoff) cutReward += reward;
    cutTime += Math.min(time, cutoff);
    allReward += reward;
    allTime += time;
  }
  return cutReward / cutTime / (allReward / allTime);
}
