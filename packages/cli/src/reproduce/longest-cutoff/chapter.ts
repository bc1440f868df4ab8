import type { Chapter, Findings, ChapterTable } from "../chapter.ts";
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
    const { mean, median, runs, horizon, medianRuns, medianHorizon } = played;
    return {
      about: [
        `Two cutoffs, 1 (the best) and t_L; six in ten trials end within 1.`,
        `UCB-RB over τ = ${threeDigits(horizon)}, ${runs} runs: the other trials take a lognormal time with median 40, so that from t_L = 128 on a longer one hardly changes what is seen; four in five completions are rewarded.`,
        `UCB-RM over τ = ${threeDigits(medianHorizon)}, ${medianRuns} runs, with t_L = ∞ too: the other trials take a lognormal time with median 4 and a long tail, so that a longer t_L does change what is seen.`,
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
