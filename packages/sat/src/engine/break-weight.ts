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

/** The published settings for uniform 3-, 5- and 7-SAT; 4 and 6 as in the authors' program. */
export function publishedBreakWeight(longestClause: number): BreakWeight {
  if (longestClause <= 3) return { exponent: 2.06, offset: 0.9 };
  return { base: [2.85, 3.7, 5.1, 5.4][Math.min(longestClause, 7) - 4] };
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
