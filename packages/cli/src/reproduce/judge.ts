import type { Claim } from "./claim.ts";
import type { Interval } from "./interval.ts";

/** Whether a measured number exceeds a threshold; an interval that holds it cannot tell, and says so. */
export function exceeds({ low, high }: Interval, threshold: number): Pick<Claim, "verdict" | "condition"> {
  if (low > threshold) return { verdict: "holds" };
  if (high < threshold) return { verdict: "does not hold" };
  return { verdict: "holds if", condition: "more runs bear it out: the interval leaves both open" };
}
