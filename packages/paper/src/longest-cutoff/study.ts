import { playRegret, type RegretRuns } from "../studies/regret-path.ts";
import type { ChapterContext } from "../studies/study.ts";

const SIZES = {
  full: {
    lengths: [128, 256, 512, 1024, 2048, 4096, 8192],
    runs: 8,
    horizon: 1e6,
    medianLengths: [16, 64, 256, 1024, Infinity],
    medianRuns: 24,
    medianHorizon: 5e4,
  },
  quick: {
    lengths: [128, 512, 2048, 8192],
    runs: 4,
    horizon: 2e5,
    medianLengths: [16, Infinity],
    medianRuns: 10,
    medianHorizon: 1e4,
  },
  tiny: {
    lengths: [128, 512, 2048],
    runs: 2,
    horizon: 500,
    medianLengths: [16, Infinity],
    medianRuns: 2,
    medianHorizon: 200,
  },
};

/** For UCB-RB: the law has hardly any trials beyond the shortest t_L, so a longer one changes little else. */
export const PROBLEM = {
  law: "mixture(0.6*uniform(low=0.5,high=1),0.4*lognormal(median=40,sigma=0.5))",
  reward: "bernoulli(p=0.8)",
};

/**
 * For UCB-RM: one trial in 30 runs longer than the shortest t_L, and the rates are so close that t_L gets a thousand
 * trials, so that a longer one shows in the data. All moments of X exist, as the theorem requires.
 */
export const MEDIAN_PROBLEM = {
  law: "mixture(0.6*uniform(low=0.5,high=1),0.4*lognormal(median=4,sigma=1))",
};

/** The two cutoffs of a problem: the best one, and t_L. */
export const cutoffsUpTo = (longest: number) => [1, longest];

/** Regret of each run, for each t_L. */
export interface Lengths {
  readonly lengths: readonly number[];
  readonly regrets: readonly (readonly number[])[];
}

/** Plays both policies, each on its own law, with longer and longer cutoffs beside the best one. */
export async function playLengths({ play, setting }: ChapterContext) {
  const { lengths, runs, horizon, medianLengths, medianRuns, medianHorizon } = SIZES[setting.form];
  const { seed } = setting;
  const paths = await playRegret(play, [
    ...medianLengths.map(
      (longest): RegretRuns => ({
        problem: MEDIAN_PROBLEM,
        cutoffs: cutoffsUpTo(longest),
        policy: "ucb-rm",
        options: {},
        times: [medianHorizon],
        seed,
        runs: medianRuns,
      }),
    ),
    ...lengths.map(
      (longest): RegretRuns => ({
        problem: PROBLEM,
        cutoffs: cutoffsUpTo(longest),
        policy: "ucb-rb",
        options: { init: 1 },
        times: [horizon],
        seed,
        runs,
      }),
    ),
  ]);
  const regrets = paths.map((set) => set.map(({ regret }) => regret[0]));
  const mean: Lengths = { lengths, regrets: regrets.slice(medianLengths.length) };
  const median: Lengths = { lengths: medianLengths, regrets: regrets.slice(0, medianLengths.length) };
  return { runs, horizon, mean, medianRuns, medianHorizon, median };
}

export type LengthRuns = Awaited<ReturnType<typeof playLengths>>;
