import {
  fromJsonNumber,
  isCount,
  isCutoff,
  isReward,
  isTime,
  type JsonNumber,
  type Outcome,
} from "@mulligan/core/problem";
import { z } from "zod";

const MAX_TEXT = 10_000;
const MAX_NOTICES = 20;

const count = z.custom<number>(isCount);
const size = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);
const time = z.custom<number>(isTime);
/** A cutoff as JSON holds it, with the limits of a trial. */
export const cutoffSchema = z.custom<JsonNumber>((value) => isCutoff(fromJsonNumber(value as JsonNumber)));

/** Bytes that travel apart, by their content. */
const blobSchema = z.strictObject({ hash: z.string().regex(/^[0-9a-f]{64}$/), size });
export type BlobReference = z.infer<typeof blobSchema>;

const outcomeSchema: z.ZodType<Outcome> = z.union([
  z.strictObject({ kind: z.literal("completed"), time, reward: z.custom<number>(isReward) }),
  z.strictObject({ kind: z.literal("censored"), time, resetting: time.exactOptional() }),
]);

const about = { worker: z.string().max(200), index: count, turn: count };

/** A trial that was counted. Its limits are those of `Trial` in `@mulligan/core/problem`. */
const trialSchema = z.strictObject({
  type: z.literal("trial"),
  ...about,
  arm: size,
  cutoff: cutoffSchema,
  startCutoff: cutoffSchema.exactOptional(),
  attempt: count.exactOptional(),
  seed: size,
  explored: z.literal(true).exactOptional(),
  outcome: outcomeSchema,
  stopped: z.literal(true).exactOptional(),
  /** It ends the task, and with it the turn. */
  done: z.literal(true).exactOptional(),
  /** Its output in two parts, or the model that it found. */
  blobs: z.array(blobSchema).max(2).exactOptional(),
  notices: z
    .array(z.tuple([z.string().max(200), z.string().max(MAX_TEXT)]))
    .max(MAX_NOTICES)
    .exactOptional(),
});

/** A turn that ended without the task being done. */
const endSchema = z.strictObject({
  type: z.literal("end"),
  ...about,
  ending: z.enum([
    /** The time of the turn is over; other tasks are next. */
    "over",
    /** The worker leaves, or the run stops. */
    "given-back",
    /** The input did not arrive: it must be sent again. */
    "missing-input",
    /** The task cannot be done: `problem` says why, or it has no solution. */
    "unsolvable",
    /** This worker cannot work at the run: `problem` says why. */
    "refused",
  ]),
  problem: z.string().max(MAX_TEXT).exactOptional(),
});

/** The result of a task that is no trial. It ends the task. */
const resultSchema = z.strictObject({ type: z.literal("result"), ...about, value: z.unknown() });

const entrySchema = z.discriminatedUnion("type", [trialSchema, endSchema, resultSchema]);
/** What a turn writes into the log of its run. */
export type TurnEntry = z.infer<typeof entrySchema>;
export type TrialEntry = z.infer<typeof trialSchema>;
export type EndEntry = z.infer<typeof endSchema>;
export type ResultEntry = z.infer<typeof resultSchema>;

/** Reads an entry of the log; undefined if it is none of ours. */
export function parseEntry(text: string): TurnEntry | undefined {
  try {
    return entrySchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** True if this entry ends the turn. */
export function endsTurn(entry: TurnEntry): boolean {
  return entry.type !== "trial" || entry.done === true;
}
