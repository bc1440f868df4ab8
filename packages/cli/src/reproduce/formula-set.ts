import type { Formula } from "@mulligan/sat";

/** A benchmark set of the paper. */
export interface FormulaSet {
  readonly name: "uf100-430" | "CBS_k3_n100_m403_b30";
  readonly formulas: readonly Formula[];
  /** For the figures: `SATLIB, 500 formulas`, `500 generated formulas, not SATLIB's`. */
  readonly source: string;
}
