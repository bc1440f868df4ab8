import { betaOfLeastPenalty, ucbRbRegret } from "@mulligan/core/theory";
import type { Chapter } from "../chapter.ts";
import type { Claim } from "../claims/claim.ts";
import type { Interval } from "../claims/interval.ts";
import { jackknife } from "../claims/jackknife.ts";
import { exceeds } from "../claims/judge.ts";
import { threeDigits, withInterval } from "../claims/three-digits.ts";
import { armOf } from "../studies/problem.ts";
import { playRegret, type RegretRuns } from "../studies/regret-runs.ts";
import { longestCutoffFigure } from "./figure.ts";

const SIZES = {
  full: { lengths: [128, 256, 512, 1024, 2048, 4096, 8192], runs: 8, horizon: 1e6, medianHorizon: 5e4 },
  quick: { lengths: [128, 512, 2048, 8192], runs: 4, horizon: 2e5, medianHorizon: 1e4 },
  tiny: { lengths: [128, 512, 2048], runs: 2, horizon: 500, medianHorizon: 200 },
};

/** A long wait ends sometime: all moments of it exist, so that a longer t_L changes next to nothing but t_L. */
const PROBLEM = {
  law: "mixture(0.6*uniform(low=0.5,high=1),0.4*lognormal(median=40,sigma=0.5))",
  reward: "bernoulli(p=0.8)",
};

/** Regret of each run, for each t_L. */
export interface Lengths {
  readonly lengths: readonly number[];
  readonly regrets: readonly (readonly number[])[];
}

/** rem:tl-dependence and the remark after thm:ucb-rm: what the longest cutoff costs. */
export const longestCutoffChapter: Chapter = {
  label: "rem:tl-dependence",
  title: "What the longest cutoff costs",
  async play({ setting, play }) {
    const { lengths, runs, horizon, medianHorizon } = SIZES[setting.form];
    const medianLengths = [lengths[0], lengths[lengths.length - 1], Infinity];
    const set = (policy: string, longest: number, time: number): RegretRuns => ({
      problem: PROBLEM,
      cutoffs: [1, longest],
      policy,
      options: policy === "ucb-rb" ? { init: 1 } : {},
      times: [time],
      seed: setting.seed,
      runs,
    });
    const paths = await playRegret(play, [
      ...medianLengths.map((longest) => set("ucb-rm", longest, medianHorizon)),
      ...lengths.map((longest) => set("ucb-rb", longest, horizon)),
    ]);
    const regrets = paths.map((runsOf) => runsOf.map(({ regret }) => regret[0]));
    const median: Lengths = { lengths: medianLengths, regrets: regrets.slice(0, medianLengths.length) };
    const mean: Lengths = { lengths, regrets: regrets.slice(medianLengths.length) };
    const arm = armOf(PROBLEM);
    const bounds = lengths.map(
      (longest) => ucbRbRegret([arm], [1, longest], { beta: betaOfLeastPenalty() }).coefficient,
    );
    return {
      about: [
        `Two cutoffs, 1 (the best) and t_L; six in ten trials end within 1, the others take a lognormal time with median 40, so that from t_L = 128 on a longer one hardly changes what is seen; four in five completions are rewarded.`,
        `UCB-RB over τ = ${threeDigits(horizon)}, UCB-RM over τ = ${threeDigits(medianHorizon)} and with t_L = ∞ too; ${runs} runs.`,
      ],
      figures: [
        {
          name: "longest-cutoff",
          caption: "Regret against the longest cutoff with 95% bands; both scales logarithmic.",
          spec: longestCutoffFigure(mean, median),
        },
      ],
      tables: [
        {
          name: "longest-cutoff",
          columns: ["policy", "longest cutoff", "run", "regret"],
          rows: (
            [
              ["ucb-rb", mean],
              ["ucb-rm", median],
            ] as const
          ).flatMap(([policy, { lengths: all, regrets: by }]) =>
            all.flatMap((longest, i) => by[i].map((regret, run) => [policy, longest, run, regret])),
          ),
        },
      ],
      claims: [...meanClaims(mean, lastExponent(lengths, bounds)), medianClaim(median)],
      work: `${lengths.length * runs} runs of UCB-RB to τ = ${threeDigits(horizon)}, ${medianLengths.length * runs} of UCB-RM to ${threeDigits(medianHorizon)}`,
    };
  },
};

/** The exponent between the last two: short of it, what does not depend on t_L hides the growth. */
function lastExponent(lengths: readonly number[], values: readonly number[]): number {
  const last = lengths.length - 1;
  const ratio = Math.max(values[last], 1e-9) / Math.max(values[last - 1], 1e-9);
  return Math.log(ratio) / Math.log(lengths[last] / lengths[last - 1]);
}

function exponentInLength({ lengths, regrets }: Lengths): Interval {
  const runs = regrets[0].map((_, run) => regrets.map((set) => set[run]));
  return jackknife(runs, (chosen) =>
    lastExponent(
      lengths,
      lengths.map((_, i) => chosen.reduce((sum, run) => sum + run[i], 0) / chosen.length),
    ),
  );
}

/** "At most t_L²" and "like t_L²" are two statements, and only the first is a theorem. */
export function meanClaims(mean: Lengths, bound: number): Claim[] {
  const exponent = exponentInLength(mean);
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
      reason: `Measured exponent ${withInterval(exponent)}; that of the bound's coefficient is ${threeDigits(bound)}.`,
    },
    {
      ...shared,
      statement: "The growth like t_L² is inevitable for empirical means.",
      ...exceeds(exponent, 1.75),
      reason: `Measured exponent ${withInterval(exponent)}, not 2: in the index t_L stands once, in the term 3·t_L·log(n^α)/T* of the radius; its square comes from the proof.`,
    },
  ];
}

/** No dependence: the regret at t_L = ∞ is that at the shortest t_L, within a third. */
export function medianClaim({ lengths, regrets }: Lengths): Claim {
  const last = lengths.length - 1;
  const runs = regrets[0].map((regret, run) => [regret, regrets[last][run]] as const);
  const ratio = jackknife(runs, (chosen) => {
    const total = (side: 0 | 1) => chosen.reduce((sum, run) => sum + run[side], 0);
    return total(1) / Math.max(total(0), 1e-9);
  });
  return {
    label: "thm:ucb-rm",
    statement: "The regret of UCB-RM does not depend on the longest cutoff, which may be ∞.",
    quantity: `regret of UCB-RM at t_L = ∞ over that at t_L = ${lengths[0]}`,
    ...ratio,
    verdict: ratio.low > 0.67 && ratio.high < 1.5 ? "holds" : "does not hold",
    reason: `The ratio is ${withInterval(ratio)}: how often t_L is tried follows from the number of groups that a median needs, not from t_L, so that runs hardly differ.`,
  };
}
