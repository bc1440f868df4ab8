import type { Outcome } from "@mulligan/core/problem";
import { z } from "zod";

const MAX_TEXT = 10_000;
const MAX_NOTICES = 20;
const count = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);
const amount = z.number().nonnegative().max(Number.MAX_VALUE);
const cutoff = z.union([z.number().positive(), z.literal("inf")]);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Bytes that travel apart, by their content. */
const blobSchema = z.strictObject({ hash, size: count });
export type BlobReference = z.infer<typeof blobSchema>;

const about = { worker: z.string().max(200), index: count.min(1), turn: count.min(1) };

/** A trial that was counted. */
const trialSchema = z.strictObject({
  type: z.literal("trial"),
  ...about,
  arm: count,
  cutoff,
  startCutoff: cutoff.optional(),
  attempt: count.min(1).optional(),
  seed: count,
  explored: z.literal(true).optional(),
  outcome: z.union([
    z.strictObject({ kind: z.literal("completed"), time: amount, reward: amount.max(1) }),
    z.strictObject({ kind: z.literal("censored"), time: amount, resetting: amount.optional() }),
  ]),
  stopped: z.literal(true).optional(),
  /** The task is done by it, and with it the turn. */
  done: z.literal(true).optional(),
  /** What it wrote: two parts, or what it found. */
  blobs: z.array(blobSchema).max(2).optional(),
  notices: z
    .array(z.tuple([z.string().max(200), z.string().max(MAX_TEXT)]))
    .max(MAX_NOTICES)
    .optional(),
});

/** A turn that ended without the task being done. */
const endSchema = z.strictObject({
  type: z.literal("end"),
  ...about,
  ending: z.enum([
    /** Others have their turn. */
    "over",
    /** The worker goes, or the run stops. */
    "given-back",
    /** The input did not arrive: it must be sent again. */
    "missing-input",
    /** Nothing can be done about this task: `problem` says why, or it has no solution. */
    "unsolvable",
    /** Nothing can be done about this run, by this worker: `problem` says why. */
    "refused",
  ]),
  problem: z.string().max(MAX_TEXT).optional(),
});

/** What came of a task that is no trial: it is done by it. */
const resultSchema = z.strictObject({ type: z.literal("result"), ...about, value: z.unknown() });

const entrySchema = z.discriminatedUnion("type", [trialSchema, endSchema, resultSchema]);
export type LogEntry = z.infer<typeof entrySchema>;
export type TrialEntry = z.infer<typeof trialSchema>;
export type EndEntry = z.infer<typeof endSchema>;
export type ResultEntry = z.infer<typeof resultSchema>;

/** What was written into the log, or undefined if it is nothing of ours. */
export function parseEntry(text: string): LogEntry | undefined {
  try {
    return entrySchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** JSON has no ∞. */
export function cutoffText(value: number): number | "inf" {
  return value === Infinity ? "inf" : value;
}

export function cutoffNumber(value: number | "inf"): number {
  return value === "inf" ? Infinity : value;
}

/** Its outcome, without fields that are there and undefined. */
export function outcomeOf({ outcome }: TrialEntry): Outcome {
  if (outcome.kind === "completed") return outcome;
  const { kind, time, resetting } = outcome;
  return resetting === undefined ? { kind, time } : { kind, time, resetting };
}

/** Whether a turn is over with this entry. */
export function endsTurn(entry: LogEntry): boolean {
  return entry.type !== "trial" || entry.done === true;
}
