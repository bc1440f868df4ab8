import type { Arm } from "../../problem/arm.ts";
import { cellOf, countUpTo } from "../../problem/lattice.ts";
import type { Decision } from "../../problem/outcome.ts";
import { BlockMeans, type MedianMoments } from "../../statistics/block-means.ts";
import { ResettingEstimate } from "../../statistics/resetting-estimate.ts";
import { groupCount, medianRadius } from "../../theory/concentration.ts";
import type { Variant } from "../../theory/known-arm.ts";
import { cutoffList } from "../definition/cutoff-list.ts";
import { definePolicy } from "../definition/policy.ts";
import { savedArms, savedNumber, savedNumbers, savedRecord } from "../definition/saved-state.ts";
import { ActionIndexes, factorOf, largestIndex, SHORTEST, ucbOptions } from "./ucb.ts";

/**
 * Like ucb-rb, with medians of block means in place of means, so that no bound on the time of a trial is
 * needed and ∞ is allowed (`refreshMedian`). An action is tried until it has two trials a group
 * (docs/errata.md#e12). A random resetting time enters by its estimate at the time of the trial
 * (docs/errata.md#e19).
 */
export const ucbRm = definePolicy({
  name: "ucb-rm",
  citation: "Cayci, Eryilmaz and Srikant 2020, eqn:med-rate and eqn:med-radius",
  summary: "Median-of-means index on the reward rate; cutoffs may be long or infinite.",
  options: ucbOptions,
  create(setup, options, saved) {
    const { alpha, variant } = options;
    const indexOptions = { factor: factorOf("ucb-rm", options), variant };
    const cutoffs = cutoffList("ucb-rm", setup);
    const state = saved === undefined ? undefined : savedRecord("ucb-rm", saved);
    let observed = state === undefined ? 0 : savedNumber("ucb-rm", state.observed, "observed");
    const learned = blockArms("ucb-rm", setup.arms, cutoffs, state);
    const indexes = setup.arms.map(() => new ActionIndexes(cutoffs.length));
    return {
      decide() {
        const logTerm = alpha * Math.log(Math.max(observed, 1));
        const current = groupCount(logTerm);
        for (let arm = 0; arm < learned.length; arm++) {
          const { blocks, groups } = learned[arm];
          for (let cutoff = 0; cutoff < cutoffs.length; cutoff++) {
            if (groups[cutoff] === current) continue;
            groups[cutoff] = current;
            refreshMedian(blocks[cutoff], current, indexOptions, indexes[arm], cutoff);
          }
        }
        largestIndex(indexes, logTerm, place);
        return learned[place.arm].decisions[place.cutoff];
      },
      observe(decision, outcome) {
        const { blocks, resetting, groups } = learned[decision.arm];
        resetting.observe(outcome);
        const completed = outcome.kind === "completed";
        const informed = countUpTo(cutoffs, completed ? decision.cutoff : outcome.time);
        const completion = completed ? cellOf(cutoffs, outcome.time) : informed;
        for (let cutoff = 0; cutoff < informed; cutoff++) {
          if (completed && cutoff >= completion) blocks[cutoff].add(outcome.time, outcome.reward);
          else blocks[cutoff].add(resetting.usage[cutoff], 0);
          groups[cutoff] = 0;
        }
        observed += 1;
      },
      save: () => ({ observed, arms: saveBlockArms(learned) }),
    };
  },
});

const place = { arm: 0, cutoff: 0 };

/** The statistics of one arm for a policy on medians of means. */
interface BlockArm {
  /** For each cutoff. */
  readonly blocks: BlockMeans[];
  readonly resetting: ResettingEstimate;
  /** The groups for which each index was computed; 0 where a trial came since. */
  readonly groups: Int32Array;
  /** The decisions of this arm, made once. */
  readonly decisions: readonly Decision[];
}

function blockArms(
  policy: string,
  arms: readonly Arm[],
  cutoffs: Float64Array,
  saved?: Readonly<Record<string, unknown>>,
): BlockArm[] {
  const list = arms.map(({ resetting }, arm) => ({
    blocks: Array.from(cutoffs, () => new BlockMeans()),
    resetting: new ResettingEstimate(resetting, cutoffs),
    groups: new Int32Array(cutoffs.length),
    decisions: Array.from(cutoffs, (cutoff) => ({ arm, cutoff })),
  }));
  if (saved !== undefined) {
    savedArms(policy, saved.arms, arms.length).forEach((item, arm) => {
      const { blocks, resetting } = savedRecord(policy, item);
      list[arm].resetting.load(savedNumbers(policy, resetting, "resetting", 3));
      savedArms(policy, blocks, cutoffs.length).forEach((numbers, cutoff) => {
        list[arm].blocks[cutoff] = BlockMeans.load(savedNumbers(policy, numbers, "blocks"));
      });
    });
  }
  return list;
}

function saveBlockArms(arms: readonly BlockArm[]): unknown {
  return arms.map(({ blocks, resetting }) => ({
    blocks: blocks.map((block) => block.save()),
    resetting: resetting.save(),
  }));
}

/**
 * Brings the index of one action up to date, from the medians over so many groups (eqn:med-rate,
 * eqn:med-radius). Where most groups hold no reward the medians are 0 and claim certainty; then the mean
 * reward with its Bernstein radius stands in (docs/errata.md#e13).
 */
function refreshMedian(
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
