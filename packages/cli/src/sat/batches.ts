import type { Decision } from "@mulligan/core";
import { stream } from "@mulligan/core/random";
import type { Task } from "../tasks/task.ts";
import type { Decisions } from "./decisions.ts";
import type { SatWork } from "./messages.ts";

/** A file of a message, with what was decided for the next trials at it. */
export interface BatchEntry {
  readonly task: Task;
  readonly seed: number;
  readonly decided: readonly Decision[];
}

export type Batch = readonly BatchEntry[];

/** Files that wait for their turn, and how many of them go into a message. */
export interface Batches {
  /** Empty if no file waits. */
  take(): Batch;
  /** A file that is to be tried again, before those that were never tried. */
  putBack(task: Task): void;
  /** One more file about which nothing is left to do. */
  countDone(): void;
  readonly hasPutBack: boolean;
}

export interface BatchRules {
  readonly decisions: Decisions;
  readonly maxAttempts: number;
  readonly jobs: number;
  readonly seed: number;
  /** Trials of earlier runs, which this one goes on from. */
  readonly earlier: number;
}

const MAX_FILES_A_MESSAGE = 64;
/**
 * While little is known a message should be short, so that the next one knows more. But with one file each, 500 small
 * files took a quarter more time, since the workers waited for messages; four take 1% more flips.
 */
const LEAST_FILES_A_MESSAGE = 4;
/** Half a millisecond of flips or so is enough to be decided in advance for a file. */
const FLIPS_AHEAD = 5_000;
/** Where there is no other for the worker to turn to, it would wait for as long as a thousand flips take. */
const FLIPS_AHEAD_ALONE = 50_000;
/** A worker has its next message before it is done with this one. */
export const MESSAGES_A_WORKER = 2;

export function batchesOf(open: readonly Task[], rules: BatchRules): Batches {
  const { decisions, maxAttempts, jobs } = rules;
  const random = stream(rules.seed, "flips", rules.earlier);
  const again: Task[] = [];
  let [next, done] = [0, 0];

  /** So many that all workers end at about the same time. */
  const fairShare = (files: number) => Math.floor(files / (8 * jobs));

  return {
    take() {
      const waiting = again.length + open.length - next;
      const least = Math.min(LEAST_FILES_A_MESSAGE, fairShare(waiting));
      const most = Math.min(MAX_FILES_A_MESSAGE, fairShare(Math.min(done, waiting)));
      const size = Math.max(1, least, most);
      const flips = waiting > jobs * MESSAGES_A_WORKER ? FLIPS_AHEAD : FLIPS_AHEAD_ALONE;
      const batch: BatchEntry[] = [];
      while (batch.length < size && (again.length > 0 || next < open.length)) {
        const task = again.shift() ?? open[next++];
        const { attempts } = task;
        const seed = Math.floor(random.uniform() * 2 ** 32);
        const decided = decisions.ahead(attempts + 1, { trials: maxAttempts - attempts, flips });
        batch.push({ task, seed, decided });
      }
      return batch;
    },
    putBack: (task) => void again.push(task),
    countDone() {
      done += 1;
    },
    get hasPutBack() {
      return again.length > 0;
    },
  };
}

export function messageOf(batch: Batch): SatWork {
  const places = new Map<readonly Decision[], number>();
  const all: Decision[] = [];
  for (const { decided } of batch) {
    if (places.has(decided)) continue;
    places.set(decided, all.length);
    all.push(...decided);
  }
  return {
    tasks: new Uint32Array(batch.map(({ task }) => task.index - 1)),
    seeds: new Uint32Array(batch.map(({ seed }) => seed)),
    firsts: new Uint32Array(batch.map(({ decided }) => places.get(decided)!)),
    counts: new Uint32Array(batch.map(({ decided }) => decided.length)),
    arms: new Uint32Array(all.map(({ arm }) => arm)),
    cutoffs: new Float64Array(all.map(({ cutoff }) => cutoff)),
  };
}
