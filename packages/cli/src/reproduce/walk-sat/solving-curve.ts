import type { Random } from "@mulligan/core/random";
import { dot, sumOf } from "../claims/sums.ts";

/**
 * Solving times of a set of formulas, `attempts` each, as a rate curve. Attempts at one formula are alike, so all
 * that is said of the spread is between formulas: they are the units that are drawn.
 */
export interface SolvingCurve {
  readonly cutoffs: readonly number[];
  /** Solved per flip at each cutoff, a fresh formula each time (eqn:rew-rate). */
  readonly rates: readonly number[];
  /** Half the width of the 95% interval of each, by the delta method over formulas. */
  readonly margins: readonly number[];
  /** The place of the largest rate. */
  readonly best: number;
  /** The curve of formulas drawn anew with replacement: the bootstrap. */
  resampled(random: Random): readonly number[];
}

const Z95 = 1.96;

export function solvingCurve(
  times: Float64Array,
  attempts: number,
  cutoffs: readonly number[],
): SolvingCurve {
  const count = times.length / attempts;
  const solved = cutoffs.map(() => new Float64Array(count));
  const spent = cutoffs.map(() => new Float64Array(count));
  cutoffs.forEach((cutoff, place) => {
    times.forEach((time, i) => {
      const formula = Math.floor(i / attempts);
      if (time <= cutoff) solved[place][formula] += 1;
      spent[place][formula] += Math.min(time, cutoff);
    });
  });
  const rates = cutoffs.map((_, place) => sumOf(solved[place]) / sumOf(spent[place]));
  return {
    cutoffs,
    rates,
    margins: rates.map((rate, place) => {
      let squares = 0;
      for (let i = 0; i < count; i++) squares += (solved[place][i] - rate * spent[place][i]) ** 2;
      return (Z95 * Math.sqrt(squares)) / sumOf(spent[place]);
    }),
    best: placeOfLargest(rates),
    resampled(random) {
      const weights = new Float64Array(count);
      for (let i = 0; i < count; i++) weights[Math.floor(random.uniform() * count)] += 1;
      return cutoffs.map((_, place) => dot(solved[place], weights) / dot(spent[place], weights));
    },
  };
}

export function placeOfLargest(values: readonly number[]): number {
  return values.reduce((best, value, place) => (value > values[best] ? place : best), 0);
}
