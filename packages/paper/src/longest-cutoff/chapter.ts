import { meanReward, meanTime } from "@mulligan/core/theory";
import { betaOfLeastPenalty, ucbRbLinearRegret, ucbRbRegret } from "../bounds/index.ts";
import {
  type Claim,
  type ClaimDraft,
  exceeds,
  judgedFor,
  threeDigits,
  verdictFrom,
  withInterval,
} from "../claims/claim.ts";
import { jackknifeOfMeans, ratioOfSums } from "../claims/statistics.ts";
import { armOf } from "../studies/arms.ts";
import { bandFigure, bandOf } from "../studies/figures.ts";
import type { Chapter, ChapterTable, FigureSpec, Findings } from "../studies/study.ts";
import { cutoffsUpTo, type LengthRuns, type Lengths, MEDIAN_PROBLEM, PROBLEM, playLengths } from "./study.ts";

/** rem:tl-dependence and the remark after thm:ucb-rm: what the longest cutoff costs. */
export const longestCutoffChapter: Chapter = {
  label: "rem:tl-dependence",
  title: "What the longest cutoff costs",
  async play(context): Promise<Findings> {
    const played = await playLengths(context);
    const { mean, median, runs, horizon, medianRuns, medianHorizon } = played;
    return {
      about: [
        `Two cutoffs, 1 (the best) and t_L; six in ten trials end within 1.`,
        `UCB-RB over τ = ${threeDigits(horizon)}, ${runs} runs: the other trials take a lognormal time with median 40, so that beyond t_L = 128 a longer one hardly changes the outcomes; four in five completions are rewarded.`,
        `UCB-RM over τ = ${threeDigits(medianHorizon)}, ${medianRuns} runs, with t_L = ∞ too: the other trials take a lognormal time with median 4 and a long tail, so that a longer t_L changes the outcomes.`,
      ],
      figures: [
        {
          name: "longest-cutoff",
          caption:
            "Regret against the longest cutoff with 95% bands, each policy on a law of its own; both scales logarithmic.",
          spec: longestCutoffFigure(mean, median),
        },
      ],
      tables: [lengthsTable(played)],
      claims: longestCutoffClaims(played),
      work: `${mean.lengths.length * runs} runs of UCB-RB to τ = ${threeDigits(horizon)}, ${median.lengths.length * medianRuns} of UCB-RM to ${threeDigits(medianHorizon)}`,
    };
  },
};

function lengthsTable({ mean, median }: LengthRuns): ChapterTable {
  return {
    name: "longest-cutoff",
    columns: ["policy", "longest cutoff", "run", "regret"],
    rows: [
      { policy: "ucb-rb", ...mean },
      { policy: "ucb-rm", ...median },
    ].flatMap(({ policy, lengths, regrets }) =>
      lengths.flatMap((longest, i) => regrets[i].map((regret, run) => [policy, longest, run, regret])),
    ),
  };
}

function longestCutoffClaims({ mean, median, horizon, medianHorizon }: LengthRuns): Claim[] {
  const { lengths } = mean;
  return [
    ...judgedFor(
      `two cutoffs, 1 and t_L = ${lengths[0]} to ${lengths[lengths.length - 1]}, τ = ${threeDigits(horizon)}`,
      ...meanClaims(mean, boundsOn(lengths)),
    ),
    ...judgedFor(
      `two cutoffs, 1 and t_L = ${median.lengths[0]} to ∞, τ = ${threeDigits(medianHorizon)}`,
      medianClaim(median),
    ),
  ];
}

/** A bound on the regret: its coefficient at the longest t_L, and the exponent of t_L in it. */
interface LengthBound {
  readonly coefficient: number;
  readonly exponent: number;
}

/** The bound of thm:ucb-rb, and the one that is linear in t_L (docs/explanation/linear-in-the-longest-cutoff.md). */
interface LengthBounds {
  readonly printed: LengthBound;
  readonly linear: LengthBound;
}

function boundsOn(lengths: readonly number[]): LengthBounds {
  const arm = armOf(PROBLEM);
  const beta = betaOfLeastPenalty();
  const boundOf = (of: typeof ucbRbRegret | typeof ucbRbLinearRegret): LengthBound => {
    const coefficients = lengths.map((longest) => of([arm], cutoffsUpTo(longest), { beta }).coefficient);
    return {
      coefficient: coefficients[coefficients.length - 1],
      exponent: lastExponent(lengths, coefficients),
    };
  };
  return { printed: boundOf(ucbRbRegret), linear: boundOf(ucbRbLinearRegret) };
}

/** The exponent between the two longest t_L. At shorter ones, terms without t_L hide the growth. */
function lastExponent(lengths: readonly number[], values: readonly number[]): number {
  const last = lengths.length - 1;
  const ratio = Math.max(values[last], 1e-9) / Math.max(values[last - 1], 1e-9);
  return Math.log(ratio) / Math.log(lengths[last] / lengths[last - 1]);
}

/** "At most t_L²" and "like t_L²" are two statements, and only the first is a theorem. */
export function meanClaims({ lengths, regrets }: Lengths, { printed, linear }: LengthBounds): ClaimDraft[] {
  const exponent = jackknifeOfMeans(regrets, (means) => lastExponent(lengths, means));
  const shared = {
    label: "rem:tl-dependence",
    quantity: "exponent of t_L in the regret of UCB-RB, between the two longest",
    ...exponent,
  };
  return [
    {
      ...shared,
      statement: "The regret of UCB-RB grows with the longest cutoff, at most like t_L².",
      ...(exponent.low > 2 ? { verdict: "does not hold" } : exceeds(exponent, 0.25)),
      reason: `Measured exponent ${withInterval(exponent)}; that of the bound's coefficient is ${threeDigits(printed.exponent)}.`,
    },
    {
      ...shared,
      statement: "The growth like t_L² is inevitable for empirical means.",
      ...exceeds(exponent, 1.75),
      reason: `Measured exponent ${withInterval(exponent)}, not 2: the index has t_L once, in the term 3·t_L·log(n^α)/T* of the radius; its square comes from the proof. Another proof also has it once (docs/explanation/linear-in-the-longest-cutoff.md): at the longest t_L it bounds the regret by ${threeDigits(linear.coefficient)}·log τ, with the exponent ${threeDigits(linear.exponent)}, where the theorem says ${threeDigits(printed.coefficient)}·log τ.`,
    },
  ];
}

/** No dependence: the regret at t_L = ∞ is that at the shortest t_L, within a factor of 1.5. */
export function medianClaim({ lengths, regrets }: Lengths): ClaimDraft {
  const [shortest] = lengths;
  const arm = armOf(MEDIAN_PROBLEM);
  const beyond = (cutoff: number) => 1 - meanReward(arm, cutoff);
  const last = lengths.length - 1;
  const ratio = ratioOfSums(regrets[0].map((regret, run) => [regrets[last][run], regret]));
  return {
    label: "thm:ucb-rm",
    statement: "The regret of UCB-RM does not depend on the longest cutoff, which may be ∞.",
    quantity: `regret of UCB-RM at t_L = ∞ over that at t_L = ${shortest}`,
    ...ratio,
    ...verdictFrom(ratio.low > 0.67 && ratio.high < 1.5, ratio.high < 0.67 || ratio.low > 1.5),
    reason: `The ratio is ${withInterval(ratio)}, though ${threeDigits(100 * beyond(shortest))}% of the trials outlive t_L = ${shortest}: the moments of a trial's time decide, here a mean of ${[shortest, Infinity].map((cutoff) => threeDigits(meanTime(arm, cutoff))).join(" and ")}. The index of UCB-RB, which has t_L in it, fails this test.`,
  };
}

/** Regret against the longest finite cutoff, UCB-RB and UCB-RM. */
function longestCutoffFigure(mean: Lengths, median: Lengths): FigureSpec {
  const values = (
    [
      ["UCB-RB", mean],
      ["UCB-RM", median],
    ] as const
  ).flatMap(([policy, { lengths, regrets }]) =>
    lengths.flatMap((longest, i) => {
      if (longest === Infinity) return [];
      const { estimate, low, high } = bandOf(regrets[i]);
      return [{ policy, longest, regret: estimate, low, high }];
    }),
  );
  return bandFigure({
    title: "Regret against the longest cutoff",
    values,
    x: { field: "longest", title: "longest cutoff t_L (time)" },
    y: { field: "regret", title: "regret (reward)" },
    lines: { field: "policy" },
  });
}
