import { cellOf, countUpTo } from "../../problem/ascending.ts";
import type { Decision } from "../../problem/decision.ts";
import { BlockMeans, type MedianMoments } from "../../statistics/block-means.ts";
import { ResettingEstimate } from "../../statistics/resetting-estimate.ts";
import { groupCount, medianRadius } from "../../theory/concentration.ts";
import { cutoffList } from "../definition/cutoff-list.ts";
import { definePolicy } from "../definition/policy.ts";
import { savedArms, savedNumber, savedNumbers, savedRecord } from "../definition/saved-state.ts";
import { ActionIndexes, largestIndex } from "./action-indexes.ts";
import { factorOf, SHORTEST, ucbOptions } from "./ucb-options.ts";

/**
 * Like ucb-rb, with medians of block means in place of means, so that no bound on the time of a trial is
 * needed and ∞ is allowed (eqn:med-rate, eqn:med-radius). An action is tried until it has two trials a
 * group (docs/errata.md#e12). Where most groups hold no reward the medians are 0 and claim certainty;
 * then the mean reward with its Bernstein radius stands in (docs/errata.md#e13). A random resetting time
 * enters by its estimate at the time of the trial (docs/errata.md#e19).
 */
export const ucbRm = definePolicy({
  name: "ucb-rm",
  citation: "Cayci, Eryilmaz and Srikant 2020, eqn:med-rate and eqn:med-radius",
  summary: "Median-of-means index on the reward rate; cutoffs may be long or infinite.",
  options: ucbOptions,
  create(setup, options, saved) {
    const { alpha, variant } = options;
    const factor = factorOf("ucb-rm", options);
    const cutoffs = cutoffList("ucb-rm", setup);
    const learned = setup.arms.map(({ resetting }) => ({
      blocks: Array.from(cutoffs, () => new BlockMeans()),
      resetting: new ResettingEstimate(resetting, cutoffs),
      /** The groups for which each index was computed; 0 where a trial came since. */
      groups: new Int32Array(cutoffs.length),
    }));
    const indexes = setup.arms.map(() => new ActionIndexes(cutoffs.length));
    const decisions: Decision[][] = setup.arms.map((_, arm) =>
      Array.from(cutoffs, (cutoff) => ({ arm, cutoff })),
    );
    let observed = 0;
    if (saved !== undefined) load(saved);

    function refresh(arm: number, cutoff: number, groups: number): void {
      const blocks = learned[arm].blocks[cutoff];
      const index = indexes[arm];
      learned[arm].groups[cutoff] = groups;
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
      index.root[cutoff] =
        scale * (medianRadius(blocks.count, medians.rewardVariance, 1) + estimate * usageRoot);
    }

    function load(state: unknown): void {
      const record = savedRecord("ucb-rm", state);
      observed = savedNumber("ucb-rm", record.observed, "observed");
      savedArms("ucb-rm", record.arms, setup.arms.length).forEach((item, arm) => {
        const { blocks, resetting } = savedRecord("ucb-rm", item);
        learned[arm].resetting.load(savedNumbers("ucb-rm", resetting, "resetting", 3));
        savedArms("ucb-rm", blocks, cutoffs.length).forEach((list, cutoff) => {
          learned[arm].blocks[cutoff] = BlockMeans.load(savedNumbers("ucb-rm", list, "blocks"));
        });
      });
    }

    return {
      decide() {
        const logTerm = alpha * Math.log(Math.max(observed, 1));
        const groups = groupCount(logTerm);
        for (let arm = 0; arm < learned.length; arm++) {
          for (let cutoff = 0; cutoff < cutoffs.length; cutoff++) {
            if (learned[arm].groups[cutoff] !== groups) refresh(arm, cutoff, groups);
          }
        }
        largestIndex(indexes, logTerm, place);
        return decisions[place.arm][place.cutoff];
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
      save: () => ({
        observed,
        arms: learned.map(({ blocks, resetting }) => ({
          blocks: blocks.map((block) => block.save()),
          resetting: resetting.save(),
        })),
      }),
    };
  },
});

const medians: MedianMoments = { usage: 0, usageVariance: 0, reward: 0, rewardVariance: 0, meanReward: 0 };
const place = { arm: 0, cutoff: 0 };
