import { betaOfLeastPenalty } from "@mulligan/core/theory";
import type { ChapterContext } from "../chapter.ts";
import { sumOf } from "../claims/sums.ts";
import { playSets, spansOf } from "../studies/play-sets.ts";
import { type Coverage, type CoveragePart, coverage } from "./coverage-study.ts";

/** Samples of each arm, and how many of them are one part. */
const SIZES = {
  full: { mean: { samples: 4_000, aPart: 400 }, median: { samples: 400, aPart: 40 } },
  quick: { mean: { samples: 600, aPart: 300 }, median: { samples: 40, aPart: 20 } },
  tiny: { mean: { samples: 4, aPart: 4 }, median: { samples: 2, aPart: 2 } },
};

/**
 * The smaller δ, the nearer the promise comes to what happens; but of 12δ or 16.8δ of the samples some must be seen.
 * The samples of medians are large, so there are fewer of them.
 */
export const DELTA = { mean: 0.001, median: 0.01 } as const;

/** The first has a constant time and a small β, so that little is added to the radius of the mean reward. */
export const CASES: readonly Pick<CoveragePart, "problem" | "cutoff" | "kind" | "beta">[] = [
  {
    problem: { law: "constant(value=1)", reward: "bernoulli(p=0.5)" },
    cutoff: 1,
    kind: "mean",
    beta: 0.05,
  },
  { problem: { law: "pareto(scale=0.3,shape=1.2)" }, cutoff: 1, kind: "mean", beta: betaOfLeastPenalty() },
  {
    problem: { law: "lognormal(median=0.9,sigma=1.2)", resetting: "proportional(0.5)" },
    cutoff: 2,
    kind: "mean",
    beta: betaOfLeastPenalty(),
  },
  { problem: { law: "exponential(mean=5)", reward: "bernoulli(p=0.3)" }, cutoff: 1, kind: "mean", beta: 0.5 },
  {
    problem: { law: "lognormal(median=0.9,sigma=0.6)", reward: "bernoulli(p=0.5)" },
    cutoff: Infinity,
    kind: "median",
    beta: 0.5,
  },
  { problem: { law: "exponential(mean=2)" }, cutoff: 3, kind: "median", beta: 0.5 },
];

/** One case at one sample size, all its samples together. */
export interface CaseCoverage extends Coverage {
  readonly law: string;
  readonly kind: "mean" | "median";
  readonly form: "corrected" | "printed";
}

type CaseAtSize = Omit<CoveragePart, "from" | "to">;

/** Every case, with samples of the size that the proposition should ask for and of the size that it prints. */
export async function playCoverage({ play, setting }: ChapterContext): Promise<CaseCoverage[]> {
  const { form, seed } = setting;
  const asked = CASES.flatMap((one) =>
    (["corrected", "printed"] as const).map(
      (size): CaseAtSize => ({ ...one, size, delta: DELTA[one.kind], seed }),
    ),
  );
  const sets = asked.map((one) => {
    const { samples, aPart } = SIZES[form][one.kind];
    return spansOf(samples, aPart).map((span) => ({ ...one, ...span }));
  });
  const counted = await playSets(play, coverage, sets);
  return asked.map((one, i) => combineParts(one, counted[i]));
}

function combineParts({ problem, kind, size: form }: CaseAtSize, parts: readonly Coverage[]): CaseCoverage {
  const sum = (field: Exclude<keyof Coverage, "errors">) => sumOf(parts.map((part) => part[field]));
  return {
    law: [problem.law, problem.reward, problem.resetting].filter(Boolean).join(", "),
    kind,
    form,
    size: parts[0].size,
    samples: sum("samples"),
    errors: parts.flatMap((part) => part.errors),
    missedUpsideDown: sum("missedUpsideDown"),
    unstable: sum("unstable"),
    missedMeans: sum("missedMeans"),
    againstLemma: sum("againstLemma"),
  };
}
