import type { Law } from "../distributions/law.ts";
import { expectationBeyond, type Smooth } from "./expectation-beyond.ts";
import type { KnownArm } from "./known-arm.ts";
import { goldenSection } from "./maximise.ts";

/** Which laws count as alternatives: those that agree with the arm's up to a time. */
export interface Alternatives {
  /** r*: the rate that the alternative is to reach. */
  readonly rate: number;
  /** The law may change beyond this time; below 0, anywhere. */
  readonly from: number;
  /** t* + C(t*), the time of a trial that `from` cuts; 0 where the law may change anywhere. */
  readonly spent: number;
}

/** The alternative that is hardest to tell from the arm's law among those that make one cutoff as good as r*. */
export interface LeastDivergence {
  /** K_inf: its Kullback–Leibler divergence, seen through a trial at that cutoff. */
  readonly divergence: number;
  /** The same, seen through a trial at another cutoff: less below, the same above. */
  seenAt(cutoff: number): number;
}

/**
 * K_inf of one cutoff t. What the alternative Q must reach is E_Q[ψ ; X > from] ≥ 0 with
 *   ψ = V(t) − r*·(U(t) − spent),
 * at most 1 + r*·(spent − from). By the one-dimensional dual (Honda and Takemura 2010),
 *   K_inf = max over 0 ≤ λ ≤ 1/sup ψ of E[log(1 − λ·ψ) ; X > from],
 * and Q has the density 1/(1 − λ·ψ) towards the arm's law, with what is missing to 1 just beyond `from`.
 * Completed trials pay 1 with chance `success` and otherwise 0.
 */
export function leastDivergence(
  { law, resetting }: KnownArm,
  cutoff: number,
  success: number,
  { rate, from, spent }: Alternatives,
): LeastDivergence {
  const { time } = law;
  const left = cutoff === Infinity ? 0 : time.survival(cutoff);
  const cut = left > 0 ? rate * (cutoff + resetting.mean(cutoff) - spent) : 0;
  const most = Math.max(1 + rate * (spent - Math.max(from, 0)), -cut);
  const changed = (multiplier: number, to: number) =>
    completedPart(time, { from, to, success }, logarithms(multiplier, rate, spent));
  const dual = (multiplier: number) =>
    changed(multiplier, cutoff) + (left > 0 ? left * Math.log1p(multiplier * cut) : 0);
  const { at, value } = goldenSection(dual, 0, 1 / most);
  const divergence = Math.max(0, value);
  return {
    divergence,
    seenAt(other) {
      if (other >= cutoff) return divergence;
      const running = time.survival(other);
      if (!(running > 0)) return divergence;
      // Q's chance of running beyond the other cutoff, from the end, where nothing cancels.
      const between = { from: other, to: cutoff, success };
      const chance =
        completedPart(time, between, densities(at, rate, spent)) + (left > 0 ? left / (1 + at * cut) : 0);
      return Math.max(0, changed(at, other) + running * Math.log(running / chance));
    },
  };
}

/** A function of ψ, where ψ = 1 − rewardless and where ψ = −rewardless, rewardless = r*·(x − spent). */
interface OfOutcome {
  readonly rewarded: Smooth;
  readonly unrewarded: Smooth;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly success: number;
}

/** E[… ; from < X ≤ to] over both rewards. */
function completedPart(
  law: Law,
  { from, to, success }: Stretch,
  { rewarded, unrewarded }: OfOutcome,
): number {
  const yes = success > 0 ? success * expectationBeyond(law, rewarded, from, to) : 0;
  return success < 1 ? yes + (1 - success) * expectationBeyond(law, unrewarded, from, to) : yes;
}

/** log(1 − λψ). */
const logarithms = (multiplier: number, rate: number, spent: number) =>
  ofDual(multiplier, rate, spent, Math.log, (dual) => 1 / dual);

/** 1/(1 − λψ). */
const densities = (multiplier: number, rate: number, spent: number) =>
  ofDual(
    multiplier,
    rate,
    spent,
    (dual) => 1 / dual,
    (dual) => -1 / dual ** 2,
  );

function ofDual(
  multiplier: number,
  rate: number,
  spent: number,
  value: (dual: number) => number,
  slope: (dual: number) => number,
): OfOutcome {
  const steepness = multiplier * rate;
  const of = (reward: number): Smooth => {
    const dual = (x: number) => 1 - multiplier * reward + steepness * (x - spent);
    return { value: (x) => value(dual(x)), slope: (x) => steepness * slope(dual(x)) };
  };
  return { rewarded: of(1), unrewarded: of(0) };
}
