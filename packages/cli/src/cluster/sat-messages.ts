import { z } from "zod";
import type { SatMessage, SatReply } from "../sat/messages.ts";
import { amount, byIndex, bytes, numbers, shortText, whole, wholes } from "./plain-values.ts";

/** Describes a run at formulas for its workers. */
export const satDetailSchema = z.strictObject({
  /** The heuristics in the notation of `--arm`. */
  arms: z.array(shortText).min(1).max(1_000),
  models: z.boolean(),
  races: z.boolean(),
  files: whole.max(10_000_000),
});

/** A formula that a request needs: its index in the run, its name, and its blob, if it could be read. */
const fileSchema = z.strictObject({
  index: whole,
  name: shortText,
  blob: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .exactOptional(),
});
export type SentFile = z.infer<typeof fileSchema>;

const messageSchema: z.ZodType<SatMessage, unknown> = z.union([
  z.strictObject({
    tasks: wholes,
    seeds: wholes,
    firsts: wholes,
    counts: wholes,
    arms: wholes,
    cutoffs: numbers,
  }),
  z.strictObject({ race: whole, seed: whole, weights: z.array(amount).max(1_000), flips: amount }),
]);

/** A request: trials at some files, or a turn of a race. */
export const satRequestSchema = z.strictObject({
  files: z.array(fileSchema).min(1).max(1_000),
  message: messageSchema,
});

const shape = z.strictObject({ variables: whole, literals: whole, shortest: whole, longest: whole });
const ending = z.enum(["cut", "solved", "stopped"]);
const walk = z.strictObject({ arm: whole, seed: whole, flips: amount, cutoff: amount, ending });

const replySchema: z.ZodType<SatReply, unknown> = z.union([
  z.strictObject({
    endings: bytes,
    counts: wholes,
    flips: numbers,
    restartFlips: numbers,
    models: byIndex(bytes),
    problems: byIndex(shortText),
    shapes: byIndex(shape),
    walkMs: amount,
    solveMs: amount,
  }),
  z.strictObject({
    ending: z.enum(["solved", "stopped", "left", "unreadable"]),
    walks: z.array(walk).max(1_000),
    flips: amount,
    restartFlips: amount,
    model: bytes.exactOptional(),
    problem: shortText.exactOptional(),
    walkMs: amount,
  }),
]);

/** The reply to a request; `missing` if a formula is no longer in Redis, and must be sent again. */
export const satAnswerSchema = z.union([z.strictObject({ missing: z.literal(true) }), replySchema]);
