import type { Decision, Outcome } from "@mulligan/core";
import type { Trial } from "@mulligan/core/problem";
import type { Assignment, WalkSettings } from "@mulligan/sat";
import type { Task } from "../tasks/task.ts";
import type { FormulaSize } from "./competition.ts";
import type { DecidedFile, SatRequest } from "./file-queue.ts";
import type { FinishedWalk, RaceEnding } from "./race.ts";

/** The data that every worker gets once. */
export interface SatShared {
  readonly files: readonly string[];
  readonly arms: readonly WalkSettings[];
  /** The bytes of standard input and pipes, which can be read once only. */
  readonly given: ReadonlyMap<string, Uint8Array>;
  readonly models: boolean;
  /** Whether large formulas are left to a race of the arms. */
  readonly races: boolean;
  /** One number: not 0 when everything is to stop, also in the middle of a trial. */
  readonly stop: SharedArrayBuffer;
  /** A number for each file: not 0 when a race found a model, so that the walks of other workers at it stop. */
  readonly solved: SharedArrayBuffer;
  /** The memory of a `flipBudget`; absent where flips are not limited. */
  readonly budget?: SharedArrayBuffer;
}

/**
 * Trials at some files; those at a file end when one solves it. In columns, since copying an object for each file from
 * thread to thread takes as long as a tenth of a small formula's flips.
 */
export interface TriesMessage {
  readonly tasks: Uint32Array;
  /** Seeds of the assignments that the trials at a file begin with. */
  readonly seeds: Uint32Array;
  /** The trials at each file: the first index, and how many. Most files of a message share the same. */
  readonly firsts: Uint32Array;
  readonly counts: Uint32Array;
  readonly arms: Uint32Array;
  readonly cutoffs: Float64Array;
}

/** A turn of the race at one file. The first turn opens the race. */
export interface RaceMessage {
  readonly race: number;
  readonly seed: number;
  readonly weights: readonly number[];
  /** 0 ends the race: its walks are reported and dropped. */
  readonly flips: number;
}

export type SatMessage = TriesMessage | RaceMessage;

/**
 * How the trials at a file ended: `left` if all were cut, `hopeless` if it has an empty clause, `large` if none was made
 * since the heuristics are to race.
 */
export const satEndings = ["left", "solved", "stopped", "hopeless", "unreadable", "large"] as const;
export type SatEnding = (typeof satEndings)[number];

/** The results of the files of one message, in their order. */
export interface TriesReply {
  /** The index of each file's ending in `satEndings`. */
  readonly endings: Uint8Array;
  /** How many trials were made at each file, and the flips of all of them, file after file. */
  readonly counts: Uint32Array;
  readonly flips: Float64Array;
  /** The cost of a new assignment of each formula, in flips. */
  readonly restartFlips: Float64Array;
  /** The models by the file's index in the message; checked against the formula. */
  readonly models: ReadonlyMap<number, Assignment>;
  readonly problems: ReadonlyMap<number, string>;
  readonly shapes: ReadonlyMap<number, FormulaSize>;
  /** Milliseconds in the engine, for flips and new assignments, and milliseconds with a formula loaded. */
  readonly walkMs: number;
  readonly solveMs: number;
  /** The machine that made them, if it was not this one. */
  readonly worker?: string;
}

/** The result of a turn of a race. */
export interface RaceReply {
  /** `lost` if the worker that kept the walks is gone. */
  readonly ending: RaceEnding | "unreadable" | "lost";
  /** Walks that are over. Those that go on are reported when they end. */
  readonly walks: readonly FinishedWalk[];
  /** All flips of the turn, also by walks that go on. */
  readonly flips: number;
  readonly restartFlips: number;
  readonly model?: Assignment;
  readonly problem?: string;
  readonly walkMs: number;
  readonly worker?: string;
}

export type SatReply = TriesReply | RaceReply;

/** Returns the message for a worker that executes a request. */
export function messageFor(request: SatRequest): SatMessage {
  if (request.kind === "tries") return triesMessage(request.batch);
  const { file, flips } = request;
  const { seed, weights } = file.race!;
  return { race: file.task.index - 1, seed, weights, flips };
}

function triesMessage(batch: readonly DecidedFile[]): TriesMessage {
  const places = new Map<readonly Decision[], number>();
  const all: Decision[] = [];
  for (const { decided } of batch) {
    if (places.has(decided)) continue;
    places.set(decided, all.length);
    all.push(...decided);
  }
  return {
    tasks: new Uint32Array(batch.map(({ file }) => file.task.index - 1)),
    seeds: new Uint32Array(batch.map(({ seed }) => seed)),
    firsts: new Uint32Array(batch.map(({ decided }) => places.get(decided)!)),
    counts: new Uint32Array(batch.map(({ decided }) => decided.length)),
    arms: new Uint32Array(all.map(({ arm }) => arm)),
    cutoffs: new Float64Array(all.map(({ cutoff }) => cutoff)),
  };
}

/** Returns the trials at a file: all were cut but the last, which may have found a model, or been stopped. */
export function fileTrials(
  { file, seed, decided }: DecidedFile,
  ending: SatEnding,
  flips: Float64Array,
  { resetting, worker }: { readonly resetting: number; readonly worker?: string | undefined },
): Trial[] {
  const { input, occurrence } = file.task;
  return Array.from(flips, (made, k) => {
    const isLast = k === flips.length - 1;
    const stopped = isLast && ending === "stopped";
    const outcome: Outcome =
      isLast && ending === "solved"
        ? { kind: "completed", time: made, reward: 1 }
        : { kind: "censored", time: stopped ? made : decided[k].cutoff, resetting };
    const { task: _, ...decision } = decided[k];
    const trial = {
      input,
      occurrence,
      ...decision,
      seed,
      outcome,
      ...(worker === undefined ? {} : { worker }),
    };
    return stopped ? { ...trial, stopped } : trial;
  });
}

/** Returns the finished walks of a race as trials, after `attempts` others at the task. The walk that found a model is the last. */
export function walkTrials(
  { input, occurrence }: Task,
  attempts: number,
  { walks, restartFlips, worker }: RaceReply,
): Trial[] {
  const isSolved = ({ ending }: FinishedWalk) => ending === "solved";
  const sorted = [...walks.filter((walk) => !isSolved(walk)), ...walks.filter(isSolved)];
  return sorted.map((walk, k) => {
    const { arm, seed, flips, cutoff, ending } = walk;
    const outcome: Outcome = isSolved(walk)
      ? { kind: "completed", time: flips, reward: 1 }
      : { kind: "censored", time: flips, resetting: restartFlips };
    const made = worker === undefined ? {} : { worker };
    const trial = { input, occurrence, arm, cutoff, attempt: attempts + 1 + k, seed, outcome, ...made };
    return ending === "stopped" ? { ...trial, stopped: true } : trial;
  });
}
