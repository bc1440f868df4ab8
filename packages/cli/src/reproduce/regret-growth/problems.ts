import { betaOfFactor, betaOfLeastPenalty } from "@mulligan/core/theory";
import type { RegretPart } from "../studies/regret-path.ts";

/** As in the paper's experiments. */
export const ALPHA = 2.01;
export const FACTOR = 1.01;
export const PLAYED_BETA = betaOfFactor(FACTOR);
/** Where the bounds of the theorems are least. */
export const LEAST_BETA = betaOfLeastPenalty();

/** One arm and a list of cutoffs. */
export interface ListProblem extends Pick<RegretPart, "problem"> {
  readonly cutoffs: readonly number[];
}

/** Six in ten trials end within 1, the others hardly ever: each cutoff is far worse than 1, or is 1. */
const SEPARATED = {
  problem: { law: "mixture(0.6*uniform(low=0.5,high=1),0.4*uniform(low=60,high=100))" },
} as const;

/** Rates 0.42, 0.71, 0.48 and 0.29. */
export const separated: ListProblem = {
  ...SEPARATED,
  cutoffs: [0.75, 1, 2, 4],
};

/** Three arms: the same law, twice and three times as slow. */
export const severalArms = {
  ...separated,
  others: [2, 3].map((factor) => ({ law: `scaled(factor=${factor},${SEPARATED.problem.law})` })),
};

/** A reset takes between 0 and 0.4, drawn anew at each cut; the policy has to learn its mean. */
export const randomResets: ListProblem = {
  ...separated,
  problem: { ...SEPARATED.problem, resetting: "random(uniform(low=0,high=0.4))" },
};

/** Longer cutoffs, since UCB-RM's radius is some eleven times as wide: rates 0.42, 0.71, 0.14 and 0.04. */
export const farSeparated: ListProblem = {
  ...SEPARATED,
  cutoffs: [0.75, 1, 10, 40],
};

/** The nine cutoffs of the experiments, a third of a factor apart. */
const NINE = Array.from({ length: 9 }, (_, i) => 10 ** (-0.5 + i / 8));

export const ninePareto: ListProblem = {
  problem: { law: "pareto(scale=0.3,shape=1.2)" },
  cutoffs: NINE,
};

export const nineLognormal: ListProblem = {
  problem: { law: "lognormal(median=0.9,sigma=1.2)" },
  cutoffs: NINE,
};

/** Of the paper's three examples only Pareto has a smooth peak (docs/errata.md#e15). */
export const continuum = {
  problem: { law: "pareto(scale=0.3,shape=1.2)" },
  cutoffs: { low: 0.4, high: 4 },
} as const;
