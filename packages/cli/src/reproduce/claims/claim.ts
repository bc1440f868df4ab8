/**
 * `holds if`: under the condition that the claim names. `open`: the numbers leave both possible. `vacuous`: true of
 * everything, as a bound above what anybody can lose.
 */
export type ClaimVerdict = "holds" | "holds if" | "does not hold" | "open" | "vacuous";

/** All of them, the worst for the paper first. */
export const VERDICTS: readonly ClaimVerdict[] = ["does not hold", "open", "vacuous", "holds if", "holds"];

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
  /** The setting and the τ that the verdict is about: elsewhere it may be another. */
  readonly judged: string;
  /** Why the numbers lead to this verdict. */
  readonly reason: string;
  /** Said by this project, not by the paper. */
  readonly beyond?: true;
}

/** A claim before it is said for which setting it was judged. */
export type ClaimDraft = Omit<Claim, "judged">;

/** Claims that were judged in one setting. */
export function judgedFor(judged: string, ...claims: readonly ClaimDraft[]): Claim[] {
  return claims.map((claim) => ({ ...claim, judged }));
}
