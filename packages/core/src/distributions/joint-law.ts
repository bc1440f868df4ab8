import type { Random } from "../random/random.ts";
import { type Law, requirePositive, requireProbability } from "./law.ts";

/** The object that receives a drawn pair, so that a simulator's step allocates nothing. */
export interface Draw {
  time: number;
  reward: number;
}

/** The law of the pair (X, R) of completion time and reward, which may be correlated. */
export interface JointLaw {
  readonly name: string;
  /** The law of the time alone. */
  readonly time: Law;
  /** Draws a pair (X, R) into an object of the caller, since a simulation draws millions. */
  draw(random: Random, into: Draw): void;
  /** E[R^power ; X ≤ t], power 1 to 4; power 1 is E[V(t)]. */
  rewardMoment(power: number, time: number): number;
  /** The least of P(X ≤ t | R = ρ) over the rewards ρ that occur (second half of assn:action-set). */
  leastCompletion(time: number): number;
  /** The largest possible reward, possibly Infinity. */
  readonly rewardHigh: number;
}

/** Makes a law whose completed trials all earn 1, so that the reward counts solved tasks. */
export function rewardOne(time: Law): JointLaw {
  return {
    name: `${time.name} reward one`,
    time,
    rewardHigh: 1,
    draw(random, into) {
      into.time = time.sample(random);
      into.reward = 1;
    },
    rewardMoment: (_power, cutoff) => time.cdf(cutoff),
    leastCompletion: (cutoff) => time.cdf(cutoff),
  };
}

/** Makes a law with reward 1 with probability p and otherwise 0, independent of the time. */
export function rewardBernoulli(time: Law, p: number): JointLaw {
  requireProbability("rewardBernoulli", "p", p);
  return {
    name: `${time.name} reward bernoulli(p=${p})`,
    time,
    rewardHigh: p > 0 ? 1 : 0,
    draw(random, into) {
      into.time = time.sample(random);
      into.reward = random.uniform() < p ? 1 : 0;
    },
    rewardMoment: (_power, cutoff) => p * time.cdf(cutoff),
    leastCompletion: (cutoff) => time.cdf(cutoff),
  };
}

/** Makes a law whose reward has a law of its own, independent of the time. */
export function rewardIndependent(time: Law, reward: Law): JointLaw {
  return {
    name: `${time.name} reward independent(${reward.name})`,
    time,
    rewardHigh: reward.support.high,
    draw(random, into) {
      into.time = time.sample(random);
      into.reward = reward.sample(random);
    },
    rewardMoment(power, cutoff) {
      const completed = time.cdf(cutoff);
      return completed === 0 ? 0 : completed * reward.partialMoment(power, Infinity);
    },
    leastCompletion: (cutoff) => time.cdf(cutoff),
  };
}

/**
 * Makes a law with the correlated reward R = ω·X^γ of fig:pareto-correlation. It may exceed 1, against the paper's
 * assumption; the rate is right all the same (docs/errata.md#e5).
 */
export function rewardPower(time: Law, omega: number, gamma: number): JointLaw {
  requirePositive("rewardPower", "omega", omega);
  if (!Number.isFinite(gamma)) {
    throw new RangeError(`rewardPower: gamma must be a finite number, got ${gamma}`);
  }
  const { low, high } = time.support;
  return {
    name: `${time.name} reward power(omega=${omega},gamma=${gamma})`,
    time,
    rewardHigh: omega * Math.max(low ** gamma, high ** gamma),
    draw(random, into) {
      const drawn = time.sample(random);
      into.time = drawn;
      into.reward = omega * drawn ** gamma;
    },
    rewardMoment: (power, cutoff) => omega ** power * time.partialMoment(power * gamma, cutoff),
    // The reward determines the time: given the reward of a time beyond the cutoff, completion is impossible.
    leastCompletion(cutoff) {
      if (gamma === 0) return time.cdf(cutoff);
      return cutoff >= high ? 1 : 0;
    },
  };
}
