import type { Arm } from "../../problem/arm.ts";
import type { Decision } from "../../problem/outcome.ts";
import { BlockMeans } from "../../statistics/block-means.ts";
import { ResettingEstimate } from "../../statistics/resetting-estimate.ts";
import { savedArms, savedNumbers, savedRecord } from "../definition/saved-state.ts";

/** What a policy on medians of means keeps of one arm. */
export interface BlockArm {
  /** For each cutoff. */
  readonly blocks: BlockMeans[];
  readonly resetting: ResettingEstimate;
  /** The groups for which each index was computed; 0 where a trial came since. */
  readonly groups: Int32Array;
  /** The decisions of this arm, made once. */
  readonly decisions: readonly Decision[];
}

export function blockArms(
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

export function saveBlockArms(arms: readonly BlockArm[]): unknown {
  return arms.map(({ blocks, resetting }) => ({
    blocks: blocks.map((block) => block.save()),
    resetting: resetting.save(),
  }));
}
