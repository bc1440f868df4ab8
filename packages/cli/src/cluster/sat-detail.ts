import type { WalkSettings } from "@mulligan/sat";
import { z } from "zod";
import { readHeuristic, type SatPlan } from "../sat/plan.ts";
import { cutoffRulesDocument, cutoffRulesSchema } from "./cutoff-rules.ts";

const schema = z.strictObject({
  /** As `--arm` takes them. */
  arms: z.array(z.string().max(1_000)).min(1).max(1_000),
  seed: z.number().int().nonnegative(),
  /** Whether models are wanted. */
  models: z.boolean(),
  /** Whether the policy is a sequence of which each decision is for one trial. */
  inOrder: z.boolean(),
  wishes: cutoffRulesSchema,
});
export type SatDetail = z.infer<typeof schema>;

/** What a worker must know of a run at formulas. */
export function satDetail({ arms, setup }: SatPlan, seed: number, models: boolean): SatDetail {
  const { inOrder, parts } = setup;
  const names = arms.map(({ name }) => name);
  return { arms: names, seed, models, inOrder, wishes: cutoffRulesDocument(parts.requested, seed) };
}

export function readSatDetail(detail: unknown): SatDetail & { readonly settings: readonly WalkSettings[] } {
  const read = schema.safeParse(detail);
  if (!read.success) throw new RangeError("what the run asks for cannot be read");
  return { ...read.data, settings: read.data.arms.map((arm) => readHeuristic(arm).settings) };
}
