import type { Interval } from "./statistics.ts";

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

export type Judgement = Pick<Claim, "verdict" | "condition">;

/** Whether a measured number exceeds a threshold; an interval that holds it cannot tell, and says so. */
export function exceeds({ low, high }: Interval, threshold: number): Judgement {
  return judge(low > threshold, high < threshold);
}

/** Whether it stays below one. */
export function staysBelow({ low, high }: Interval, threshold: number): Judgement {
  return judge(high < threshold, low > threshold);
}

/** Shown, refuted, or neither. What is not shown is not yet refuted: a short run must not contradict a long one. */
export function judge(shown: boolean, refuted: boolean): Judgement {
  if (refuted) return { verdict: "does not hold" };
  return { verdict: shown ? "holds" : "open" };
}

/** Whether a statement stands as it is, or only under a condition, or not at all. */
export function holdsIf(asStated: boolean, underCondition: boolean, condition: string): Judgement {
  if (asStated) return { verdict: "holds" };
  return underCondition ? { verdict: "holds if", condition } : { verdict: "does not hold" };
}

/**
 * Who is ahead for good, by a lead at the end of the time and its growth in the second half of it. A lead that is
 * falling may be lost later, and one that is growing may still be won: both are open.
 */
export function leadsForGood(lead: Interval, growth: Interval): Judgement {
  return judge(lead.low > 0 && growth.low > 0, lead.high < 0 && growth.high < 0);
}

/** A number for a sentence, to three digits: `0.00473`, `31,600`, `1,000,000`, `4.5·10⁷`. */
export function threeDigits(value: number): string {
  if (value === Infinity) return "∞";
  if (value === -Infinity) return "−∞";
  const size = Math.abs(value);
  const rounded = Number(value.toPrecision(3));
  if (size >= 1e7 || (size > 0 && size < 1e-3)) {
    const [digits, power] = value.toExponential(1).split("e");
    const tens = `10${superscript(Number(power))}`;
    return Number(digits) === 1 ? tens : `${Number(digits)}·${tens}`;
  }
  return size < 100 ? String(rounded) : rounded.toLocaleString("en-US");
}

/** `0.91 (0.85 to 0.97)`. */
export function withInterval({ estimate, low, high }: Interval): string {
  return low === high
    ? threeDigits(estimate)
    : `${threeDigits(estimate)} (${threeDigits(low)} to ${threeDigits(high)})`;
}

function superscript(power: number): string {
  return String(power).replace(/./g, (sign) => (sign === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)]));
}

/** `1.18 (1.1 to 1.3)`; without an interval where it was computed exactly. From 0 to ∞ nothing is known at all. */
export function measuredText({ estimate, low, high, exact }: Claim): string {
  if (low === 0 && estimate === Infinity) return "not measured";
  return exact
    ? `${threeDigits(estimate)} (exact)`
    : `${threeDigits(estimate)} (${threeDigits(low)} to ${threeDigits(high)})`;
}

/** `holds if the base is one of 10, 32`. */
export function conditionalVerdict({ verdict, condition }: Claim): string {
  return condition === undefined ? verdict : `${verdict} ${condition}`;
}
