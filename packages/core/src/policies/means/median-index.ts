import type { BlockMeans, MedianMoments } from "../../statistics/block-means.ts";
import { medianRadius } from "../../theory/concentration.ts";
import type { Variant } from "../../theory/known-arm.ts";
import type { ActionIndexes } from "./action-indexes.ts";
import { SHORTEST } from "./ucb-options.ts";

/**
 * Brings the index of one action up to date, from the medians over so many groups (eqn:med-rate,
 * eqn:med-radius). Where most groups hold no reward the medians are 0 and claim certainty; then the mean
 * reward with its Bernstein radius stands in (docs/errata.md#e13).
 */
export function refreshMedian(
  blocks: BlockMeans,
  groups: number,
  options: { readonly factor: number; readonly variant: Variant },
  index: ActionIndexes,
  cutoff: number,
): void {
  const { factor, variant } = options;
  if (blocks.count < (variant === "paper" ? 1 : 2 * groups)) {
    index.setUnknown(cutoff);
    return;
  }
  blocks.read(groups, medians);
  const usage = Math.max(medians.usage, SHORTEST);
  const scale = factor / usage;
  const usageRoot = medianRadius(blocks.count, medians.usageVariance, 1);
  if (variant === "corrected" && medians.reward === 0) {
    const estimate = medians.meanReward / usage;
    const spread = medians.meanReward * (1 - medians.meanReward);
    index.rate[cutoff] = estimate;
    index.linear[cutoff] = (3 * scale) / blocks.count;
    index.root[cutoff] = scale * (Math.sqrt((2 * spread) / blocks.count) + estimate * usageRoot);
    return;
  }
  const estimate = medians.reward / usage;
  index.rate[cutoff] = estimate;
  index.linear[cutoff] = 0;
  index.root[cutoff] = scale * (medianRadius(blocks.count, medians.rewardVariance, 1) + estimate * usageRoot);
}

const medians: MedianMoments = { usage: 0, usageVariance: 0, reward: 0, rewardVariance: 0, meanReward: 0 };
