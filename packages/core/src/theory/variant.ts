/** Every formula runs as corrected; `"paper"` runs it as printed, so that the two can be compared (docs/errata.md). */
export type Variant = "corrected" | "paper";

/** Chooses between the corrected formula and the printed one. */
export interface VariantOption {
  readonly variant?: Variant;
}
