import { type AllowedCutoffs, type KnownArm, optimal, parseCutoffs } from "@mulligan/core";
import { UsageError } from "../shell/usage-error.ts";

/**
 * What policies are compared with: undefined stands for the best over all cutoffs. Where ever shorter ones earn
 * ever more there is no such thing, and it is the best of the cutoffs given.
 */
export function oracleCutoffs(arms: readonly KnownArm[], cutoffs: string): AllowedCutoffs | undefined {
  const best = optimal(arms);
  if (best.rate < Infinity) return undefined;
  const set = parseCutoffs(cutoffs);
  if (set.kind === "auto") {
    throw new UsageError(
      `--law: ${arms[best.arm].name} has no best cutoff to compare with, because ever shorter ones earn ever more, without end; give --resetting "constant(TIME)", or --cutoffs with a smallest one`,
    );
  }
  return set.kind === "list" ? set.values : { low: set.low, high: set.high };
}
