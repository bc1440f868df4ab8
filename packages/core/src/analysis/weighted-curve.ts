import type { ResettingTime } from "../problem/arm.ts";
import { countUpTo } from "../problem/lattice.ts";
import type { Sample } from "./sample.ts";

/** A cutoff, and the last run that had ended by then. */
export interface CurvePlace {
  readonly run: number;
  readonly cutoff: number;
}

/**
 * The product-limit curve of a sample (Kaplan and Meier 1958) with a weight for each run: ones for the
 * sample itself, which is computed first, and counts for a bootstrap replicate. One pass gives, at every run's time t,
 *   S(t),   E[min(X, t)] = ∫₀ᵗ S,   E[R ; X ≤ t] = Σ S(t−)·h(t)·ρ,
 * so that a run that was cut counts for as long as it was watched. What is left at the longest time, if
 * that run was cut, is taken to end there (Efron 1967): waiting looks better than it is, never worse.
 *
 * Not the pass over cells of `ProductLimitScan`: here every run is a cell, the time is the area under S, which
 * needs no guess for a cell without a completion, and the sums of the standard error go along.
 *
 * A class for the sake of its arrays: hundreds of replicates are computed in the same memory.
 */
export class WeightedCurve {
  readonly sample: Sample;
  /** S(t) at each run's time t. */
  readonly survival: Float64Array;
  /** E[min(X, t)] and E[R ; X ≤ t] at each run's time t. */
  readonly time: Float64Array;
  readonly reward: Float64Array;
  /** E[X] and E[R]: the same for t = ∞. */
  meanTime = 0;
  meanReward = 0;
  readonly #resetting: ResettingTime;
  readonly #resets: Float64Array;
  /** Sums over the runs up to each one, of which `standardError` is made. */
  readonly #rewardRisk: Float64Array;
  readonly #mixedRisk: Float64Array;
  readonly #timeRisk: Float64Array;

  constructor(sample: Sample, resetting: ResettingTime) {
    const array = () => new Float64Array(sample.size);
    this.sample = sample;
    this.#resetting = resetting;
    [this.survival, this.time, this.reward] = [array(), array(), array()];
    [this.#rewardRisk, this.#mixedRisk, this.#timeRisk] = [array(), array(), array()];
    this.#resets = sample.times.map((time) => resetting.mean(time));
    this.compute();
  }

  /** Computes the curve of a replicate, or of the sample itself if no weights are given. */
  compute(weights = new Float64Array(this.sample.size).fill(1)): void {
    const { size, times, completed, rewards, meanReward } = this.sample;
    let left = 0;
    for (let i = 0; i < size; i++) left += weights[i];
    let survival = 1;
    let [time, reward, before] = [0, 0, 0];
    let [rewardRisk, mixedRisk, timeRisk] = [0, 0, 0];
    for (let i = 0; i < size; i++) {
      time += survival * (times[i] - before);
      before = times[i];
      const weight = weights[i];
      if (completed[i] === 1 && weight > 0) {
        const hazard = weight / left;
        const stay = 1 - hazard;
        const paid = survival * rewards[i];
        reward += hazard * paid;
        survival *= stay;
        if (stay > 0) {
          const variance = (hazard * stay) / left;
          const [lessReward, lessTime] = [paid + reward / stay, time / stay];
          rewardRisk += variance * lessReward * lessReward;
          mixedRisk += variance * lessReward * lessTime;
          timeRisk += variance * lessTime * lessTime;
        }
      }
      left -= weight;
      this.survival[i] = survival;
      this.time[i] = time;
      this.reward[i] = reward;
      this.#rewardRisk[i] = rewardRisk;
      this.#mixedRisk[i] = mixedRisk;
      this.#timeRisk[i] = timeRisk;
    }
    this.meanTime = time;
    this.meanReward = reward + survival * meanReward;
  }

  /** P(X > t) at any time. */
  survivalAt(time: number): number {
    const ended = countUpTo(this.sample.times, time);
    return ended === 0 ? 1 : this.survival[ended - 1];
  }

  /** Returns the mean time of a trial that is cut at the time of run i: E[min(X, t)] + C(t)·S(t). */
  usage(i: number): number {
    return this.time[i] + this.#resets[i] * this.survival[i];
  }

  /** Returns the reward rate of a cutoff at the time of run i. */
  rate(i: number): number {
    return this.reward[i] / this.usage(i);
  }

  /**
   * Returns the reward rate of a cutoff between two runs. Run `i` is the last that had ended by then. It is 0 if nothing was earned, even
   * in no time.
   */
  rateAt(i: number, cutoff: number): number {
    if (this.reward[i] === 0) return 0;
    const later = this.survival[i] * (cutoff - this.sample.times[i]);
    return this.reward[i] / (this.time[i] + later + this.#resetting.mean(cutoff) * this.survival[i]);
  }

  /** Returns the reward rate of waiting for every run. */
  rateWithoutCutoff(): number {
    return this.meanReward / this.meanTime;
  }

  /**
   * log(r(t)/r(∞)) at the time of run i. With `until`, the index of a later run, waiting is counted only up
   * to that one's time c, as E[R]/E[min(X, c)]: a lower bound, of which the longest runs are no part.
   */
  logGain(i: number, until = this.sample.size - 1): number {
    return Math.log((this.rate(i) * this.time[until]) / this.meanReward);
  }

  /**
   * The standard error of `logGain(i, until)` by the delta method over hazards (Greenwood's argument): the
   * hazard h at a completion at u, with variance h(1 − h)/n at risk, moves it by
   *   a·(1{u ≤ t}/V(t) − 1/V(∞)) − b·(1{u ≤ t}/U(t) − 1/E[min(X, c)]),
   *   a = S(u−)ρ + V(u)/(1 − h),   b = E[min(X, u)]/(1 − h),
   * in which t stands apart from u: sums of a², ab and b² over the completions serve every t at once.
   * For u > c what those few runs pay is left out. Where runs share a unit they are taken for copies, the
   * worst case; in a deviation divided by its error that cancels, and replicates tell how alike they are.
   */
  standardError(i: number, until = this.sample.size - 1): number {
    const [a, b] = [1 / this.meanReward, 1 / this.time[until]];
    const [c, d] = [1 / this.reward[i] - a, 1 / this.usage(i) - b];
    const [own, ownMixed, ownTime] = [this.#rewardRisk[i], this.#mixedRisk[i], this.#timeRisk[i]];
    const variance =
      own * c * c -
      2 * ownMixed * c * d +
      ownTime * d * d +
      (this.#rewardRisk[until] - own) * a * a -
      2 * (this.#mixedRisk[until] - ownMixed) * a * b +
      (this.#timeRisk[until] - ownTime) * b * b;
    return Math.sqrt(Math.max(0, variance * this.sample.perUnit));
  }
}
