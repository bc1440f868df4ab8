import { clauseCount, type Formula } from "@mulligan/sat";

/**
 * The heuristics that compete if the user names none. Mean flips to solve, each alone and uncut:
 *
 * | formulas                                | rnovelty 0.6 | novelty+ 0.6 | probsat |
 * | uf100-430, CBS                          | 1,440, 960   | 1,700, 1,040 | 3,830, 2,650 |
 * | 3-SAT, 600 variables at 4.05            | 32,000       | 64,000       | 72,000  |
 * | graphs of 600 vertices in three colours | never        | 230,000      | 910,000 |
 * | Latin squares of order 18, 135 holes    | 13,000       | never        | 48,000  |
 * | 3-SAT, 10,000 variables at 4.2          | never        | never        | 20 million |
 *
 * The first is also the arm of a policy that does not choose. At noise 0.5, the paper's, rnovelty walks in circles.
 */
export const DEFAULT_ARMS = ["rnovelty:noise=0.6", "novelty+:noise=0.6", "probsat"] as const;

/** The properties of a formula on which the choice of heuristics depends. */
export interface FormulaSize {
  readonly variables: number;
  readonly literals: number;
  readonly shortest: number;
  readonly longest: number;
}

/** From so many variables and literals on, heuristics race from the start: short tries would not get far. */
const LARGE = 5_000;
/** Flips for each variable and literal after which heuristics race at a smaller formula. */
const FLIPS_BEFORE_RACE = 32;
/** With more literals only the strongest heuristic walks: each walk takes 30 bytes for a literal. */
const MOST_RACED_LITERALS = 4_000_000;
/** Random formulas have clauses of one length. With so many variables, or longer clauses, probsat is far ahead. */
const MANY_VARIABLES = 5_000;
const FAR_AHEAD = 8;

export function shapeOf(formula: Formula): FormulaSize {
  const { variables, starts, literals } = formula;
  let [shortest, longest] = [Infinity, 0];
  for (let clause = 0; clause < clauseCount(formula); clause++) {
    const length = starts[clause + 1] - starts[clause];
    shortest = Math.min(shortest, length);
    longest = Math.max(longest, length);
  }
  return { variables, literals: literals.length, shortest, longest };
}

/** Returns whether heuristics race at a file from the start, since it is large. */
export function isLarge({ variables, literals }: Pick<Formula, "variables" | "literals">): boolean {
  return variables + literals.length >= LARGE;
}

/** Returns whether heuristics race from now on at a file that had `flips`, if other files took `usual`. */
export function isRaceDue(flips: number, { variables, literals }: FormulaSize, usual: number): boolean {
  const size = variables + literals;
  return size >= LARGE || (flips > FLIPS_BEFORE_RACE * size && flips > 10 * usual);
}

/** The results of races between the default arms, by the kind of formula. */
export interface Competition {
  /** The arms' shares of a race. */
  weights(shape: FormulaSize): number[];
  /** Takes note that an arm found a model in a race. */
  won(shape: FormulaSize, arm: number): void;
}

/**
 * Returns a competition with the first shares. Every win adds to the arm's share, more if it was small, so that an arm does not look better
 * because it had much time.
 */
export function newCompetition(): Competition {
  const wins = new Map<string, number[]>();
  const weights = (shape: FormulaSize): number[] => {
    const given = givenWeights(shape);
    const won = wins.get(kindOf(shape));
    return given.map((weight, arm) => (weight === 0 || won === undefined ? weight : weight + won[arm]));
  };
  return {
    weights,
    won(shape, arm) {
      const shares = weights(shape);
      const all = shares.reduce((sum, share) => sum + share, 0);
      const won = wins.get(kindOf(shape)) ?? shares.map(() => 0);
      won[arm] += all / (shares.length * Math.max(shares[arm], 1));
      wins.set(kindOf(shape), won);
    },
  };
}

function givenWeights({ variables, literals, shortest, longest }: FormulaSize): number[] {
  if (literals > MOST_RACED_LITERALS) return [0, 0, 1];
  const probsatLeads = shortest === longest && (longest > 3 || variables >= MANY_VARIABLES);
  return probsatLeads ? [1, 1, FAR_AHEAD] : [1, 1, 1];
}

/** Formulas of one kind have the same shortest and longest clause, and sizes within a factor of four. */
function kindOf({ variables, shortest, longest }: FormulaSize): string {
  return `${shortest}-${longest}, 4^${Math.round(Math.log2(variables + 1) / 2)}`;
}

/**
 * A new assignment touches every variable and every literal once, a flip a few dozen clauses. Measured, a restart takes
 * as long as a flip for every 39 of them at 100 variables, every 45 at 5,000.
 */
const LITERALS_A_FLIP = 40;

/** Returns the cost of a restart, in flips. */
export function restartFlips({ variables, literals }: Formula): number {
  return (variables + literals.length) / LITERALS_A_FLIP;
}
