/** The settings of a walk; all have defaults. */
export interface WalkSettings {
  /** The heuristic. Default: `rnovelty`, the paper's. */
  readonly heuristic?: Heuristic;
  /** p of skc, novelty and rnovelty, in [0, 1]. Default: the heuristic's own. */
  readonly noise?: number;
  /** The chance of a random walk step in `novelty+` and `rnovelty+`. Default: 0.01. */
  readonly walkChance?: number;
  /** The number of flips for which `tabu` does not flip a variable again. Default: 10. */
  readonly tenure?: number;
  /** probsat's weight of a break. Default: the published one for the lengths of the clauses. */
  readonly breakWeight?: BreakWeight;
  /** The seed; the same seed gives the same flips. Default: 1. */
  readonly seed?: number;
}

export interface CheckedSettings extends Required<Omit<WalkSettings, "breakWeight">> {
  readonly breakWeight: BreakWeight | undefined;
}

/** Fills in the defaults and refuses what is out of range. */
export function checkSettings(settings: WalkSettings): CheckedSettings {
  const { heuristic = "rnovelty", walkChance = 0.01, tenure = 10, breakWeight, seed = 1 } = settings;
  if (!Object.hasOwn(heuristics, heuristic)) {
    throw new RangeError(`unknown heuristic "${heuristic}": expected one of ${heuristicNames.join(", ")}`);
  }
  const noise = settings.noise ?? heuristics[heuristic].noise;
  if (!(noise >= 0 && noise <= 1)) throw new RangeError(`walkSat: noise must lie in [0, 1], got ${noise}`);
  if (!(walkChance >= 0 && walkChance <= 1)) {
    throw new RangeError(`walkSat: walkChance must lie in [0, 1], got ${walkChance}`);
  }
  if (!(Number.isInteger(tenure) && tenure >= 0 && tenure <= 1e9)) {
    throw new RangeError(`walkSat: tenure must be a whole number from 0 to 1e9, got ${tenure}`);
  }
  if (breakWeight !== undefined) checkBreakWeight(breakWeight);
  return { heuristic, noise, walkChance, tenure, breakWeight, seed };
}

/** The rules that choose which variable of a falsified clause to flip; in the order of assembly/settings.ts. */
export const heuristics = {
  skc: {
    summary: "a variable that breaks nothing if there is one, else a random or a least-breaking one",
    citation: "Selman, Kautz, Cohen: Noise strategies for improving local search, AAAI 1994",
    noise: 0.567,
  },
  novelty: {
    summary: "the best score, unless it was flipped last; then the second best with probability noise",
    citation: "McAllester, Selman, Kautz: Evidence for invariants in local search, AAAI 1997",
    noise: 0.5,
  },
  "novelty+": {
    summary: "novelty with a random walk step now and then",
    citation: "Hoos: On the run-time behaviour of stochastic local search algorithms for SAT, AAAI 1999",
    noise: 0.5,
  },
  rnovelty: {
    summary: "novelty that looks at the lead of the best over the second; a random flip every hundredth time",
    citation: "McAllester, Selman, Kautz: Evidence for invariants in local search, AAAI 1997",
    noise: 0.5,
  },
  "rnovelty+": {
    summary: "rnovelty with a random walk step now and then instead of every hundredth time",
    citation: "Hoos: On the run-time behaviour of stochastic local search algorithms for SAT, AAAI 1999",
    noise: 0.5,
  },
  tabu: {
    summary: "the best score among variables not flipped within the tenure",
    citation: "McAllester, Selman, Kautz: Evidence for invariants in local search, AAAI 1997",
    noise: 0,
  },
  probsat: {
    summary: "a variable with probability that falls with the number of clauses it breaks",
    citation: "Balint, Schöning: Choosing probability distributions for stochastic local search, SAT 2012",
    noise: 0,
  },
} as const;

/** The name of a rule. */
export type Heuristic = keyof typeof heuristics;

/** All names, in the order of the engine's codes. */
export const heuristicNames = Object.keys(heuristics) as readonly Heuristic[];

/** The weight that probsat gives a variable that breaks b clauses: (offset + b)^−exponent, or base^−b. */
export type BreakWeight = { readonly exponent: number; readonly offset: number } | { readonly base: number };

/** The number of different weights; a variable that breaks more clauses has the weight of the last. */
const WEIGHT_COUNT = 64;

function checkBreakWeight(weight: BreakWeight): void {
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
export function publishedBreakWeight({
  longest,
  mean,
}: {
  readonly longest: number;
  readonly mean: number;
}): BreakWeight {
  if (longest <= 3) return { exponent: 2.06, offset: 0.9 };
  const above = Math.min(Math.max(mean, 3), 7) - 3;
  const step = Math.min(Math.floor(above), BASES.length - 2);
  return { base: BASES[step] + (above - step) * (BASES[step + 1] - BASES[step]) };
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
