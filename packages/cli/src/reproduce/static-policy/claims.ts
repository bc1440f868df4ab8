import type { ClaimDraft } from "../claims/claim.ts";
import { mostBy } from "../claims/extremes.ts";
import { fitLine } from "../claims/fit-line.ts";
import { exactly, type Interval } from "../claims/interval.ts";
import { holdsIf } from "../claims/judge.ts";
import { threeDigits, withInterval } from "../claims/three-digits.ts";
import type { StaticExcess } from "./study.ts";

/**
 * One of so many intervals may lie beyond a bound by chance; one that is moved out by half its width again
 * does so once in ten thousand.
 */
const beyond = ({ estimate, low, high }: Interval, bound: number) =>
  estimate > bound ? 2 * low - estimate > bound : 2 * high - estimate < bound;

export function staticClaim(excesses: readonly StaticExcess[]): ClaimDraft {
  const below = excesses.filter(({ reward, overshoot }) =>
    [reward, overshoot].some((excess) => excess.estimate < 0 && beyond(excess, 0)),
  );
  const above = (bound: "bound" | "printed") =>
    excesses.filter((e) =>
      [e.reward, e.overshoot].some((excess) => excess.estimate > e[bound] && beyond(excess, e[bound])),
    );
  const [corrected, printed] = [above("bound"), above("printed")];
  const worst = mostBy(excesses, ratio);
  const sound = below.length === 0 && corrected.length === 0;
  return {
    label: "prop:rew-st",
    statement: "The static policy earns at least r*·τ and at most r*·(τ + E[Y²]/E[Y]²).",
    quantity: `what it earns beyond r*·τ as a multiple of the printed bound, where that is largest (${worst.law}, τ = ${threeDigits(worst.horizon)})`,
    estimate: ratio(worst),
    low: worst.overshoot.low / worst.printed,
    high: worst.overshoot.high / worst.printed,
    ...holdsIf(sound && printed.length === 0, sound, "the last term is E[Y²]/E[Y], a time"),
    reason: `Of ${excesses.length} laws and horizons, ${below.length} lie below r*·τ, ${corrected.length} above the bound with E[Y²]/E[Y], and ${printed.length} above the printed one, which changes with the unit of time (docs/errata.md#e3).`,
  };
}

const ratio = ({ overshoot, printed }: StaticExcess) => overshoot.estimate / printed;

/** Slope of a bounded gap: less than this share of the largest gap is gained over the whole last decade. */
const FLAT = 0.01;

function boundedness(gaps: readonly number[], bound: number) {
  const largest = Math.max(...gaps);
  const slope = lastDecadeSlope(gaps);
  const flat = Math.abs(slope) * gaps.length * 0.9 <= FLAT * Math.max(largest, 1e-9);
  return { largest, slope, holds: flat && largest <= bound };
}

export function optimalClaim(aboveRate: readonly number[], bound: number): ClaimDraft {
  const { largest, slope, holds } = boundedness(aboveRate, bound);
  return {
    label: "prop:rew-opt",
    statement: "OPT(τ) exceeds r*·τ by no more than r*·Φ, whatever τ.",
    quantity: "largest OPT(τ) − r*·τ, in rewards",
    ...exactly(largest),
    verdict: holds ? "holds" : "does not hold",
    reason: `It is at most ${threeDigits(largest)} over ${threeDigits(aboveRate.length)} horizons, where our bound r*·Φ is ${threeDigits(bound)}; over the last decade it changes by ${threeDigits(slope)} a unit of time.`,
  };
}

export function gapClaim(optimality: readonly number[], bound: number): ClaimDraft {
  const { largest, slope, holds } = boundedness(optimality, bound);
  return {
    label: "prop:rew-st",
    statement: "The static policy falls short of OPT(τ) by a bounded amount, whatever τ (the corollary).",
    quantity: "largest OPT(τ) − E[REW of the static policy], in rewards",
    ...exactly(largest),
    verdict: holds ? "holds" : "does not hold",
    reason: `It is at most ${threeDigits(largest)} (our bound: ${threeDigits(bound)}) and changes by ${threeDigits(slope)} a unit of time over the last decade, ${withInterval(exactly(optimality[optimality.length - 1]))} at the end.`,
  };
}

/** Growth per unit time over the last decade of horizons. */
export function lastDecadeSlope(gaps: readonly number[]): number {
  const from = Math.floor(gaps.length / 10);
  const last = gaps.slice(from);
  return fitLine(
    last.map((_, i) => from + i + 1),
    last,
  ).slope;
}
