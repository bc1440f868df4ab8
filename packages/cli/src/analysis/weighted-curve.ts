import type { ResettingTime } from "@mulligan/core";
import type { Sample } from "./sample.ts";

/**
 * The product-limit curve of a sample (Kaplan and Meier 1958) with a weight for each run: ones for the
 * sample itself, counts for a bootstrap replicate. One pass gives, at every run's time t,
 *   S(t),   E[min(X, t)] = ∫₀ᵗ S,   E[R ; X ≤ t] = Σ S(t−)·h(t)·ρ,
 * so that a run that was cut counts for as long as it was watched. What is left at the longest time, if
 * that run was cut, is taken to end there (Efron 1967): waiting looks better than it is, never worse.
 *
 * A class for the sake of its arrays: thousands of replicates are computed in the same memory.
 */
export class WeightedCurve {
  readonly sample: Sample;
  readonly survival: Float64Array;
  /** E[min(X, t)] and E[R ; X ≤ t] at each run's time t. */
  readonly time: Float64Array;
  readonly reward: Float64Array;
  readonly hazard: Float64Array;
  readonly atRisk: Float64Array;
  /** The same for t = ∞. */
  meanTime = 0;
  meanReward = 0;
  readonly #resets: Float64Array;

  constructor(sample: Sample, resetting: ResettingTime) {
    const { size } = sample;
    this.sample = sample;
    this.survival = new Float64Array(size);
    this.time = new Float64Array(size);
    this.reward = new Float64Array(size);
    this.hazard = new Float64Array(size);
    this.atRisk = new Float64Array(size);
    this.#resets = sample.times.map((time) => resetting.mean(time));
  }

  compute(weights: Float64Array): void {
    const { size, times, completed, rewards, meanReward } = this.sample;
    let left = 0;
    for (let i = 0; i < size; i++) left += weights[i];
    let survival = 1;
    let [time, reward, before] = [0, 0, 0];
    for (let i = 0; i < size; i++) {
      time += survival * (times[i] - before);
      before = times[i];
      const hazard = completed[i] === 1 && weights[i] > 0 ? weights[i] / left : 0;
      reward += survival * hazard * rewards[i];
      survival *= 1 - hazard;
      this.atRisk[i] = left;
      left -= weights[i];
      this.hazard[i] = hazard;
      this.survival[i] = survival;
      this.time[i] = time;
      this.reward[i] = reward;
    }
    this.meanTime = time;
    this.meanReward = reward + survival * meanReward;
  }

  /** What a trial takes on average if it is cut at the time of run i: E[min(X, t)] + C(t)·S(t). */
  usage(i: number): number {
    return this.time[i] + this.#resets[i] * this.survival[i];
  }

  rate(i: number): number {
    return this.reward[i] / this.usage(i);
  }

  rateWithoutCutoff(): number {
    return this.meanReward / this.meanTime;
  }

  /** log(r(t)/r(∞)) at the time of run i. */
  logGain(i: number): number {
    return Math.log(this.rate(i) / this.rateWithoutCutoff());
  }

  /**
   * The standard error of `logGain(i)` by the delta method over hazards (Greenwood's argument): each run
   * that completed moves the estimate by its gradient, with variance h(1 − h)/n at risk.
   */
  standardError(i: number): number {
    const { rewards, size } = this.sample;
    const usage = this.usage(i);
    const cutReward = this.reward[i];
    const reset = this.#resets[i] * this.survival[i];
    let variance = 0;
    for (let j = 0; j < size; j++) {
      const hazard = this.hazard[j];
      const stay = 1 - hazard;
      if (hazard === 0 || stay <= 0) continue;
      const paid = (j === 0 ? 1 : this.survival[j - 1]) * rewards[j];
      let gradient =
        -(paid - (this.meanReward - this.reward[j]) / stay) / this.meanReward -
        (this.meanTime - this.time[j]) / stay / this.meanTime;
      if (j <= i) {
        gradient +=
          (paid - (cutReward - this.reward[j]) / stay) / cutReward +
          (this.time[i] - this.time[j] + reset) / stay / usage;
      }
      variance += (gradient * gradient * hazard * stay) / this.atRisk[j];
    }
    return Math.sqrt(variance);
  }
}
