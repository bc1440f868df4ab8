import type { AnalysisWords } from "mulligan/figures";
import type { ColumnNames, LogKind } from "mulligan/readers";
import type { TopLevelSpec } from "vega-lite";
import type { TablePreview } from "./table-preview.ts";
import type { TimeoutCurve } from "./timeout-curve.ts";

/** What is asked of a log: the options of `mulligan analyze`. */
export interface Wishes {
  readonly columns: ColumnNames;
  readonly by: "arm" | "instance";
  /** As the log says, if empty. */
  readonly unit: string;
  readonly resetting: string;
  readonly seed: number;
}

/** A log that was dropped, chosen or pasted. */
export interface Log {
  /** Another number for each. */
  readonly number: number;
  /** What messages call it. */
  readonly name: string;
  readonly content: Blob;
  /** Whether it is a file of the reader's, which the command could read; others must be saved first. */
  readonly isFile: boolean;
}

/** To the worker: one question at a time. */
export interface Question {
  readonly number: number;
  readonly log: Log;
  readonly wishes: Wishes;
}

/** What is being done, and how far it is. */
export interface Progress {
  readonly step: "reading" | "parsing" | "analysing";
  readonly done: number;
  readonly of: number;
  readonly runs?: number;
}

export interface Answer {
  readonly kind: LogKind;
  readonly runs: number;
  readonly unit: string;
  readonly by: "arm" | "instance";
  readonly hasInstances: boolean;
  readonly words: AnalysisWords;
  /** How many arms or instances there are, of which `words` tells of the most run. */
  readonly groups: number;
  /** What the reader is to know beside the verdict. */
  readonly notices: readonly string[];
  readonly figures: { readonly rate: TopLevelSpec; readonly survival: TopLevelSpec };
  /** How many of them are drawn. */
  readonly drawn: number;
  /** Whether with their bands, and with what waiting earns. */
  readonly banded: boolean;
  /** From the shortest to the longest time in each of them. */
  readonly spans: { readonly rate: Span; readonly survival: Span };
  readonly curves: readonly TimeoutCurve[];
}

export type Span = readonly [number, number];

/** What comes back. */
export type ReplyPart =
  | { readonly kind: "progress"; readonly progress: Progress }
  | { readonly kind: "preview"; readonly preview: TablePreview }
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "problem"; readonly message: string };

/** From the worker, about the question of that number. */
export type Reply = ReplyPart & { readonly question: number };
