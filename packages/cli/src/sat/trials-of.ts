import type { Outcome } from "@mulligan/core";
import type { Trial } from "@mulligan/core/problem";
import type { Assignment } from "@mulligan/sat";
import type { Batch, BatchEntry, Entry } from "./agenda.ts";
import type { Shape } from "./competition.ts";
import { type RaceReply, type SatEnding, satEndings, type TriesReply } from "./messages.ts";

/** What a worker made of one file of a message. */
export interface FileReply {
  readonly entry: BatchEntry;
  readonly ending: SatEnding;
  readonly flips: Float64Array;
  readonly restartFlips: number;
  readonly model: Assignment | undefined;
  readonly problem: string | undefined;
  readonly shape: Shape | undefined;
}

/** A reply, file by file. */
export function* filesOf(reply: TriesReply, batch: Batch): Generator<FileReply> {
  let from = 0;
  for (const [i, entry] of batch.entries()) {
    yield {
      entry,
      ending: satEndings[reply.endings[i]],
      flips: reply.flips.subarray(from, (from += reply.counts[i])),
      restartFlips: reply.restartFlips[i],
      model: reply.models.get(i),
      problem: reply.problems.get(i),
      shape: reply.shapes.get(i),
    };
  }
}

/** The trials at a file: all were cut but the last, which may have found a model, or been stopped. */
export function trialsOf({
  entry: { entry, seed, decided },
  ending,
  flips,
  restartFlips,
}: FileReply): Trial[] {
  const { input, occurrence } = entry.task;
  return Array.from(flips, (made, k) => {
    const isLast = k === flips.length - 1;
    const stopped = isLast && ending === "stopped";
    const outcome: Outcome =
      isLast && ending === "solved"
        ? { kind: "completed", time: made, reward: 1 }
        : { kind: "censored", time: stopped ? made : decided[k].cutoff, resetting: restartFlips };
    const { task: _, ...decision } = decided[k];
    const trial = { input, occurrence, ...decision, seed, outcome };
    return stopped ? { ...trial, stopped } : trial;
  });
}

/** The walks of a race that are over, as trials; the one that found a model is the last. */
export function walksOf({ task }: Entry, { walks, restartFlips }: RaceReply): Trial[] {
  const { input, occurrence } = task;
  const sorted = [...walks.filter(({ ending }) => ending !== "solved"), ...walks.filter(isSolved)];
  return sorted.map(({ arm, seed, flips, cutoff, ending }, k) => {
    const outcome: Outcome = isSolved({ ending })
      ? { kind: "completed", time: flips, reward: 1 }
      : { kind: "censored", time: flips, resetting: restartFlips };
    const trial = { input, occurrence, arm, cutoff, attempt: task.attempts + 1 + k, seed, outcome };
    return ending === "stopped" ? { ...trial, stopped: true } : trial;
  });
}

function isSolved({ ending }: { readonly ending: string }): boolean {
  return ending === "solved";
}
