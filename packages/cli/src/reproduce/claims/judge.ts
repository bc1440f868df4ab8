import type { Claim } from "./claim.ts";
import type { Interval } from "./interval.ts";

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
