/** How much is played: `full` for the figures, `quick` for a look, `tiny` for the tests. */
export type ReproductionSize = "full" | "quick" | "tiny";

/** What a reproduction is asked for; with the formulas, it decides every byte that is written. */
export interface ReproductionSetting {
  readonly form: ReproductionSize;
  readonly seed: number;
  /** Flips in one unit of the paper's cutoffs, which it does not name (docs/errata.md#e20). */
  readonly unit: number;
  /** Whether Luby's sequence begins again after a success (docs/errata.md#e20). */
  readonly lubyReset: "on" | "off";
}
