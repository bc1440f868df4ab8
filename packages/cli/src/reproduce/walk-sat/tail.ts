/** How long each attempt at each formula took. */
export interface SolvedTimes {
  /** Flips until solved, `attempts` for each formula in turn; ∞ beyond `maxFlips`. */
  readonly times: Float64Array;
  readonly attempts: number;
  readonly maxFlips: number;
}

/** The share of each formula's attempts of which it is true: attempts at one formula are alike, formulas are not. */
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

/** How far the tail reaches, formula by formula. */
export interface TimesTail {
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
