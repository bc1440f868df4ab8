import type { Assignment } from "@mulligan/sat";
import type { SatCurve } from "./rate-curve.ts";
import type { SatSetting } from "./setting.ts";

/** One way to restart with one seed: a contestant goes once through all formulas. */
export interface SeededContestant {
  readonly name: "learned" | "luby" | "never";
  /** The seed of its walks. */
  readonly seed: number;
  /** Luby's first cutoff, in flips for each clause. */
  readonly base: number;
}

/** The walk in the picture: who walks, and how fast, in flips a second. */
export interface Watched {
  readonly contestant: SeededContestant;
  readonly speed: number;
  /** Fewer and larger steps, for readers who want less movement. */
  readonly calm: boolean;
}

/** To a worker. Each has the setting and the formulas, and then plays or shows one contestant at a time. */
export type SatWorkerRequest =
  | {
      readonly kind: "open";
      readonly setting: SatSetting;
      /** Solved instead of generated formulas. */
      readonly files: readonly File[] | undefined;
    }
  /** Asks for a row for each formula. */
  | { readonly kind: "read" }
  | { readonly kind: "play"; readonly contestant: SeededContestant; readonly walkable: readonly boolean[] }
  | { readonly kind: "watch"; readonly watched: Watched; readonly walkable: readonly boolean[] }
  | { readonly kind: "speed"; readonly speed: number }
  | { readonly kind: "pause" | "go" }
  | { readonly kind: "model"; readonly name: string; readonly model: Assignment };

/** What is known of a formula before it is walked. */
export interface FormulaRow {
  readonly name: string;
  readonly variables: number;
  readonly clauses: number;
  /** The memory that a walk at it takes. */
  readonly bytes: number;
  /** Why it cannot be walked, if it cannot. */
  readonly problem?: string;
}

/** A formula that a contestant solved or gave up. */
export interface FormulaEnd {
  readonly formula: number;
  readonly solved: boolean;
  /** The flips at this formula; what restarts cost is in them. */
  readonly flips: number;
  /** The flips at all formulas so far. */
  readonly clock: number;
  /** The first model that this worker found for the formula. */
  readonly model?: Assignment;
}

/** The walks at one formula, as they are drawn. */
export interface DrawnWalk {
  readonly formula: number;
  readonly contestant: SeededContestant;
  readonly places: readonly number[];
  readonly values: readonly (number | null)[];
  readonly cuts: readonly (number | null)[];
}

/** From a worker. */
export type SatWorkerReply =
  | { readonly kind: "formulas"; readonly rows: readonly FormulaRow[]; readonly total: number }
  | {
      readonly kind: "played";
      /** The formulas that ended since the last reply. */
      readonly ends: readonly FormulaEnd[];
      readonly clock: number;
      readonly restarts: number;
      readonly over: boolean;
    }
  | {
      readonly kind: "watched";
      readonly walk: DrawnWalk | undefined;
      readonly curve: SatCurve | undefined;
      readonly over: boolean;
    }
  | { readonly kind: "model"; readonly name: string; readonly text: Blob }
  | { readonly kind: "fault"; readonly text: string };
