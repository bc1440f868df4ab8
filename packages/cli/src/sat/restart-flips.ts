import type { Formula } from "@mulligan/sat";

/**
 * A new assignment touches every variable and every literal once, where a flip touches a few dozen clauses:
 * measured, a restart takes as long as a flip for every 39 of them at 100 variables, every 45 at 5,000.
 */
const LITERALS_A_FLIP = 40;

/** What it takes to begin anew, in flips. */
export function restartFlips({ variables, literals }: Formula): number {
  return (variables + literals.length) / LITERALS_A_FLIP;
}
