import type { ContestantName, Ending } from "./contestant.ts";
import type { LearnedCurve } from "./learned-curve.ts";
import type { SatSetting } from "./setting.ts";

/** What the page tells the worker. */
export type Request =
  | {
      readonly kind: "start";
      readonly setting: SatSetting;
      /** Instead of formulas that are generated. */
      readonly files: readonly File[] | undefined;
      readonly watched: ContestantName;
      /** Fewer and larger steps, for who asked for less movement. */
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
  /** Why it cannot be walked, where it cannot. */
  readonly problem?: string;
}

/** A formula of which something new is to be told, by one contestant. */
export interface Change {
  readonly formula: number;
  readonly contestant: number;
  readonly state: "walked" | Ending;
  readonly flips: number;
}

export interface Standing {
  readonly solved: number;
  readonly restarts: number;
  readonly flips: number;
  /** Flips with what restarts took. */
  readonly clock: number;
  readonly over: boolean;
  readonly formula: number;
}

/** The walks at one formula, as they are drawn. */
export interface WalkShown {
  readonly formula: number;
  readonly contestant: ContestantName;
  readonly places: readonly number[];
  readonly values: readonly (number | null)[];
  readonly cuts: readonly (number | null)[];
}

export interface Progress {
  readonly kind: "progress";
  readonly standings: readonly Standing[];
  readonly changes: readonly Change[];
  readonly walk: WalkShown | undefined;
  readonly solved: { readonly places: readonly number[]; readonly counts: readonly (number | null)[][] };
  readonly curve: LearnedCurve | undefined;
  readonly over: boolean;
}

/** What the worker tells the page. */
export type Reply =
  | {
      readonly kind: "formulas";
      readonly from: number;
      readonly rows: readonly FormulaRow[];
      readonly total: number;
    }
  | Progress
  | { readonly kind: "model"; readonly formula: number; readonly name: string; readonly text: Blob }
  | { readonly kind: "fault"; readonly text: string };
