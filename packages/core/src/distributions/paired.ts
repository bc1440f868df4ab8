import { empirical, prefixSums } from "./empirical.ts";
import type { JointLaw } from "./joint-law.ts";
import { requireNonNegative } from "./law.ts";

/**
 * Makes the law of measured pairs of time and reward. Each pair is equally likely and drawn as a whole, so that
 * correlations in the data are kept.
 */
export function paired(
  pairs: readonly { readonly time: number; readonly reward: number }[],
  source = "data",
): JointLaw {
  const time = empirical(
    pairs.map((pair) => pair.time),
    source,
  );
  for (const { reward } of pairs) requireNonNegative("paired", "each reward", reward);
  const sorted = [...pairs].sort((a, b) => a.time - b.time);
  const rewards = Float64Array.from(sorted, ({ reward }) => reward);
  const times = Float64Array.from(sorted, (pair) => pair.time);
  const byPower = new Map<number, Float64Array>();
  const groups = timesByReward(times, rewards);
  const rank = (cutoff: number) => Math.round(time.cdf(cutoff) * times.length);
  let rewardHigh = 0;
  for (const reward of rewards) rewardHigh = Math.max(rewardHigh, reward);
  return {
    name: `paired(${source})`,
    time,
    rewardHigh,
    draw(random, into) {
      const i = Math.floor(random.uniform() * times.length);
      into.time = times[i];
      into.reward = rewards[i];
    },
    rewardMoment(power, cutoff) {
      let sums = byPower.get(power);
      if (sums === undefined) {
        sums = prefixSums(rewards.map((reward) => reward ** power));
        byPower.set(power, sums);
      }
      return sums[rank(cutoff)] / times.length;
    },
    leastCompletion(cutoff) {
      let least = 1;
      for (const group of groups) {
        // Sorted by their earliest time, latest first: where not even that is reached, the answer is 0.
        if (group[0] > cutoff) return 0;
        if (group.at(-1)! <= cutoff) continue;
        least = Math.min(least, group.findIndex((x) => x > cutoff) / group.length);
      }
      return least;
    },
  };
}

/** The times, in order, that go with each reward that occurs; the group that starts last comes first. */
function timesByReward(times: Float64Array, rewards: Float64Array): number[][] {
  const groups = new Map<number, number[]>();
  for (let i = 0; i < times.length; i++) {
    const group = groups.get(rewards[i]);
    if (group === undefined) groups.set(rewards[i], [times[i]]);
    else group.push(times[i]);
  }
  return [...groups.values()].sort((a, b) => b[0] - a[0]);
}
