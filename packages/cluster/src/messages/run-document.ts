import { type SummedPolicy, type SummedRequest, summedPolicy } from "@mulligan/core/policies";
import { type CutoffSet, fromJsonNumber, measuredResetting, toJsonNumber } from "@mulligan/core/problem";
import { z } from "zod";
import { cutoffSchema } from "./log-entry.ts";

const MAX_ARMS = 1_000;
const MAX_CUTOFFS = 10_000;
const MAX_TEXT = 10_000;

const time = z.number().positive();
const cutoff = cutoffSchema.refine((value) => fromJsonNumber(value) > 0);

/** Everything that a worker needs to learn as the others do. */
const learningSchema = z.strictObject({
  policy: z.string().max(100),
  options: z.record(z.string().max(100), z.union([z.number(), z.string().max(100)])),
  arms: z.array(z.string().min(1).max(MAX_TEXT)).min(1).max(MAX_ARMS),
  cutoffs: z.union([
    z.strictObject({ kind: z.literal("auto"), resolution: time.optional() }),
    z.strictObject({ kind: z.literal("interval"), low: time, high: time }),
    z.strictObject({ kind: z.literal("list"), values: z.array(cutoff).min(1).max(MAX_CUTOFFS) }),
  ]),
  /** How cutoffs grow where tasks are tried again; absent where every trial is at a fresh task. */
  schedule: z.enum(["luby", "geometric", "constant"]).optional(),
  horizon: time.optional(),
  firstCutoff: time.optional(),
  minCutoff: time.optional(),
  ticksPerUnit: z.number().int().optional(),
  /** Whether trials that are cut say how long the reset took. */
  resets: z.enum(["none", "measured"]),
});
export type Learning = z.infer<typeof learningSchema>;

/** A run, as its workers see it. The executor of its kind reads `detail`. */
export const runSchema = z.strictObject({
  version: z.string(),
  kind: z.string().regex(/^[a-z]{1,20}$/),
  /** Absent where nothing is learned together. */
  learning: learningSchema.optional(),
  detail: z.unknown(),
});
export type RunDocument = z.infer<typeof runSchema>;

/** A document as it will be read from Redis: what JSON does not hold is gone, and what breaks the schema is refused. */
export function checkRun(document: RunDocument): RunDocument {
  return runSchema.parse(JSON.parse(JSON.stringify(document)));
}

/** The policy of a run as a tally, with its own random numbers. Refuses a policy that does not add up. */
export function learningPolicy(learning: Learning, seed: number): SummedPolicy {
  const { policy, arms, resets, cutoffs, schedule, horizon, firstCutoff, minCutoff, ticksPerUnit } = learning;
  const request: SummedRequest = {
    arms: resets === "none" ? arms : arms.map((name) => ({ name, resetting: measuredResetting })),
    cutoffs: cutoffSet(cutoffs),
    options: learning.options,
    seed,
    ...(schedule === undefined ? {} : { schedule }),
    ...(horizon === undefined ? {} : { horizon }),
    ...(firstCutoff === undefined ? {} : { firstCutoff }),
    ...(minCutoff === undefined ? {} : { minCutoff }),
    ...(ticksPerUnit === undefined ? {} : { ticksPerUnit }),
  };
  return summedPolicy(policy, request);
}

function cutoffSet(cutoffs: Learning["cutoffs"]): CutoffSet {
  if (cutoffs.kind === "list") {
    return { kind: "list", values: cutoffs.values.map(fromJsonNumber) };
  }
  if (cutoffs.kind === "interval") return cutoffs;
  return cutoffs.resolution === undefined
    ? { kind: "auto" }
    : { kind: "auto", resolution: cutoffs.resolution };
}

/** A set of cutoffs as a document has it. */
export function cutoffDocument(cutoffs: CutoffSet): Learning["cutoffs"] {
  if (cutoffs.kind !== "list") return cutoffs;
  return { kind: "list", values: cutoffs.values.map(toJsonNumber) };
}
