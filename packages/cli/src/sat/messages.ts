import type { Assignment, WalkSettings } from "@mulligan/sat";
import type { Shape } from "./competition.ts";
import type { RaceEnd, RaceWalk } from "./race.ts";

/** What every worker is told once. */
export interface SatShared {
  readonly files: readonly string[];
  readonly arms: readonly WalkSettings[];
  /** What could be read once only, and was: standard input, pipes. */
  readonly given: ReadonlyMap<string, Uint8Array>;
  readonly models: boolean;
  /** Whether large formulas are left to a race of the arms. */
  readonly races: boolean;
  /** One number: not 0 when all is to stop, in the middle of a trial too. */
  readonly stop: SharedArrayBuffer;
  /** A number for each file: not 0 when a model was found in a race, so that the walks of other workers at it stop. */
  readonly solved: SharedArrayBuffer;
  /** Of a `FlipBudget`; undefined where flips are not limited. */
  readonly budget?: SharedArrayBuffer;
}

/**
 * Trials at some files, which end where one is solved. In columns, since to copy an object for each file
 * from thread to thread takes as long as a tenth of a small formula's flips.
 */
export interface TriesWork {
  readonly tasks: Uint32Array;
  /** Of the assignments that the trials at a file begin with. */
  readonly seeds: Uint32Array;
  /** The trials at each file: from which place on, and how many. Most files of a message share the same. */
  readonly firsts: Uint32Array;
  readonly counts: Uint32Array;
  readonly arms: Uint32Array;
  readonly cutoffs: Float64Array;
}

/** A turn of the race at one file: it is opened at the first one, and goes on at the next. */
export interface RaceWork {
  readonly race: number;
  readonly seed: number;
  readonly weights: readonly number[];
  /** 0 to end it: its walks are told, and forgotten. */
  readonly flips: number;
}

export type SatWork = TriesWork | RaceWork;

/**
 * How the trials at a file ended: `left` when all were cut, `hopeless` when it has an empty clause, `large` when none was
 * made since its heuristics are to race.
 */
export const satEndings = ["left", "solved", "stopped", "hopeless", "unreadable", "large"] as const;
export type SatEnding = (typeof satEndings)[number];

/** What came of the files of one message, in their order. */
export interface TriesReply {
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
  readonly shapes: ReadonlyMap<number, Shape>;
  /** Milliseconds in the engine, for flips and new assignments, of milliseconds with a formula in it. */
  readonly walkMs: number;
  readonly solveMs: number;
}

/** What came of a turn of a race. */
export interface RaceReply {
  readonly ending: RaceEnd | "unreadable";
  /** Walks that are over. Those under way are told when they end. */
  readonly walks: readonly RaceWalk[];
  /** Of the turn, by walks under way too. */
  readonly flips: number;
  readonly restartFlips: number;
  readonly model?: Assignment;
  readonly problem?: string;
  readonly walkMs: number;
}

export type SatReply = TriesReply | RaceReply;
