import { z } from "zod";
import { RUN_NAME } from "./keys.ts";

const MAX_INPUT = 100_000;
const count = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);

/** A turn at one task: some trials, until it is solved or its turn is over. */
export const jobSchema = z.strictObject({
  version: z.string(),
  run: z.string().regex(RUN_NAME),
  task: z.strictObject({
    /** From 1, in the order given. */
    index: count.min(1),
    input: z.string().max(MAX_INPUT).nullable(),
    occurrence: count.min(1),
    /** Trials so far, from which the seeds of the next ones follow, and attempts that count in the schedule. */
    trials: count,
    attempts: count,
    /** The largest number of trials in this turn. */
    most: count.min(1).optional(),
    /** The blob that it needs: the SHA-256 of its input. */
    blob: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
  }),
  /** The number of the task's turn, from 1. */
  turn: count.min(1),
});
export type TurnJob = z.infer<typeof jobSchema>;
export type JobTask = TurnJob["task"];

/** The id of a job: the same turn is the same job, however often it is added. */
export function jobId({ run, task, turn }: TurnJob): string {
  return `${run}.${task.index}.${turn}`;
}
