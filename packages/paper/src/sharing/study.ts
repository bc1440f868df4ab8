import { meanPath, playRegret, type RegretRuns } from "../studies/regret-path.ts";
import type { ChapterContext } from "../studies/study.ts";

const SIZES = {
  full: { counts: [4, 8, 16, 32, 64], runs: 8, unlike: { counts: [16, 32, 64], runs: 8 }, horizon: 1e6 },
  quick: { counts: [4, 16, 64], runs: 4, unlike: { counts: [16, 64], runs: 6 }, horizon: 2e5 },
  tiny: { counts: [4, 8, 16], runs: 2, unlike: { counts: [8, 16], runs: 2 }, horizon: 200 },
};

const LAW = "mixture(0.6*uniform(low=0.5,high=1),0.4*uniform(low=60,high=100))";

/**
 * The longest cutoff. The best one is 1 and all others lie between 2 and this one: up to 2.2 the rate is 0.48 to 0.45,
 * about the same gap; up to 8 it is 0.48 to 0.16, and a trial at the longest costs seven times as much as at 2. With
 * few cutoffs, adding some also adds more expensive ones, so L begins at 16.
 */
const LONGEST = { alike: 2.2, unlike: 8 };

function cutoffsOf(count: number, longest: number): number[] {
  return [1, ...Array.from({ length: count - 1 }, (_, i) => 2 + ((longest - 2) * i) / (count - 2))];
}

/** Regret of each run, for each number of cutoffs. */
export type ByCount = readonly (readonly number[])[];

/** The runs for several numbers of cutoffs. */
export interface CountRuns {
  /** Numbers of cutoffs. */
  readonly counts: readonly number[];
  readonly runs: number;
  readonly regrets: ByCount;
  /** Trials at the wrong cutoffs, for each number of them. */
  readonly above: readonly number[];
}

/** Plays UCB-RB on more and more cutoffs, with and without sharing, on the same trials. */
export async function playSharing({ play, setting }: ChapterContext) {
  const { counts, runs, unlike, horizon } = SIZES[setting.form];
  const groups = [
    { counts, runs, longest: LONGEST.alike, sharing: "off" },
    { counts, runs, longest: LONGEST.alike, sharing: "on" },
    { ...unlike, longest: LONGEST.unlike, sharing: "on" },
  ];
  const sets = groups.map(({ counts, runs, longest, sharing }) =>
    counts.map(
      (count): RegretRuns => ({
        problem: { law: LAW },
        cutoffs: cutoffsOf(count, longest),
        policy: "ucb-rb",
        options: { init: 1, sharing },
        times: [horizon],
        seed: setting.seed,
        runs,
      }),
    ),
  );
  const paths = await playRegret(play, sets.flat());
  const [off, on, other] = groups.map(({ counts, runs }): CountRuns => {
    const own = paths.splice(0, counts.length);
    return {
      counts,
      runs,
      regrets: own.map((set) => set.map(({ regret }) => regret[0])),
      above: own.map((set) => meanPath(set, "above")[0]),
    };
  });
  return { horizon, off, on, unlike: other };
}

export type SharingRuns = Awaited<ReturnType<typeof playSharing>>;
