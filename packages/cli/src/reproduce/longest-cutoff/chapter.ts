import type { Chapter, Findings, Table } from "../chapter.ts";
import { threeDigits } from "../claims/three-digits.ts";
import { longestCutoffClaims } from "./claims.ts";
import { longestCutoffFigure } from "./figure.ts";
import { type LengthRuns, playLengths } from "./study.ts";

/** rem:tl-dependence and the remark after thm:ucb-rm: what the longest cutoff costs. */
export const longestCutoffChapter: Chapter = {
  label: "rem:tl-dependence",
  title: "What the longest cutoff costs",
  async play(context): Promise<Findings> {
    const played = await playLengths(context);
    const { mean, median, runs, horizon, medianHorizon } = played;
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
      tables: [lengthsTable(played)],
      claims: longestCutoffClaims(played),
      work: `${mean.lengths.length * runs} runs of UCB-RB to τ = ${threeDigits(horizon)}, ${median.lengths.length * runs} of UCB-RM to ${threeDigits(medianHorizon)}`,
    };
  },
};

function lengthsTable({ mean, median }: LengthRuns): Table {
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
