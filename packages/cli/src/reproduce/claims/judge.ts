import type { Claim } from "./claim.ts";
import type { Interval } from "./interval.ts";

type Judgement = Pick<Claim, "verdict" | "condition">;

const OPEN: Judgement = {
  verdict: "holds if",
  condition: "more runs bear it out: the interval leaves both open",
};

/** Whether a measured number exceeds a threshold; an interval that holds it cannot tell, and says so. */
export function exceeds({ low, high }: Interval, threshold: number): Judgement {
  if (low > threshold) return { verdict: "holds" };
  return high < threshold ? { verdict: "does not hold" } : OPEN;
}

/** Whether it stays below one. */
export function staysBelow({ low, high }: Interval, threshold: number): Judgement {
  if (high < threshold) return { verdict: "holds" };
  return low > threshold ? { verdict: "does not hold" } : OPEN;
}

/** Whether a statement stands as it is, or only under a condition, or not at all. */
export function holdsIf(asStated: boolean, underCondition: boolean, condition: string): Judgement {
  if (asStated) return { verdict: "holds" };
  return underCondition ? { verdict: "holds if", condition } : { verdict: "does not hold" };
}
