import { pareto } from "@mulligan/core/distributions";
import { stream, Xoshiro128 } from "@mulligan/core/random";
import { shuffle } from "../studies/shuffle.ts";
import type { Study } from "../studies/study.ts";

/** One repetition: samples X of Pareto(1, 1.2), and R = X^γ for each γ. */
export interface CorrelationPart {
  readonly gammas: readonly number[];
  readonly samples: number;
  readonly run: number;
  readonly seed: number;
  /** `shuffled` breaks the tie between time and reward, and with it what the figure shows. */
  readonly pairing: "tied" | "shuffled";
}

/** What the data of one repetition say at one γ. */
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

/** fig:pareto-correlation by simulation: the best cutoff of an empirical rate curve, for each γ on the same times. */
export const paretoCorrelation: Study<CorrelationPart, SampledOptimum[]> = {
  name: "pareto-correlation",
  play({ gammas, samples, run, seed, pairing }) {
    const random = stream(seed, "pareto-correlation", run);
    const times = Float64Array.from({ length: samples }, () => TIME.sample(random)).sort();
    const order = random.state();
    const fresh = stream(seed, "pareto-correlation, held out", run);
    const heldOut = Array.from({ length: samples }, () => {
      const time = TIME.sample(fresh);
      return { time, rewarded: pairing === "tied" ? time : TIME.sample(fresh) };
    });
    return gammas.map((gamma) => {
      const rewards = times.map((time) => time ** gamma);
      const paired = pairing === "tied" ? rewards : shuffle(rewards, new Xoshiro128(order));
      const best = bestOf(times, paired);
      let next = 0;
      const draw = () => {
        const { time, rewarded } = heldOut[next++];
        return { time, reward: rewarded ** gamma };
      };
      return { ...best, gain: gainOf(best.cutoff, samples, draw) };
    });
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
