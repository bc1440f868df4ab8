import type { JointLaw } from "./joint-law.ts";
import type { Law } from "./law.ts";

/** Every completed trial pays 1: the count of solved tasks. */
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
