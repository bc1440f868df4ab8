import type { Study } from "../studies/study.ts";

/** A law on whole numbers, reward 1 for a completion, and a cutoff that is repeated for ever. */
export interface WholePart {
  readonly times: readonly number[];
  readonly chances: readonly number[];
  readonly cutoffs: readonly number[];
  /** Whole too. */
  readonly resetting: number;
  readonly repeated: number;
  readonly horizon: number;
}

/** Expected rewards over every horizon 0, 1, …, exactly. */
export interface WholeRewards {
  /** OPT(τ): the best cutoff chosen anew before each trial, knowing the law and the time left. */
  readonly optimal: readonly number[];
  readonly repeated: readonly number[];
}

/**
 * OPT(τ) by dynamic programming over the time left, d:
 *   W(d) = max over t of E[V(t) + W(d − U(t))], W(d) = 0 for d < 0
 * since the trial that crosses the horizon counts and the next is not begun. At d = 0 there is one more
 * trial: N_π(τ) asks for a sum above τ.
 */
export const wholeNumbers: Study<WholePart, WholeRewards> = {
  name: "whole-numbers",
  play({ times, chances, cutoffs, resetting, repeated, horizon }) {
    const after = (worth: Float64Array, left: number, cutoff: number) => {
      let total = 0;
      for (let i = 0; i < times.length; i++) {
        const completed = times[i] <= cutoff;
        const rest = left - (completed ? times[i] : cutoff + resetting);
        total += chances[i] * ((completed ? 1 : 0) + (rest >= 0 ? worth[rest] : 0));
      }
      return total;
    };
    const optimal = new Float64Array(horizon + 1);
    const always = new Float64Array(horizon + 1);
    for (let left = 0; left <= horizon; left++) {
      for (const cutoff of cutoffs) optimal[left] = Math.max(optimal[left], after(optimal, left, cutoff));
      always[left] = after(always, left, repeated);
    }
    return { optimal: Array.from(optimal), repeated: Array.from(always) };
  },
};
