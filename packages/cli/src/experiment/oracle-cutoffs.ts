import { type AllowedCutoffs, type KnownArm, optimal, parseCutoffs } from "@mulligan/core";
import { UsageError } from "../shell/usage-error.ts";

/**
 * What policies are compared with: undefined stands for the best over all cutoffs. Where ever shorter ones earn
 * ever more there is no such thing, and it is the best of the cutoffs given.
 */
export function oracleCutoffs(arms: readonly KnownArm[], cutoffs: string): AllowedCutoffs | undefined {
  const best = optimal(arms);
  if (best.rate < Infinity) return undefined;
  const { name } = arms[best.arm];
  const set = parseCutoffs(cutoffs);
  if (set.kind === "auto") {
    throw new UsageError(
      `--law: ${name} has no best cutoff to compare with, because ever shorter ones earn ever more, without end; give --resetting "constant(TIME)", or --cutoffs with a smallest one`,
    );
  }
  const among = set.kind === "list" ? set.values : { low: set.low, high: set.high };
  if (optimal(arms, { among }).rate < Infinity) return among;
  throw new UsageError(`--law: ${name} must take time, got a mean of 0`);
}
