import type { Outcome } from "@mulligan/core";
import type { Assignment } from "@mulligan/sat";
import type { Trial } from "../journal/trial-line.ts";
import type { Batch, BatchEntry } from "./batches.ts";
import { type SatEnding, type SatReply, satEndings } from "./messages.ts";

/** What a worker made of one file of a message. */
export interface FileReply {
  readonly entry: BatchEntry;
  readonly ending: SatEnding;
  readonly flips: Float64Array;
  readonly restartFlips: number;
  readonly model: Assignment | undefined;
  readonly problem: string | undefined;
}

/** A reply, file by file. */
export function* filesOf(reply: SatReply, batch: Batch): Generator<FileReply> {
  let from = 0;
  for (const [i, entry] of batch.entries()) {
    yield {
      entry,
      ending: satEndings[reply.endings[i]],
      flips: reply.flips.subarray(from, (from += reply.counts[i])),
      restartFlips: reply.restartFlips[i],
      model: reply.models.get(i),
      problem: reply.problems.get(i),
    };
  }
}

/** The trials at a file: all were cut but the last, which may have found a model, or been stopped. */
export function trialsOf({
  entry: { task, seed, decided },
  ending,
  flips,
  restartFlips,
}: FileReply): Trial[] {
  const { input, occurrence } = task;
  return Array.from(flips, (made, k) => {
    const isLast = k === flips.length - 1;
    const stopped = isLast && ending === "stopped";
    const outcome: Outcome =
      isLast && ending === "solved"
        ? { kind: "completed", time: made, reward: 1 }
        : { kind: "censored", time: stopped ? made : decided[k].cutoff, resetting: restartFlips };
    const trial = { input, occurrence, ...decided[k], seed, outcome };
    return stopped ? { ...trial, stopped } : trial;
  });
}
