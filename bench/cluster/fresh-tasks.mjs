import { summedPolicy } from "@mulligan/core/policies";
import { stream } from "@mulligan/core/random";
import { meanTime, rewardRate } from "@mulligan/core/theory";
import { playCluster } from "./virtual-cluster.mjs";

/** So fine that the shortest cutoff has some hundred ticks. */
const TICKS = 2 ** 14;

/**
 * So many tasks, each trial at a new one (mode `abandon`), played by workers that learn together. Gives the work that
 * a reward took: the mean time of all decisions over their mean reward, whatever luck the draws had.
 */
export function playFreshTasks({ arms, policy, cutoffs, workers, refresh, tasks, seed }) {
  const request = { arms: arms.map(({ name }) => name), cutoffs, seed, ticksPerUnit: TICKS };
  const costs = costsOf(arms);
  const trials = arms.map((_, arm) => stream(seed, "trials", arm));
  const draw = { time: 0, reward: 0 };
  const total = { time: 0, reward: 0 };
  let left = tasks;
  const played = playCluster({
    summed: summedPolicy(policy, request),
    workers,
    refresh,
    begin(own) {
      const decision = own.decide();
      const { arm, cutoff } = decision;
      const cost = costs(arm, cutoff);
      total.time += cost.time;
      total.reward += cost.reward;
      arms[arm].law.draw(trials[arm], draw);
      const outcome =
        draw.time <= cutoff
          ? { kind: "completed", time: draw.time, reward: draw.reward }
          : { kind: "censored", time: cutoff };
      return { decision, outcome, took: outcome.time };
    },
    end({ outcome }) {
      if (outcome.kind === "completed") left -= 1;
      return left > 0;
    },
  });
  return { ...played, workPerReward: total.time / total.reward };
}

/** E[U] and E[V] of a decision, computed once for each. */
function costsOf(arms) {
  const known = arms.map(() => new Map());
  return (arm, cutoff) => {
    let cost = known[arm].get(cutoff);
    if (cost === undefined) {
      const time = meanTime(arms[arm], cutoff);
      cost = { time, reward: time * rewardRate(arms[arm], cutoff) };
      known[arm].set(cutoff, cost);
    }
    return cost;
  };
}
