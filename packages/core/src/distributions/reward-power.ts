import { requirePositive } from "./argument.ts";
import type { JointLaw } from "./joint-law.ts";
import type { Law } from "./law.ts";

/**
 * R = ω·X^γ, the correlated reward of fig:pareto-correlation. It may exceed 1, which the paper assumes it
 * never does: right for the rate, an illustration otherwise (docs/errata.md#e5).
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
    // The reward tells the time: given the reward of a time beyond the cutoff, completion is impossible.
    leastCompletion(cutoff) {
      if (gamma === 0) return time.cdf(cutoff);
      return cutoff >= high ? 1 : 0;
    },
  };
}
