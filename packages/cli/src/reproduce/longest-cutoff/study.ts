import type { Context } from "../chapter.ts";
import { playRegret, type RegretRuns } from "../studies/regret-runs.ts";

const SIZES = {
  full: { lengths: [128, 256, 512, 1024, 2048, 4096, 8192], runs: 8, horizon: 1e6, medianHorizon: 5e4 },
  quick: { lengths: [128, 512, 2048, 8192], runs: 4, horizon: 2e5, medianHorizon: 1e4 },
  tiny: { lengths: [128, 512, 2048], runs: 2, horizon: 500, medianHorizon: 200 },
};

/** A long wait ends sometime: all moments of it exist, so that a longer t_L changes next to nothing but t_L. */
export const PROBLEM = {
  law: "mixture(0.6*uniform(low=0.5,high=1),0.4*lognormal(median=40,sigma=0.5))",
  reward: "bernoulli(p=0.8)",
};

/** The best cutoff, and t_L. */
export const cutoffsUpTo = (longest: number) => [1, longest];

/** Regret of each run, for each t_L. */
export interface Lengths {
  readonly lengths: readonly number[];
  readonly regrets: readonly (readonly number[])[];
}

export interface LengthRuns {
  readonly runs: number;
  readonly horizon: number;
  /** UCB-RB. */
  readonly mean: Lengths;
  readonly medianHorizon: number;
  /** UCB-RM, of which t_L may be ∞. */
  readonly median: Lengths;
}

/** Both policies with an ever longer cutoff beside the best one. */
export async function playLengths({ play, setting }: Context): Promise<LengthRuns> {
  const { lengths, runs, horizon, medianHorizon } = SIZES[setting.form];
  const medianLengths = [lengths[0], lengths[lengths.length - 1], Infinity];
  const shared = { problem: PROBLEM, seed: setting.seed, runs };
  const paths = await playRegret(play, [
    ...medianLengths.map(
      (longest): RegretRuns => ({
        ...shared,
        cutoffs: cutoffsUpTo(longest),
        policy: "ucb-rm",
        options: {},
        times: [medianHorizon],
      }),
    ),
    ...lengths.map(
      (longest): RegretRuns => ({
        ...shared,
        cutoffs: cutoffsUpTo(longest),
        policy: "ucb-rb",
        options: { init: 1 },
        times: [horizon],
      }),
    ),
  ]);
  const regrets = paths.map((set) => set.map(({ regret }) => regret[0]));
  return {
    runs,
    horizon,
    mean: { lengths, regrets: regrets.slice(medianLengths.length) },
    medianHorizon,
    median: { lengths: medianLengths, regrets: regrets.slice(0, medianLengths.length) },
  };
}
