import type { AnalysisWords, Figure, LinesToCopy } from "mulligan/figures";
import type { CsvColumn } from "../browser/download.ts";
import type { AnalyzeOptions } from "./analyze-options.ts";
import type { ReadLog } from "./log-reading.ts";
import type { TimeoutCurve } from "./timeout-curve.ts";

/** A log that was dropped, chosen or pasted, in one file or several. */
export interface Log {
  /** Another number for each log. */
  readonly number: number;
  readonly files: readonly LogFile[];
  /** Whether these are files of the reader, which the command could read; others must be saved first. */
  readonly isSaved: boolean;
}

interface LogFile {
  readonly name: string;
  readonly content: Blob;
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
  readonly runs: number;
  /** The unit of the log; empty if it has none. */
  readonly unit: string;
  /** The cost of a restart as the command takes it. */
  readonly resetting: string;
  readonly by: "arm" | "instance";
  readonly hasInstances: boolean;
  readonly words: AnalysisWords;
  /** The number of arms or instances, of which `words` has those with the most runs. */
  readonly groups: number;
  /** Notes beside the verdict. */
  readonly notices: readonly string[];
  /** One for each arm, in the order of `words`. */
  readonly advice: readonly Advice[];
  readonly figures: { readonly rate: Figure; readonly survival: Figure };
  /** The number of groups in the figures. */
  readonly drawn: number;
  /** Whether the figures have bands and the rate of waiting. */
  readonly banded: boolean;
  /** The shortest and the longest time in each figure, in the unit of the log. */
  readonly spans: { readonly rate: TimeSpan; readonly survival: TimeSpan };
  /** What the figures and the table show, as columns to save. */
  readonly columns: Readonly<Record<"rate" | "survival" | "table", readonly CsvColumn[]>>;
  readonly curves: readonly TimeoutCurve[];
}

/** What to do about one arm. */
export interface Advice {
  readonly name: string;
  /** Such as "Set your timeout to 6.5 s". */
  readonly headline: string;
  /** More about it; may be empty. */
  readonly details: string;
  /** Empty where no cutoff is advised, or where times without a unit cannot be written in seconds. */
  readonly lines: readonly LinesToCopy[];
  /** Whether lines would be there if the times had a unit. */
  readonly needsUnit: boolean;
}

export type TimeSpan = readonly [number, number];

export type AnalysisResult =
  | { readonly kind: "progress"; readonly progress: AnalysisProgress }
  | { readonly kind: "read"; readonly read: ReadLog }
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "problem"; readonly message: string };

/** From the worker, about the request of that number. */
export type AnalysisReply = AnalysisResult & { readonly request: number };
