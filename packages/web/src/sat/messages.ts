import type { SatCurve } from "./curves.ts";
import type { SatSetting } from "./setting.ts";

/** The ways to restart that are compared, in the order of the lines. */
export const CONTESTANTS = ["learned", "luby", "never"] as const;

export type ContestantName = (typeof CONTESTANTS)[number];

/** To the worker. */
export type SatWorkerRequest =
  | {
      readonly kind: "start";
      readonly setting: SatSetting;
      /** Solved instead of generated formulas. */
      readonly files: readonly File[] | undefined;
      readonly watched: ContestantName;
      /** Fewer and larger steps, for readers who want less movement. */
      readonly calm: boolean;
    }
  | { readonly kind: "pause" | "go" | "stop" }
  | { readonly kind: "speed"; readonly speed: number }
  | { readonly kind: "watch"; readonly watched: ContestantName }
  | { readonly kind: "model"; readonly formula: number };

/** What is known of a formula before it is walked. */
export interface FormulaRow {
  readonly name: string;
  readonly variables: number;
  readonly clauses: number;
  /** Why it cannot be walked, if it cannot. */
  readonly problem?: string;
}

export type FormulaResult = "solved" | "given up";

/** A new state of one contestant at one formula. */
export interface FormulaChange {
  readonly formula: number;
  readonly contestant: number;
  readonly state: "walked" | FormulaResult;
  readonly flips: number;
}

export interface ContestantProgress {
  readonly solved: number;
  readonly restarts: number;
  readonly flips: number;
  /** Flips and what restarts cost. */
  readonly clock: number;
  readonly over: boolean;
  readonly formula: number;
}

/** The walks at one formula, as they are drawn. */
export interface DrawnWalk {
  readonly formula: number;
  readonly contestant: ContestantName;
  readonly places: readonly number[];
  readonly values: readonly (number | null)[];
  readonly cuts: readonly (number | null)[];
}

export interface SatProgress {
  readonly kind: "progress";
  readonly standings: readonly ContestantProgress[];
  readonly changes: readonly FormulaChange[];
  readonly walk: DrawnWalk | undefined;
  readonly solved: { readonly places: readonly number[]; readonly counts: readonly (number | null)[][] };
  readonly curve: SatCurve | undefined;
  readonly over: boolean;
}

/** From the worker. */
export type SatWorkerReply =
  | { readonly kind: "formulas"; readonly rows: readonly FormulaRow[]; readonly total: number }
  | SatProgress
  | { readonly kind: "model"; readonly name: string; readonly text: Blob }
  | { readonly kind: "fault"; readonly text: string };
