import type { Assignment, WalkSettings } from "@mulligan/sat";

/** What every worker is told once. */
export interface SatShared {
  readonly files: readonly string[];
  readonly arms: readonly WalkSettings[];
  /** What could be read once only, and was: standard input, pipes. */
  readonly given: ReadonlyMap<string, Uint8Array>;
  readonly models: boolean;
  /** One number: not 0 when all is to stop, in the middle of a trial too. */
  readonly stop: SharedArrayBuffer;
  /** Of a `FlipBudget`; undefined where flips are not limited. */
  readonly budget?: SharedArrayBuffer;
}

/**
 * Trials at some files, which end where one is solved. In columns, since to copy an object for each file
 * from thread to thread takes as long as a tenth of a small formula's flips.
 */
export interface SatWork {
  readonly tasks: Uint32Array;
  /** Of the assignments that the trials at a file begin with. */
  readonly seeds: Uint32Array;
  /** The trials at each file: from which place on, and how many. Most files of a message share the same. */
  readonly firsts: Uint32Array;
  readonly counts: Uint32Array;
  readonly arms: Uint32Array;
  readonly cutoffs: Float64Array;
}

/** How the trials at a file ended: `left` when all were cut, `hopeless` when it has an empty clause. */
export const satEndings = ["left", "solved", "stopped", "hopeless", "unreadable"] as const;
export type SatEnding = (typeof satEndings)[number];

/** What came of the files of one message, in their order. */
export interface SatReply {
  /** The place of each file's end in `satEndings`. */
  readonly endings: Uint8Array;
  /** Trials that were made at each file, and the flips of all of them, file after file. */
  readonly counts: Uint32Array;
  readonly flips: Float64Array;
  /** What a new assignment of each formula costs, in flips. */
  readonly restartFlips: Float64Array;
  /** Checked against the formula, by the file's place in the message. */
  readonly models: ReadonlyMap<number, Assignment>;
  readonly problems: ReadonlyMap<number, string>;
  /** Milliseconds in the engine, for flips and new assignments, of milliseconds with a formula in it. */
  readonly walkMs: number;
  readonly solveMs: number;
}
