import { bestCutoff, ucbRbRegret, ucbRmRegret } from "@mulligan/core/theory";
import type { Chapter } from "../chapter.ts";
import { lastDecadeRatio } from "../claims/growth.ts";
import { jackknife } from "../claims/jackknife.ts";
import { threeDigits } from "../claims/three-digits.ts";
import { decades } from "../studies/decades.ts";
import { armOf } from "../studies/problem.ts";
import type { RegretPath } from "../studies/regret-path.ts";
import { meanPath, playRegret, type RegretRuns } from "../studies/regret-runs.ts";
import { type Bound, boundClaim, coefficientClaim, logarithmClaim, pullsClaim, rootClaim } from "./claims.ts";
import { regretFigure } from "./figure.ts";
import {
  ALPHA,
  acrossHorizons,
  coefficients,
  continuousBound,
  FACTOR,
  growthOf,
  LEAST_BETA,
  lastFits,
  PLAYED_BETA,
  ratioAtEnd,
  rootExponent,
  type Watched,
} from "./measures.ts";
import { continuum, farSeparated, nineLognormal, ninePareto, separated } from "./problems.ts";
import { pullsFigure } from "./pulls-figure.ts";

/** Decades of τ, as powers of ten: `mean` for UCB-RB, `median` for UCB-RM, whose trials take fifty times as long to play. */
const SIZES = {
  full: {
    runs: 16,
    nine: 12,
    medianRuns: 12,
    continuousRuns: 12,
    mean: [2, 6],
    median: [1, 5],
    perDecade: 2,
  },
  quick: {
    runs: 6,
    nine: 4,
    medianRuns: 8,
    continuousRuns: 4,
    mean: [2, 6],
    median: [0.5, 4.5],
    perDecade: 1,
  },
  tiny: { runs: 2, nine: 2, medianRuns: 2, continuousRuns: 2, mean: [0, 3], median: [0, 2.5], perDecade: 1 },
} as const;

/** thm:ucb-rb, thm:ucb-rm and thm:ucb-rc: how regret grows with the horizon. */
export const regretGrowthChapter: Chapter = {
  label: "thm:ucb-rb",
  title: "How regret grows with the horizon",
  async play({ setting, play }) {
    const size = SIZES[setting.form];
    const { seed } = setting;
    const times = decades(size.mean[0], size.mean[1], 4);
    const medianTimes = decades(size.median[0], size.median[1], 4);
    const mean = { policy: "ucb-rb", options: { alpha: ALPHA, factor: FACTOR, init: 1 }, times, seed };
    const paper = { ...mean, options: { alpha: ALPHA, factor: FACTOR, init: 40 } };
    const median = { policy: "ucb-rm", options: { alpha: ALPHA, factor: FACTOR }, times: medianTimes, seed };
    const watched: Watched[] = [
      {
        name: "UCB-RB, four cutoffs far apart",
        set: { ...separated, ...mean, runs: size.runs },
        kind: "mean",
      },
      {
        name: "UCB-RB, nine cutoffs, Pareto",
        set: { ...ninePareto, ...paper, runs: size.nine },
        kind: "mean",
      },
      {
        name: "UCB-RB, nine cutoffs, lognormal",
        set: { ...nineLognormal, ...paper, runs: size.nine },
        kind: "mean",
      },
      {
        name: "UCB-RM, four cutoffs far apart",
        set: { ...farSeparated, ...median, runs: size.medianRuns },
        kind: "median",
      },
    ];
    const slack: RegretRuns = {
      ...watched[0].set,
      options: { alpha: ALPHA, beta: LEAST_BETA, init: 1 },
      runs: Math.min(4, size.runs),
    };
    const rival: RegretRuns = { ...farSeparated, ...mean, times: medianTimes, runs: size.medianRuns };
    const horizons = decades(size.mean[0], size.mean[1], size.perDecade);
    const continuous = horizons.map(
      (horizon): RegretRuns => ({
        ...continuum,
        policy: "ucb-rc",
        options: { alpha: ALPHA, factor: FACTOR },
        times: [horizon],
        seed,
        runs: size.continuousRuns,
      }),
    );
    // The longest first, so that the threads end together.
    const [[apart, pareto, lognormal, medians, slackPaths, rivalPaths], ...continuousPaths] = await playAll(
      (sets) => playRegret(play, sets),
      [...watched.map(({ set }) => set), slack, rival],
      continuous,
    );
    const growths = watched.map((one, i) => growthOf(one, [apart, pareto, lognormal, medians][i]));
    const last = (paths: readonly RegretPath[]) => paths[0].regret.length - 1;
    const perLog = (paths: readonly RegretPath[], at: readonly number[]) =>
      jackknife(paths, (runs) => meanPath(runs)[last(paths)] / Math.log(at[at.length - 1]));
    const arm = armOf(separated.problem);
    const { rate } = bestCutoff(arm, { among: separated.cutoffs });
    const worstOf = (at: readonly number[]) => (rate * at[at.length - 1]) / Math.log(at[at.length - 1]);
    const bound = (policy: string, beta: number, paths: readonly RegretPath[]): Bound => ({
      policy,
      ...coefficients(ucbRbRegret([arm], separated.cutoffs, { alpha: ALPHA, beta })),
      measured: perLog(paths, times),
      least: ucbRbRegret([arm], separated.cutoffs, { alpha: ALPHA }).coefficient,
      worst: worstOf(times),
    });
    const medianBound: Bound = {
      policy: "UCB-RM at β = 0.0033",
      ...coefficients(ucbRmRegret([arm], farSeparated.cutoffs, { alpha: ALPHA, beta: PLAYED_BETA })),
      measured: perLog(medians, medianTimes),
      least: ucbRmRegret([arm], farSeparated.cutoffs, { alpha: ALPHA }).coefficient,
      worst: worstOf(medianTimes),
    };
    const roots = horizons.map((time) => Math.sqrt(time * Math.log(Math.max(time, 2))));
    const shares = continuousPaths.map((paths, i) => meanPath(paths)[0] / roots[i]);
    const decade = (measure: "below" | "above") =>
      jackknife(lognormal, (runs) => {
        const path = meanPath(runs, measure);
        return path[path.length - 1] - path[path.length - 5];
      });
    const belowPath = meanPath(lognormal, "below");
    return {
      about: [
        `Pseudo-regret Σ T·Δ·E[U] against the best cutoff of the list, α = ${ALPHA}, (1+β)²/(1−β) = ${FACTOR}, watched four times a decade: UCB-RB from τ = ${threeDigits(times[0])} to ${threeDigits(times[times.length - 1])}, UCB-RM from ${threeDigits(medianTimes[0])} to ${threeDigits(medianTimes[medianTimes.length - 1])}.`,
        `Far apart: six in ten trials end within 1, the rest take 60 to 100; cutoffs ${separated.cutoffs.join(", ")} for UCB-RB, ${farSeparated.cutoffs.join(", ")} for UCB-RM. Close: the paper's nine cutoffs, with Pareto(0.3, 1.2) and a lognormal law (median 0.9, σ 1.2), 40 first trials each.`,
        "UCB-RC on [0.4, 4] with Pareto(0.3, 1.2), a run of its own for each horizon, since its grid depends on it; regret against the best of the interval.",
      ],
      figures: [
        {
          name: "regret-growth",
          caption:
            "Regret against the horizon with 95% bands; dashed, the fits over the last two decades, a + b·log τ and a·√(τ·log τ).",
          spec: regretFigure(
            watched
              .map(({ name, set }, i) => ({
                name,
                times: set.times,
                paths: [apart, pareto, lognormal, medians][i],
                fits: growths[i].fits,
              }))
              .concat({
                name: "UCB-RC, an interval, Pareto",
                times: horizons,
                paths: acrossHorizons(continuousPaths),
                fits: lastFits(horizons, meanPath(acrossHorizons(continuousPaths))),
              }),
          ),
        },
        {
          name: "pulls-below-above",
          caption:
            "Trials cut below and above the best cutoff, UCB-RB on nine cutoffs, with 95% bands: the former stop, the latter do not.",
          spec: pullsFigure([
            { law: "Pareto", times, paths: pareto },
            { law: "lognormal", times, paths: lognormal },
          ]),
        },
      ],
      tables: [
        {
          name: "regret-growth",
          columns: ["policy and problem", "horizon", "regret", "trials below t*", "trials above t*"],
          rows: watched.flatMap(({ name, set }, i) => {
            const paths = [apart, pareto, lognormal, medians][i];
            return set.times.map((time, place) => [
              name,
              time,
              meanPath(paths)[place],
              meanPath(paths, "below")[place],
              meanPath(paths, "above")[place],
            ]);
          }),
        },
        {
          name: "regret-continuous",
          columns: ["horizon", "regret", "regret/√(τ log τ)"],
          rows: horizons.map((time, i) => [time, shares[i] * roots[i], shares[i]]),
        },
      ],
      claims: [
        logarithmClaim("thm:ucb-rb", "UCB-RB", growths[0], growths.slice(1, 3)),
        logarithmClaim("thm:ucb-rm", "UCB-RM", growths[3]),
        rootClaim(
          rootExponent(horizons, continuousPaths),
          shares,
          continuousBound(horizons[horizons.length - 1]) /
            meanPath(continuousPaths[continuousPaths.length - 1])[0],
        ),
        pullsClaim(
          "nine cutoffs, lognormal",
          decade("below"),
          belowPath[belowPath.length - 5],
          decade("above"),
          jackknife(apart, (runs) => lastDecadeRatio(times, meanPath(runs, "above"))),
        ),
        boundClaim("thm:ucb-rb", [
          bound("UCB-RB at β = 0.0033", PLAYED_BETA, apart),
          bound("UCB-RB at β = 0.158", LEAST_BETA, slackPaths),
        ]),
        boundClaim("thm:ucb-rm", [medianBound]),
        coefficientClaim(
          ratioAtEnd(medians, rivalPaths),
          ucbRmRegret([arm], farSeparated.cutoffs, { alpha: ALPHA }).coefficient,
          ucbRbRegret([arm], farSeparated.cutoffs, { alpha: ALPHA }).coefficient,
        ),
      ],
      work: `${apart.length + pareto.length + lognormal.length + slackPaths.length} runs of UCB-RB to τ = ${threeDigits(times[times.length - 1])}, ${medians.length} of UCB-RM to ${threeDigits(medianTimes[medianTimes.length - 1])}, ${size.continuousRuns} of UCB-RC at each of ${horizons.length} horizons`,
    };
  },
};

/** Plays all sets in one go: the finite ones, then one set for each horizon. */
async function playAll(
  play: (sets: readonly RegretRuns[]) => Promise<RegretPath[][]>,
  finite: readonly RegretRuns[],
  continuous: readonly RegretRuns[],
): Promise<[RegretPath[][], ...RegretPath[][]]> {
  const all = await play([...finite, ...continuous]);
  return [all.slice(0, finite.length), ...all.slice(finite.length)];
}
