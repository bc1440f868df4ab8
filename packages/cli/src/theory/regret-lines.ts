import { brief } from "../shell/text.ts";
import type { Theory } from "./known-law.ts";

type Bounds = Theory["bounds"];

/** What can be said of regret: the paper's bounds, ours, and what no policy that learns can avoid. */
export function regretLines(bounds: Bounds): string[] {
  const { ucbRb, ucbRm } = bounds;
  return [
    ...(ucbRb === null ? [] : [`regret of ucb-rb: ${upper(bounds, ucbRb.coefficient, "O(1)")}`]),
    ...linearLine(bounds),
    `regret of ucb-rm: ${upper(bounds, ucbRm.coefficient, "O(1)")}`,
    ...continuousLine(bounds),
    ...lowerLine(bounds),
  ];
}

/** A bound above what anybody can lose is said to be one in words, not in eighteen digits. */
function upper(bounds: Bounds, coefficient: number, added: string): string {
  if (coefficient === Infinity || Number.isNaN(coefficient)) return "no bound";
  return isVacuous(bounds, coefficient) ? vacuous(bounds) : `at most ${brief(coefficient)}·log τ + ${added}`;
}

function vacuous({ horizon, mostLost }: Bounds): string {
  return `the bound says nothing: more than the ${brief(mostLost)} that anybody can lose by τ = ${brief(horizon)}`;
}

/** Before τ = e a logarithm says nothing, and what is O(1) may be all. */
function isVacuous({ horizon, mostLost }: Bounds, coefficient: number, constant = 0): boolean {
  return !(coefficient * Math.max(1, Math.log(horizon)) + constant <= mostLost);
}

/** The bound of docs/explanation/linear-in-the-longest-cutoff.md, for the same β as the paper's. */
function linearLine(bounds: Bounds): string[] {
  const { ucbRb, ucbRbLinear } = bounds;
  if (ucbRb === null || ucbRbLinear === null) return [];
  const { coefficient, constant, settled } = ucbRbLinear;
  const by = "  by a proof that is linear in the longest cutoff:";
  if (coefficient === Infinity || Number.isNaN(coefficient)) return [`${by} no bound`];
  if (isVacuous(bounds, coefficient, constant)) {
    return [`${by} nothing ${isVacuous(bounds, ucbRb.coefficient) ? "either" : "at this horizon"}`];
  }
  const asked =
    settled > 0 ? `, if the best cutoff is given ${brief(settled)}·log n of the first n trials` : "";
  return [`${by} ${upper(bounds, coefficient, brief(constant))}${asked}`];
}

/** n is τ over the shortest cutoff. */
function continuousLine(bounds: Bounds): string[] {
  const { ucbRc, horizon, cutoffs, mostLost } = bounds;
  if (ucbRc === null) return [];
  const { assumption, coefficient } = ucbRc;
  if (coefficient === null) return [`regret of ucb-rc: no bound. ${assumption}`];
  const trials = horizon / cutoffs[0];
  const lost = coefficient * Math.sqrt(trials * Math.max(1, Math.log(trials)));
  const said = lost <= mostLost ? `at most ${brief(coefficient)}·√(n·log n)` : vacuous(bounds);
  return [`regret of ucb-rc: ${said}. ${assumption}`];
}

function lowerLine({ lowerBound }: Bounds): string[] {
  if (lowerBound === null) return [];
  const { coefficient } = lowerBound;
  return [
    coefficient > 0
      ? `regret of any policy that learns: at least ${brief(coefficient)}·log τ in the long run`
      : "regret of any policy that learns: it need not grow with τ, since the longest of the best cutoffs tells of all others",
  ];
}
