import type { ResettingTime } from "../problem/arm.ts";
import type { Random } from "../random/random.ts";
import type { GainCurve } from "./cutoff-candidates.ts";
import {
  fastestMeans,
  type InstanceMeans,
  type InstanceRuns,
  type RunsByInstance,
  restartingMeans,
  waitingMeans,
} from "./instance-runs.ts";

/** More instances than this are put together in as many blocks, whose sums are alike and independent as well. */
const MAX_BLOCKS = 1_000;

/**
 * The rates of waiting and of restarting the same instance at some cutoffs, with a weight for each instance. A rate is
 * the reward of all instances over their time, each of them counted once. It is a class because of its arrays, as
 * `WeightedCurve`.
 */
export class RetryCurve implements GainCurve {
  readonly cutoffs: readonly number[];
  /** The place after the last cutoff: what choosing the fastest try would bring, which no cutoff can surpass. */
  readonly fastest: number;
  readonly blocks: number;
  readonly #waitTime: Float64Array;
  readonly #waitReward: Float64Array;
  /** For each cutoff, and for the fastest try, by block. */
  readonly #time: readonly Float64Array[];
  readonly #reward: readonly Float64Array[];
  #weights: Float64Array;
  #totals: readonly Totals[] = [];
  #wait: Totals = { time: 0, reward: 0 };

  constructor({ repeated, restarts }: RunsByInstance, cutoffs: readonly number[], resetting: ResettingTime) {
    this.cutoffs = cutoffs;
    this.fastest = cutoffs.length;
    this.blocks = Math.min(repeated.length, MAX_BLOCKS);
    const array = () => new Float64Array(this.blocks);
    [this.#waitTime, this.#waitReward] = [array(), array()];
    [this.#time, this.#reward] = [0, 1].map(() => [...cutoffs, this.fastest].map(array));
    const resets = cutoffs.map((cutoff) => resetting.mean(cutoff));
    repeated.forEach((runs: InstanceRuns, i) => {
      const block = i % this.blocks;
      const wait = waitingMeans(runs);
      this.#waitTime[block] += wait.time;
      this.#waitReward[block] += wait.reward;
      const add = (k: number, { time, reward }: InstanceMeans) => {
        this.#time[k][block] += time;
        this.#reward[k][block] += reward;
      };
      cutoffs.forEach((cutoff, k) => {
        add(k, restartingMeans(runs, cutoff, resets[k], restarts));
      });
      add(this.fastest, fastestMeans(runs, restarts));
    });
    this.#weights = array().fill(1);
    this.compute(this.#weights);
  }

  /** Computes the totals of a replicate. */
  compute(weights: Float64Array): void {
    this.#weights = weights;
    const total = (values: Float64Array) =>
      values.reduce((sum, value, block) => sum + weights[block] * value, 0);
    this.#wait = { time: total(this.#waitTime), reward: total(this.#waitReward) };
    this.#totals = this.#time.map((time, k) => ({ time: total(time), reward: total(this.#reward[k]) }));
  }

  /** Draws a replicate: how often each block is in it. */
  draw(random: Random, weights: Float64Array): void {
    weights.fill(0);
    for (let i = 0; i < this.blocks; i++) weights[Math.floor(random.uniform() * this.blocks)] += 1;
    this.compute(weights);
  }

  rate(k: number): number {
    return this.#totals[k].reward / this.#totals[k].time;
  }

  rateWithoutCutoff(): number {
    return this.#wait.reward / this.#wait.time;
  }

  logGain(k: number): number {
    return Math.log(this.rate(k) / this.rateWithoutCutoff());
  }

  /** By the delta method: each block moves the logarithm by its parts of the four totals. */
  standardError(k: number): number {
    const [time, reward, { time: allTime, reward: allReward }] = [
      this.#time[k],
      this.#reward[k],
      this.#totals[k],
    ];
    let variance = 0;
    for (let block = 0; block < this.blocks; block++) {
      const moved =
        reward[block] / allReward -
        time[block] / allTime -
        this.#waitReward[block] / this.#wait.reward +
        this.#waitTime[block] / this.#wait.time;
      variance += this.#weights[block] * moved * moved;
    }
    return Math.sqrt(variance);
  }

  /** Returns how much a hidden tail may raise the log gain. */
  lift(k: number, { added, saved }: HiddenTail): number {
    const { time, reward } = this.#totals[k];
    const [wait, cost] =
      added === Infinity ? [1, 1 - saved] : [this.#wait.time + added, time + (1 - saved) * added];
    return Math.max(0, Math.log((reward * wait) / (this.#wait.reward * cost)) - this.logGain(k));
  }

  get waitTime(): number {
    return this.#wait.time;
  }
}

/** Time of waiting that the sample does not show, and the share of it that a restart would save. */
export interface HiddenTail {
  readonly added: number;
  readonly saved: number;
}

interface Totals {
  readonly time: number;
  readonly reward: number;
}
