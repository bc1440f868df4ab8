import { countUpTo, luby } from "@mulligan/core/problem";
import { type Random, stream } from "@mulligan/core/random";
import { type Formula, type WalkSat, walkSat } from "@mulligan/sat";
import { dot, sumOf } from "../claims/statistics.ts";
import type { Study } from "../studies/study.ts";

/** Some formulas of a set, each to be solved several times. */
interface TimesPart {
  readonly set: string;
  /** The place of the first of them in the set. */
  readonly first: number;
  readonly formulas: readonly Formula[];
  readonly attempts: number;
  readonly maxFlips: number;
  readonly noise: number;
  readonly seed: number;
}

interface TimesResult {
  /** Flips until solved, `attempts` for each formula in turn; ∞ where `maxFlips` were not enough. */
  readonly times: Float64Array;
  readonly flips: number;
}

/** As in the paper. */
const HEURISTIC = "rnovelty";

/** Measures how many flips WalkSAT takes from a fresh assignment: the completion times of the paper's experiments. */
export const solvingTimes: Study<TimesPart, TimesResult> = {
  name: "solving-times",
  play({ set, first, formulas, attempts, maxFlips, noise, seed }) {
    const times = new Float64Array(formulas.length * attempts);
    let flips = 0;
    let walk: WalkSat | undefined;
    formulas.forEach((formula, place) => {
      if (walk === undefined) walk = walkSat(formula, { heuristic: HEURISTIC, noise });
      else walk.load(formula);
      const seeds = stream(seed, "solving-times", set, first + place);
      for (let attempt = 0; attempt < attempts; attempt++) {
        walk.restart(Math.floor(seeds.uniform() * 2 ** 32));
        times[place * attempts + attempt] = walk.run(maxFlips) ? walk.flips : Infinity;
        flips += walk.flips;
      }
    });
    return { times, flips };
  },
};

/**
 * The rate curve of a set of formulas with `attempts` solving times each. Attempts at one formula are correlated, so
 * all intervals are over formulas, not over attempts.
 */
export interface SolvingCurve {
  readonly cutoffs: readonly number[];
  /** Solved per flip at each cutoff, a fresh formula each time (eqn:rew-rate). */
  readonly rates: readonly number[];
  /** Half the width of the 95% interval of each, by the delta method over formulas. */
  readonly margins: readonly number[];
  /** The place of the largest rate. */
  readonly best: number;
  /** The curve of formulas drawn with replacement: the bootstrap. */
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

/** The time of each attempt at each formula. */
export interface SolvedTimes {
  /** Flips until solved, `attempts` for each formula in turn; ∞ beyond `maxFlips`. */
  readonly times: Float64Array;
  readonly attempts: number;
  readonly maxFlips: number;
}

/** For each formula the share of its attempts for which `is` holds. */
export function sharesByFormula(
  times: Float64Array,
  attempts: number,
  is: (time: number) => boolean,
): number[] {
  return byFormula(times, attempts).map((own) => own.filter(is).length / attempts);
}

export function byFormula(times: Float64Array, attempts: number): Float64Array[] {
  return Array.from({ length: times.length / attempts }, (_, formula) =>
    times.subarray(formula * attempts, (formula + 1) * attempts),
  );
}

/** The reach of the tail, formula by formula. */
interface TimesTail {
  /** Ten medians, or as many as the longest run has room for. */
  readonly multiple: number;
  readonly limit: number;
  /** Shares of runs longer than that. */
  readonly beyond: readonly number[];
  /** Shares of runs that were not over after all flips. */
  readonly unfinished: readonly number[];
}

const MEDIANS = 10;

export function tailShares({ times, attempts, maxFlips }: SolvedTimes): TimesTail {
  const sorted = times.slice().sort();
  const median = sorted[sorted.length >> 1];
  const multiple = Math.min(MEDIANS, maxFlips / median);
  const limit = multiple * median;
  return {
    multiple,
    limit,
    beyond: sharesByFormula(times, attempts, (time) => time > limit),
    unfinished: sharesByFormula(times, attempts, (time) => time === Infinity),
  };
}

/** The sum ends when the chance of reaching an attempt has fallen below this. */
const NEGLIGIBLE = 1e-9;
const MAX_ATTEMPTS = 1 << 16;

/**
 * Solved per flip by Luby's sequence that begins anew after each success, trials drawn from `times`:
 * 1/E[T], E[T] = Σ_a E[min(X, c_a)]·Π_{b<a} P(X > c_b), c_a = base × luby(a).
 */
export function lubyRate(times: Float64Array, base: number): number {
  const sorted = times.slice().sort();
  const total = new Float64Array(sorted.length + 1);
  sorted.forEach((time, i) => {
    total[i + 1] = total[i] + (time < Infinity ? time : 0);
  });
  const known = new Map<number, { spent: number; survival: number }>();
  const at = (cutoff: number) => {
    let value = known.get(cutoff);
    if (value === undefined) {
      const done = countUpTo(sorted, cutoff);
      const left = sorted.length - done;
      value = { spent: (total[done] + left * cutoff) / sorted.length, survival: left / sorted.length };
      known.set(cutoff, value);
    }
    return value;
  };
  let [time, reach] = [0, 1];
  for (let attempt = 1; reach > NEGLIGIBLE && attempt < MAX_ATTEMPTS; attempt++) {
    const { spent, survival } = at(base * luby(attempt));
    time += reach * spent;
    reach *= survival;
  }
  return (1 - reach) / time;
}
