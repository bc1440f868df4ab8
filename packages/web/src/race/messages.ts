import type { CellResult, Row } from "@mulligan/core/simulate";
import type { RateCurve } from "@mulligan/core/statistics";
import type { RaceFields } from "./race-fields.ts";

/** The policies are compared at so many times, equally far apart. */
export const CHECKPOINTS = 300;

/** To a worker. The number of the race tells replies of an old race from those of the new one. */
export type RaceWorkerRequest = { readonly race: number } & (
  | {
      readonly kind: "open";
      readonly fields: RaceFields;
      /** The worker plays every `of`-th run, beginning with `first`. */
      readonly share: { readonly first: number; readonly of: number };
    }
  /** Play all runs up to this checkpoint, and no further. */
  | { readonly kind: "goal"; readonly checkpoint: number }
  /** Send the learned curve of this policy. */
  | { readonly kind: "watch"; readonly policy: number }
  | { readonly kind: "summarise"; readonly results: readonly CellResult[] }
);

export type RaceWorkerReply = { readonly race: number } & (
  | ({ readonly kind: "opened" } & RacePlan)
  | { readonly kind: "refused"; readonly field: string; readonly message: string }
  | ({ readonly kind: "progress" } & ShareProgress)
  | { readonly kind: "done"; readonly results: readonly RunResult[] }
  | { readonly kind: "rows"; readonly rows: readonly Row[] }
);

/** What is known before the race. */
export interface RacePlan {
  readonly horizon: number;
  readonly runs: number;
  readonly policies: readonly string[];
  readonly arms: readonly string[];
  /** r*·t at each checkpoint. */
  readonly best: Float64Array;
  /** The cutoffs at which rate curves are drawn. */
  readonly cutoffs: Float64Array;
  readonly phases: readonly {
    readonly from: number;
    /** One curve for each arm. */
    readonly rates: readonly Float64Array[];
    readonly optimal: { readonly arm: number; readonly cutoff: number; readonly rate: number };
  }[];
}

/** What happened at the checkpoints `from` to, not including, `to`. */
export interface ShareProgress {
  readonly from: number;
  readonly to: number;
  /** Σ reward and Σ reward² over the runs of this share, by checkpoint, then by policy. */
  readonly sums: Float64Array;
  /** The cutoff and the arm that the first run played, in the same order; only from the share that has it. */
  readonly played?: { readonly cutoffs: Float64Array; readonly arms: Uint8Array };
  readonly learned?: LearnedCurves;
}

/** The rates that the trials of one policy's first run show, for each arm as far as there are enough trials. */
export interface LearnedCurves {
  readonly policy: number;
  readonly phase: number;
  readonly arms: readonly RateCurve[];
}

export interface RunResult {
  readonly policy: number;
  readonly run: number;
  readonly result: CellResult;
}
