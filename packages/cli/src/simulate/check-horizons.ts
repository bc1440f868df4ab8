import { MAX_TRIALS } from "@mulligan/core/simulate";
import type { KnownArm } from "@mulligan/core/theory";
import { UsageError } from "../shell/usage-error.ts";

/** Trials take their whole time at most, so that a horizon may be out of reach whatever the policy: better said at once. */
export function checkHorizons(arms: readonly KnownArm[], horizons: readonly number[]): void {
  const longest = MAX_TRIALS * Math.max(...arms.map(({ law }) => law.time.mean));
  const beyond = horizons.find((horizon) => horizon > longest);
  if (beyond !== undefined) {
    throw new UsageError(
      `--horizon: must be at most ${longest}, the time of ${MAX_TRIALS} trials of the slowest arm, got ${beyond}`,
    );
  }
}
