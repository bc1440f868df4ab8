import type { KnownArm } from "@mulligan/core/theory";
import { UsageError } from "../shell/usage-error.ts";

/** Policies learn from rewards in [0, 1] only (docs/errata.md#e5); better said here than in the middle of a run. */
export function checkRewards(arms: readonly KnownArm[], reward: string): void {
  const above = arms.find(({ law }) => !(law.rewardHigh <= 1));
  if (above === undefined) return;
  const { time, rewardHigh } = above.law;
  const [got, hint] =
    rewardHigh < Infinity
      ? [`up to ${Number(rewardHigh.toPrecision(4))}`, "choose a smaller omega"]
      : ["ever more", "policies learn from rewards of at most 1, `mulligan theory` takes any"];
  throw new UsageError(
    `--reward: ${reward.trim()} must lie in [0, 1] for every time of ${time.name}, got ${got}; ${hint}`,
  );
}
