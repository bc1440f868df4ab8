import type { WorkerRun } from "@mulligan/cluster";
import { z } from "zod";
import type { RequestedCutoffs } from "../tasks/policy-options.ts";
import { type RunPolicy, withRequestedCutoffs } from "../tasks/task-policy.ts";

const time = z.number().positive();

/** What the user said of cutoffs, as a document has it: JSON has no ∞. */
export const cutoffRulesSchema = z.strictObject({
  first: time.optional(),
  least: time.optional(),
  explore: z.number().min(0).max(1),
  exploreUpTo: z.union([time, z.literal("inf")]),
  seed: z.number().int().nonnegative(),
});
export type CutoffRulesDocument = z.infer<typeof cutoffRulesSchema>;

export function cutoffRulesDocument(wishes: RequestedCutoffs, seed: number): CutoffRulesDocument {
  const { exploreUpTo } = wishes;
  return { ...wishes, exploreUpTo: exploreUpTo === Infinity ? "inf" : exploreUpTo, seed };
}

/** The policy of a run that goes by them. It learns from what is recorded, and is told only what became of cuts. */
export function cutoffRulesOf(
  { first, least, explore, exploreUpTo, seed }: CutoffRulesDocument,
  run: WorkerRun,
): RunPolicy {
  const { policy, anyEnded } = run;
  if (policy === undefined) throw new RangeError("a run of this kind must learn");
  const wishes = {
    ...(first === undefined ? {} : { first }),
    ...(least === undefined ? {} : { least }),
    explore,
    exploreUpTo: exploreUpTo === "inf" ? Infinity : exploreUpTo,
  };
  return withRequestedCutoffs(policy, wishes, { seed, knowsFirst: false, othersEnded: anyEnded });
}
