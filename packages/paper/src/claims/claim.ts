import type { Interval } from "./statistics.ts";

/**
 * The verdict on a claim. `holds if`: under the condition that the claim names. `open`: the numbers allow both answers.
 * `vacuous`: true whatever happens, such as a bound above the largest possible loss.
 */
export type ClaimVerdict = "holds" | "holds if" | "does not hold" | "open" | "vacuous";

/** All verdicts, the worst for the paper first. */
export const VERDICTS: readonly ClaimVerdict[] = ["does not hold", "open", "vacuous", "holds if", "holds"];

/** A statement of the paper with a number or an order in it, and its measurement. */
export interface Claim {
  /** The place in the paper. */
  readonly label: string;
  /** The statement in our words. */
  readonly statement: string;
  /** The measured quantity with its 95% interval. */
  readonly quantity: string;
  /** The estimate; `low` and `high` are the ends of its interval. */
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  /** True if the number is computed, not measured; both ends are the estimate. */
  readonly exact?: true;
  /** The verdict, which follows from the interval. */
  readonly verdict: ClaimVerdict;
  /** The setting in which it holds, for `holds if`. */
  readonly condition?: string;
  /** The setting and the τ for which the verdict was found; others may give another. */
  readonly judged: string;
  /** The reason for this verdict. */
  readonly reason: string;
  /** True for a claim of this project, not of the paper. */
  readonly beyond?: true;
}

/** A claim without the setting for which it was judged. */
export type ClaimDraft = Omit<Claim, "judged">;

/** Adds the setting to claims that were judged in it. */
export function judgedFor(judged: string, ...claims: readonly ClaimDraft[]): Claim[] {
  return claims.map((claim) => ({ ...claim, judged }));
}

export type Judgement = Pick<Claim, "verdict" | "condition">;

/** Judges whether a measured number exceeds a threshold. It is open if the interval contains the threshold. */
export function exceeds({ low, high }: Interval, threshold: number): Judgement {
  return verdictFrom(low > threshold, high < threshold);
}

/** Judges whether a measured number stays below a threshold. */
export function staysBelow({ low, high }: Interval, threshold: number): Judgement {
  return verdictFrom(high < threshold, low > threshold);
}

/** Returns the verdict. A claim that is neither shown nor refuted is open, so that a short run does not contradict a long one. */
export function verdictFrom(shown: boolean, refuted: boolean): Judgement {
  if (refuted) return { verdict: "does not hold" };
  return { verdict: shown ? "holds" : "open" };
}

/** Returns whether a statement holds as it is, only under a condition, or not at all. */
export function holdsIf(asStated: boolean, underCondition: boolean, condition: string): Judgement {
  if (asStated) return { verdict: "holds" };
  return underCondition ? { verdict: "holds if", condition } : { verdict: "does not hold" };
}

/**
 * Judges whether a lead lasts, by its size at the end of τ and its growth in the second half of τ. A lead that falls
 * may be lost later, and a negative one that grows may become positive: both are open.
 */
export function leadsForGood(lead: Interval, growth: Interval): Judgement {
  return verdictFrom(lead.low > 0 && growth.low > 0, lead.high < 0 && growth.high < 0);
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

/** Returns the measured number of a claim: `1.18 (1.1 to 1.3)`, `7 (exact)`, or `not measured` if it is 0 to ∞. */
export function measuredText({ estimate, low, high, exact }: Claim): string {
  if (low === 0 && estimate === Infinity) return "not measured";
  return `${threeDigits(estimate)} (${exact ? "exact" : `${threeDigits(low)} to ${threeDigits(high)}`})`;
}

/** Returns the verdict with its condition: `holds if the base is one of 10, 32`. */
export function conditionalVerdict({ verdict, condition }: Claim): string {
  return condition === undefined ? verdict : `${verdict} ${condition}`;
}
