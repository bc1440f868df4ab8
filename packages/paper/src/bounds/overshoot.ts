import { geometricBetween } from "@mulligan/core/problem";
import {
  type KnownArm,
  longestReset,
  longestTime,
  meanSquareTime,
  meanTime,
  optimal,
  rewardRate,
  type VariantOption,
} from "@mulligan/core/theory";

/*
 * The constant Φ of prop:rew-opt. The paper takes its existence from Lalley and gives no value; this
 * one is derived here.
 *
 * Let d be the time left to the horizon. Whatever the policy, its expected overshoot from d is at most
 * h(d), if h is superharmonic: h(d) ≥ E[(U − d)⁺] + E[h(d − U) ; U ≤ d] for every decision. Try
 * h(d) = c + ∫₀ᵈ g with g ≥ 0 decreasing. Since g ≥ g(d) on [0, d],
 *   h(d) − E[h(d − U) ; U ≤ d] ≥ c·P(U > d) + g(d)·E[min(U, d)],
 * so it is enough that this is at least E[(U − d)⁺]. Choose a distance d₀. For d ≤ d₀ let c be the
 * largest E[U − d | U > d]; for d ≥ d₀ let g(d) be the largest E[(W − d)⁺]/E[min(U, d₀)], where
 * W_k = min(X_k, t_L) + C̄_k, C̄_k = max_l C_k(t_l), dominates every U_k(t_l). Summed over the arms
 * instead of maximised, the integral has a closed form:
 *   Φ = c + d₀·g(d₀) + Σ_k E[((W_k − d₀)⁺)²]/(2·E[min(U_k, d₀)]).
 * Cutoffs add nothing to the sum: without resetting time one at t ≤ d cannot overshoot, and one at
 * t > d has E[min(U, d₀)] = E[min(X, d₀)]. Second moments are enough, because arms are finitely many.
 * Lorden's constant, largest over the decisions, would not do: a policy may switch as d shrinks.
 * For one exponential arm Φ tends to its mean, the exact overshoot, as d₀ grows.
 */

const DISTANCES = 512;
const LEAST_DISTANCE = 1e-3;

/**
 * Returns a number Φ such that no policy overshoots the horizon by more on average (prop:rew-opt), for these arms and
 * cutoffs; Infinity if a variance is infinite and the cutoffs are not bounded. It is the lesser of the formula above,
 * at its best d₀, and the longest trial.
 */
export function overshootBound(arms: readonly KnownArm[], cutoffs: readonly number[]): number {
  if (arms.length === 0 || cutoffs.length === 0) {
    throw new RangeError(
      `overshootBound: arms and cutoffs must be given, got ${arms.length} and ${cutoffs.length}`,
    );
  }
  const longestTrial = Math.max(...arms.flatMap((arm) => cutoffs.map((cutoff) => longestTime(arm, cutoff))));
  const walks = arms.map((arm) => walkOf(arm, cutoffs));
  if (walks.some(({ square }) => square(0) === Infinity)) return longestTrial;
  const end = Math.max(...arms.map((arm) => arm.law.time.quantile(1 - 1e-9)));
  if (!(end > 0)) return longestTrial;
  // Any distance will do; where many trials take no time at all, one from the scale of the others.
  const short = arms.map((arm) => arm.law.time.quantile(0.01) || end * LEAST_DISTANCE);
  const start = Math.min(...short);
  let least = longestTrial;
  let longestWait = Math.max(...walks.map(({ residual }) => residual(0, start)));
  let last = start;
  for (let i = 0; i <= DISTANCES; i++) {
    const distance = geometricBetween(start, end, i / DISTANCES);
    longestWait = Math.max(longestWait, ...walks.map(({ residual }) => residual(last, distance)));
    const near = Math.max(...walks.map((walk) => walk.excess(distance) / walk.least(distance)));
    const far = walks.reduce((sum, walk) => sum + walk.square(distance) / (2 * walk.least(distance)), 0);
    least = Math.min(least, longestWait + distance * near + far);
    last = distance;
  }
  return least;
}

/**
 * Returns r*·(τ + Φ), an upper bound of OPT(τ) of eqn:opt-reward (prop:rew-opt): no policy earns more over the horizon.
 */
export function optimalRewardBound(
  arms: readonly KnownArm[],
  cutoffs: readonly number[],
  horizon: number,
): number {
  return optimal(arms, { among: cutoffs }).rate * (horizon + overshootBound(arms, cutoffs));
}

/**
 * Returns the largest difference between OPT and the best static decision, at any horizon: r*·Φ (the optimality-gap
 * corollary).
 */
export function optimalityGap(arms: readonly KnownArm[], cutoffs: readonly number[]): number {
  return optimal(arms, { among: cutoffs }).rate * overshootBound(arms, cutoffs);
}

/** The quantities of the formula for one arm; W = min(X, t_L) + C̄. */
function walkOf(arm: KnownArm, cutoffs: readonly number[]) {
  const { time } = arm.law;
  const shortest = Math.min(...cutoffs);
  const longest = Math.max(...cutoffs);
  const reset = Math.max(...cutoffs.map((cutoff) => longestReset(arm, cutoff)));
  const mean = longest === Infinity ? time.mean : time.meanMin(longest);
  /** E[(min(X, t_L) − d)⁺]. */
  const beyond = (d: number) => (d < longest ? Math.max(0, mean - time.meanMin(d)) : 0);
  return {
    /** The most that E[U − d | U > d] can be for d in [from, to], over all cutoffs: E[X | X > d] grows with d. */
    residual(from: number, to: number): number {
      const top = Math.min(longest, time.support.high);
      return reset + (to < top ? to - from + beyond(to) / time.survival(to) : Math.max(0, top - from));
    },
    /** E[(W − d)⁺]. */
    excess: (d: number) => (d < reset ? mean + reset - d : beyond(d - reset)),
    /** E[((W − d)⁺)²]. */
    square(d: number): number {
      if (d >= longest + reset) return 0;
      const from = Math.max(0, d - reset);
      const surplus = Math.max(0, reset - d);
      const running = time.survival(from);
      const cut = longest === Infinity ? 0 : longest ** 2 * time.survival(longest);
      const second = time.partialMoment(2, longest) - time.partialMoment(2, from) + cut;
      const first = beyond(from) + from * running;
      const centred = Math.max(0, second - 2 * from * first + from ** 2 * running);
      return centred + 2 * surplus * beyond(from) + surplus ** 2;
    },
    /** The least E[min(U, d)] over the cutoffs that can overshoot d. */
    least: (d: number) => time.meanMin(reset > 0 ? Math.min(shortest, d) : d),
  };
}

/**
 * Returns a bound on the mean overshoot of the last trial of a repeated decision over the horizon: Lorden's inequality,
 * as prop:rew-st uses it.
 *   E[Y²]/E[Y], Y = U(t)
 * The paper prints E[Y²]/E[Y]², which is no time and is violated by Exp with mean 10 (docs/errata.md#e3).
 */
export function lordenOvershoot(arm: KnownArm, cutoff: number, options: VariantOption = {}): number {
  const mean = meanTime(arm, cutoff);
  return meanSquareTime(arm, cutoff) / (options.variant === "paper" ? mean * mean : mean);
}

/** Bounds on an expected reward. */
export interface RewardBounds {
  readonly low: number;
  readonly high: number;
}

/**
 * Returns bounds on the expected reward of repeating one decision over a horizon (prop:rew-st): r·τ and r·(τ +
 * overshoot).
 */
export function staticRewardBounds(
  arm: KnownArm,
  cutoff: number,
  horizon: number,
  options: VariantOption = {},
): RewardBounds {
  const rate = rewardRate(arm, cutoff);
  return { low: rate * horizon, high: rate * (horizon + lordenOvershoot(arm, cutoff, options)) };
}
