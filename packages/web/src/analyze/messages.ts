import type { AnalysisWords } from "mulligan/figures";
import type { LogKind } from "mulligan/readers";
import type { TopLevelSpec } from "vega-lite";
import type { AnalyzeOptions } from "./analyze-options.ts";
import type { TablePreview } from "./table-preview.ts";
import type { TimeoutCurve } from "./timeout-curve.ts";

/** A log that was dropped, chosen or pasted. */
export interface Log {
  /** Another number for each log. */
  readonly number: number;
  /** The name of the log in messages. */
  readonly name: string;
  readonly content: Blob;
  /** Whether it is a file of the reader, which the command could read; others must be saved first. */
  readonly isFile: boolean;
}

/** To the worker, one at a time. */
export interface AnalysisRequest {
  readonly number: number;
  readonly log: Log;
  readonly options: AnalyzeOptions;
}

export interface AnalysisProgress {
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
  /** The number of arms or instances, of which `words` has those with the most runs. */
  readonly groups: number;
  /** Notes beside the verdict. */
  readonly notices: readonly string[];
  readonly figures: { readonly rate: TopLevelSpec; readonly survival: TopLevelSpec };
  /** The number of groups in the figures. */
  readonly drawn: number;
  /** Whether the figures have bands and the rate of waiting. */
  readonly banded: boolean;
  /** The shortest and the longest time in each figure. */
  readonly spans: { readonly rate: TimeSpan; readonly survival: TimeSpan };
  readonly curves: readonly TimeoutCurve[];
}

export type TimeSpan = readonly [number, number];

export type AnalysisResult =
  | { readonly kind: "progress"; readonly progress: AnalysisProgress }
  | { readonly kind: "preview"; readonly preview: TablePreview }
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "problem"; readonly message: string };

/** From the worker, about the request of that number. */
export type AnalysisReply = AnalysisResult & { readonly request: number };
