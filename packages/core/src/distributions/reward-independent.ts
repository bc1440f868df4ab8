import type { JointLaw } from "./joint-law.ts";
import type { Law } from "./law.ts";

/** A reward with a law of its own, whatever the time took. */
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
