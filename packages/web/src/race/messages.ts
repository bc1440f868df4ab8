import type { CellResult, Row } from "@mulligan/core/simulate";
import type { RaceWords } from "./race-words.ts";

/** At so many times, equally far apart, the policies are compared. */
export const PLACES = 300;

/** What a worker is told. Each race has a number, so that what comes of an old one can be told from the new. */
export type ToWorker =
  | {
      readonly kind: "open";
      readonly race: number;
      readonly words: RaceWords;
      /** It plays every `of`-th run, from this one on. */
      readonly share: { readonly first: number; readonly of: number };
    }
  /** To play all that it has up to this place, and no further. */
  | { readonly kind: "goal"; readonly race: number; readonly place: number }
  /** Whose learned curve is shown. */
  | { readonly kind: "watch"; readonly race: number; readonly policy: number }
  | { readonly kind: "summarise"; readonly race: number; readonly results: readonly CellResult[] };

/** What it answers. */
export type FromWorker = { readonly race: number } & (
  | ({ readonly kind: "opened" } & Course)
  | { readonly kind: "refused"; readonly field: string; readonly message: string }
  | ({ readonly kind: "progress" } & Progress)
  | { readonly kind: "done"; readonly results: readonly PlacedResult[] }
  | { readonly kind: "rows"; readonly rows: readonly Row[] }
);

/** What is known before the race. */
export interface Course {
  readonly horizon: number;
  readonly runs: number;
  readonly policies: readonly string[];
  readonly arms: readonly string[];
  /** r*·t at each place. */
  readonly best: Float64Array;
  /** Where the rate curves are drawn. */
  readonly cutoffs: Float64Array;
  readonly phases: readonly {
    readonly from: number;
    /** One curve an arm. */
    readonly rates: readonly Float64Array[];
    readonly optimal: { readonly arm: number; readonly cutoff: number; readonly rate: number };
  }[];
}

/** What happened since the last one: places `from` to, not including, `to`. */
export interface Progress {
  readonly from: number;
  readonly to: number;
  /** Σ reward and Σ reward² over the runs of this share: place by place, policy by policy. */
  readonly sums: Float64Array;
  /** Of the first run, if this share has it: the cutoff and the arm played at each place, policy by policy. */
  readonly played?: { readonly cutoffs: Float64Array; readonly arms: Uint8Array };
  readonly learned?: LearnedCurves;
}

/** What the trials of one policy's first run say of the rates, as far as they say anything: arm by arm. */
export interface LearnedCurves {
  readonly policy: number;
  readonly phase: number;
  readonly arms: readonly { readonly rates: Float64Array; readonly errors: Float64Array }[];
}

export interface PlacedResult {
  readonly policy: number;
  readonly run: number;
  readonly result: CellResult;
}
