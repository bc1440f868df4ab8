import type { Chapter, Findings, ChapterTable } from "../chapter.ts";
import { threeDigits } from "../claims/three-digits.ts";
import { meanPath } from "../studies/regret-runs.ts";
import { regretGrowthClaims } from "./claims.ts";
import { regretFigure } from "./figure.ts";
import { meanAcross, rootGrowth } from "./measures.ts";
import { ALPHA, FACTOR, farSeparated, separated } from "./problems.ts";
import { pullsFigure } from "./pulls-figure.ts";
import { regretRemarkClaims } from "./remark-claims.ts";
import { type ContinuousRuns, type GrowthRuns, playGrowth, watchedRuns } from "./study.ts";

/** thm:ucb-rb, thm:ucb-rm and thm:ucb-rc: how regret grows with the horizon. */
export const regretGrowthChapter: Chapter = {
  label: "thm:ucb-rb",
  title: "How regret grows with the horizon",
  async play(context): Promise<Findings> {
    const runs = await playGrowth(context);
    return {
      about: aboutRuns(runs),
      figures: [
        {
          name: "regret-growth",
          caption:
            "Regret against the horizon with 95% bands; dashed, the fits over the last two decades, a + b·log τ and a·√(τ·log τ); dotted, what no policy can avoid, a lower bound on regret/log τ as τ → ∞: for the lognormal law it is above all that can be lost until τ is about 3,000,000.",
          spec: regretFigure(runs),
        },
        {
          name: "pulls-below-above",
          caption:
            "Trials cut below and above the best cutoff, UCB-RB on nine cutoffs, with 95% bands: the former stop, the latter do not.",
          spec: pullsFigure(runs),
        },
      ],
      tables: [regretTable(runs), continuousTable(runs.continuous)],
      claims: [...regretGrowthClaims(runs), ...regretRemarkClaims(runs)],
      work: workText(runs),
    };
  },
};

const firstAndLast = (times: readonly number[]) => [times[0], times[times.length - 1]].map(threeDigits);

function aboutRuns({ apart, medians }: GrowthRuns): string[] {
  const [first, last] = firstAndLast(apart.set.times);
  const [firstMedian, lastMedian] = firstAndLast(medians.set.times);
  return [
    `Pseudo-regret Σ T·Δ·E[U] against the best cutoff of the list, α = ${ALPHA}, (1+β)²/(1−β) = ${FACTOR}, watched four times a decade: UCB-RB from τ = ${first} to ${last}, UCB-RM from ${firstMedian} to ${lastMedian}.`,
    `Far apart: six in ten trials end within 1, the rest take 60 to 100; cutoffs ${separated.cutoffs.join(", ")} for UCB-RB, ${farSeparated.cutoffs.join(", ")} for UCB-RM. Close: the paper's nine cutoffs, with Pareto(0.3, 1.2) and a lognormal law (median 0.9, σ 1.2), 40 first trials each.`,
    "UCB-RC on [0.4, 4] with Pareto(0.3, 1.2), a run of its own for each horizon, since its grid depends on it; regret against the best of the interval.",
    "Three arms: the first problem, and the same law two and three times as slow. Random resetting times: the first problem with resets of 0 to 0.4.",
  ];
}

function workText(runs: GrowthRuns): string {
  const { apart, apartAtLeastBeta, pareto, lognormal, medians, arms, resets, continuous } = runs;
  const means = [apart.paths, pareto.paths, lognormal.paths, apartAtLeastBeta, arms.paths, resets.paths];
  const ofMeans = means.flat().length;
  const [, last] = firstAndLast(apart.set.times);
  const [, lastMedian] = firstAndLast(medians.set.times);
  return `${ofMeans} runs of UCB-RB to τ = ${last}, ${medians.paths.length} of UCB-RM to ${lastMedian}, ${continuous.runs} of UCB-RC at each of ${continuous.horizons.length} horizons`;
}

function regretTable(runs: GrowthRuns): ChapterTable {
  return {
    name: "regret-growth",
    columns: ["policy and problem", "horizon", "regret", "trials below t*", "trials above t*"],
    rows: watchedRuns(runs).flatMap(({ name, set, paths }) => {
      const [regret, below, above] = (["regret", "below", "above"] as const).map((measure) =>
        meanPath(paths, measure),
      );
      return set.times.map((time, place) => [name, time, regret[place], below[place], above[place]]);
    }),
  };
}

function continuousTable(continuous: ContinuousRuns): ChapterTable {
  const regrets = meanAcross(continuous);
  return {
    name: "regret-continuous",
    columns: ["horizon", "regret", "regret/√(τ log τ)"],
    rows: continuous.horizons.map((time, i) => {
      const root = rootGrowth(time);
      const share = regrets[i] / root;
      return [time, share * root, share];
    }),
  };
}
