import { requireProbability } from "./argument.ts";
import type { JointLaw } from "./joint-law.ts";
import type { Law } from "./law.ts";

/** Reward 1 with probability p, otherwise 0, whatever the time took: a trial that ends may still fail. */
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
