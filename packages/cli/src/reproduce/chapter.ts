import type { TopLevelSpec } from "vega-lite";
import type { Claim } from "./claims/claim.ts";
import type { FormulaSet, SetName } from "./formulas/formula-set.ts";
import type { ReproductionSetting } from "./setting.ts";
import type { PlayStudy } from "./studies/study.ts";

/** A part of the paper that can be asked for by its label. */
export interface Chapter {
  /** As in the paper, `fig:uf100`; for what has no figure, the label of the theorem. */
  readonly label: string;
  readonly title: string;
  play(context: ChapterContext): Promise<Findings>;
}

export interface ChapterContext {
  readonly setting: ReproductionSetting;
  /** At most so many formulas of a set, from the user's folder or generated. */
  formulas(name: SetName, max: number): Promise<FormulaSet>;
  readonly play: PlayStudy;
}

/** What a chapter came to. */
export interface Findings {
  /** The setting, a sentence each. */
  readonly about: readonly string[];
  readonly figures: readonly ChapterFigure[];
  readonly tables: readonly ChapterTable[];
  readonly claims: readonly Claim[];
  /** How much was played, in words: the report is the same bytes each time, so it cannot tell seconds. */
  readonly work: string;
}

export interface ChapterFigure {
  /** Of the file, without ending. */
  readonly name: string;
  readonly caption: string;
  /** On the page hidden at first, behind these words. */
  readonly folded?: string;
  readonly spec: TopLevelSpec;
}

/** Written as CSV. */
export interface ChapterTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}
