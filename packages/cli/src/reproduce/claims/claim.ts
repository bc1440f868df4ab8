/** `holds if`: under the condition that the claim names. */
type ClaimVerdict = "holds" | "does not hold" | "holds if";

/** One numeric or ordered statement of the paper, and what came of it here. */
export interface Claim {
  /** Where the paper says it. */
  readonly label: string;
  /** What it says, in our words. */
  readonly statement: string;
  /** What was measured, and its 95% interval. */
  readonly quantity: string;
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  /** Computed, not measured: both ends are the estimate. */
  readonly exact?: true;
  readonly verdict: ClaimVerdict;
  /** Under which setting it holds, for `holds if`. */
  readonly condition?: string;
  /** Why the numbers lead to this verdict. */
  readonly reason: string;
  /** Said by this project, not by the paper. */
  readonly beyond?: true;
}
