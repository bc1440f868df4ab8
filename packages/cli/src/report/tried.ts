import type { Trial } from "@mulligan/core/problem";
import { elapsed } from "@mulligan/core/problem";
import type { Archive } from "../journal/archive.ts";

/** How a try ended. */
export type End = "solved" | "failed" | "cut" | "stopped";

/** One try, as a report shows it: plain data. */
export interface Tried {
  /** Its task: the input, or the number of a repetition. */
  readonly task: string;
  readonly arm: string;
  readonly cutoff: number;
  /** How long it ran, and, with the reset after a cut, how long it took. */
  readonly time: number;
  readonly spent: number;
  readonly reward: number;
  readonly end: End;
  /** Why it did not solve its task, in words, if it did not. */
  readonly cause?: string;
}

/** A trial of a journal as a report shows it. */
export function triedOf(trial: Trial, arms: readonly string[]): Tried {
  const { input, occurrence, outcome, exit } = trial;
  const end = endOf(trial);
  const repeated = occurrence > 1 ? `${input} (${occurrence})` : input;
  const how = typeof exit === "number" ? `exit code ${exit}` : exit;
  const why = end === "failed" && how !== undefined ? `failed: ${how}` : CAUSES[end];
  return {
    task: input === null ? `#${occurrence}` : repeated!,
    arm: arms[trial.arm],
    cutoff: trial.cutoff,
    time: outcome.time,
    spent: elapsed(outcome, 0),
    reward: outcome.kind === "completed" ? outcome.reward : 0,
    end,
    ...(why === undefined ? {} : { cause: why }),
  };
}

const CAUSES: Readonly<Record<End, string | undefined>> = {
  solved: undefined,
  failed: "ended by itself, without success",
  cut: "cut at its cutoff",
  stopped: "stopped: the run was over",
};

function endOf({ outcome, stopped }: Trial): End {
  if (outcome.kind === "completed") return outcome.reward > 0 ? "solved" : "failed";
  return stopped === true ? "stopped" : "cut";
}

/** An archive that remembers what it keeps, beginning with what it kept before: all that a report needs. */
export function remembering(archive: Archive): Archive & { readonly seen: readonly Trial[] } {
  const seen = [...archive.trials];
  return {
    ...archive,
    seen,
    keep(trials, outputs) {
      for (const trial of trials) seen.push(trial);
      return archive.keep(trials, outputs);
    },
  };
}
