import type { Context } from "../chapter.ts";
import { meanPath, playRegret, type RegretRuns } from "../studies/regret-runs.ts";

const SIZES = {
  full: { counts: [4, 8, 16, 32, 64], runs: 8, horizon: 1e6 },
  quick: { counts: [4, 16, 64], runs: 4, horizon: 2e5 },
  tiny: { counts: [4, 8, 16], runs: 2, horizon: 200 },
};

const LAW = "mixture(0.6*uniform(low=0.5,high=1),0.4*uniform(low=60,high=100))";

/** The best cutoff, 1, and all others between 2 and 2.2, where the rate is 0.48 to 0.45: about the same gap. */
function cutoffsOf(count: number): number[] {
  return [1, ...Array.from({ length: count - 1 }, (_, i) => 2 + (0.2 * i) / (count - 2))];
}

/** Regret of each run, for each number of cutoffs. */
export type ByCount = readonly (readonly number[])[];

export interface SharingRuns {
  /** Numbers of cutoffs. */
  readonly counts: readonly number[];
  readonly runs: number;
  readonly horizon: number;
  /** With sharing. */
  readonly on: ByCount;
  /** Without. */
  readonly off: ByCount;
  /** Trials at the wrong cutoffs, with sharing, for each number of them. */
  readonly above: readonly number[];
}

/** UCB-RB on ever more cutoffs, with sharing and without, the same trials. */
export async function playSharing({ play, setting }: Context): Promise<SharingRuns> {
  const { counts, runs, horizon } = SIZES[setting.form];
  const sets = (sharing: "on" | "off") =>
    counts.map(
      (count): RegretRuns => ({
        problem: { law: LAW },
        cutoffs: cutoffsOf(count),
        policy: "ucb-rb",
        options: { init: 1, sharing },
        times: [horizon],
        seed: setting.seed,
        runs,
      }),
    );
  const paths = await playRegret(play, [...sets("off"), ...sets("on")]);
  const regrets = paths.map((set) => set.map(({ regret }) => regret[0]));
  return {
    counts,
    runs,
    horizon,
    on: regrets.slice(counts.length),
    off: regrets.slice(0, counts.length),
    above: paths.slice(counts.length).map((set) => meanPath(set, "above")[0]),
  };
}
