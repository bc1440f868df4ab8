import type { Claim } from "../claims/claim.ts";
import type { FormulaSet, SetName } from "./formulas.ts";

/** The amount of work: `full` for the figures, `quick` for a look, `tiny` for the tests. */
export type ReproductionSize = "full" | "quick" | "tiny";

/** The options of a reproduction. Together with the formulas they determine every byte that is written. */
export interface ReproductionSetting {
  readonly form: ReproductionSize;
  readonly seed: number;
  /** Flips in one unit of the paper's cutoffs, which it does not name (docs/errata.md#e20). */
  readonly unit: number;
  /** Whether Luby's sequence begins again after a success (docs/errata.md#e20). */
  readonly lubyReset: "on" | "off";
}

/** A part of the paper that can be reproduced by its label. */
export interface Chapter {
  /** The label in the paper, `fig:uf100`, or that of the theorem if there is no figure. */
  readonly label: string;
  readonly title: string;
  play(context: ChapterContext): Promise<Findings>;
}

export interface ChapterContext {
  readonly setting: ReproductionSetting;
  /** At most `max` formulas of a set, from the user's folder or generated. */
  formulas(name: SetName, max: number): Promise<FormulaSet>;
  readonly play: PlayStudy;
}

/** The results of a chapter. */
export interface Findings {
  /** Sentences that describe the setting. */
  readonly about: readonly string[];
  readonly figures: readonly ChapterFigure[];
  readonly tables: readonly ChapterTable[];
  readonly claims: readonly Claim[];
  /** The amount of work in words. Seconds would differ each time, and the report must not. */
  readonly work: string;
}

export interface ChapterFigure {
  /** The name of the file, without its ending. */
  readonly name: string;
  readonly caption: string;
  /** If given, the page hides the figure behind these words. */
  readonly folded?: string;
  readonly spec: FigureSpec;
}

/** A Vega-Lite specification. It is typed loosely so that users of this package need no Vega-Lite. */
export type FigureSpec = object;

/** A table that the report has as a CSV file. */
export interface ChapterTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** A table of items with one row each; every column has a name and a value of the item. */
export function tableOf<Item>(
  name: string,
  items: readonly Item[],
  columns: readonly (readonly [name: string, value: (item: Item, place: number) => string | number])[],
): ChapterTable {
  return {
    name,
    columns: columns.map(([column]) => column),
    rows: items.map((item, place) => columns.map(([, value]) => value(item, place))),
  };
}

/**
 * Work that any thread can do. The result depends on the part alone, so that one thread and many give the
 * same bytes. Parts and results are plain data, because they travel between threads.
 */
export interface Study<Part, Result> {
  readonly name: string;
  play(part: Part): Result;
}

/** Plays the parts of a study on all threads, and returns the results in the order of the parts. */
export type PlayStudy = <Part, Result>(
  study: Study<Part, Result>,
  parts: readonly Part[],
) => Promise<Result[]>;

/** Runs `from` up to, not including, `to`. */
interface RunSpan {
  readonly from: number;
  readonly to: number;
}

/** Runs whose random numbers follow from the seed and the number of the run. */
export interface SeededRuns extends RunSpan {
  readonly seed: number;
}

/** Splits `total` runs into spans of `size`; the last one may be shorter. */
export function spansOf(total: number, size: number): RunSpan[] {
  return Array.from({ length: Math.ceil(total / size) }, (_, i) => ({
    from: i * size,
    to: Math.min(total, (i + 1) * size),
  }));
}

/** Plays several sets of parts at the same time, so that no thread waits between them. Returns the results of each set. */
export async function playSets<Part, Result>(
  play: PlayStudy,
  study: Study<Part, Result>,
  sets: readonly (readonly Part[])[],
): Promise<Result[][]> {
  const results = await play(study, sets.flat());
  let from = 0;
  return sets.map(({ length }) => results.slice(from, (from += length)));
}
