import { betaOfFactor, betaOfLeastPenalty } from "../bounds/index.ts";
import { threeDigits } from "../claims/claim.ts";
import { decades } from "../claims/statistics.ts";
import { playRegret, type RegretPart, type RegretPath, type RegretRuns } from "../studies/regret-path.ts";
import type { ChapterContext, ReproductionSize } from "../studies/study.ts";

/** As in the paper's experiments. */
export const ALPHA = 2.01;
export const FACTOR = 1.01;
export const PLAYED_BETA = betaOfFactor(FACTOR);
/** The β at which the bounds of the theorems are least. */
export const LEAST_BETA = betaOfLeastPenalty();

/** One arm and a list of cutoffs. */
interface ListProblem extends Pick<RegretPart, "problem"> {
  readonly cutoffs: readonly number[];
}

/** Six in ten trials end within 1, the others hardly ever: every cutoff but 1 is far worse. */
const SEPARATED = {
  problem: { law: "mixture(0.6*uniform(low=0.5,high=1),0.4*uniform(low=60,high=100))" },
} as const;

/** Rates 0.42, 0.71, 0.48 and 0.29. */
export const separated: ListProblem = { ...SEPARATED, cutoffs: [0.75, 1, 2, 4] };

/** Three arms: the same law, twice and three times as slow. */
export const severalArms = {
  ...separated,
  others: [2, 3].map((factor) => ({ law: `scaled(factor=${factor},${SEPARATED.problem.law})` })),
};

/** A reset takes between 0 and 0.4, drawn anew at each cut; the policy has to learn its mean. */
export const randomResets: ListProblem = {
  ...separated,
  problem: { ...SEPARATED.problem, resetting: "random(uniform(low=0,high=0.4))" },
};

/** Longer cutoffs, since UCB-RM's radius is some eleven times as wide: rates 0.42, 0.71, 0.14 and 0.04. */
export const farSeparated: ListProblem = { ...SEPARATED, cutoffs: [0.75, 1, 10, 40] };

/** The nine cutoffs of the experiments, a third of a factor apart. */
const NINE = Array.from({ length: 9 }, (_, i) => 10 ** (-0.5 + i / 8));

const ninePareto: ListProblem = { problem: { law: "pareto(scale=0.3,shape=1.2)" }, cutoffs: NINE };

const nineLognormal: ListProblem = { problem: { law: "lognormal(median=0.9,sigma=1.2)" }, cutoffs: NINE };

/** Of the paper's three examples only Pareto has a smooth peak (docs/errata.md#e15). */
export const continuum = {
  problem: { law: "pareto(scale=0.3,shape=1.2)" },
  cutoffs: { low: 0.4, high: 4 },
} as const;

interface Size {
  /** The paths of UCB-RB and of UCB-RM on cutoffs far apart and on nine cutoffs, and of UCB-RC at each horizon. */
  readonly runs: number;
  readonly nineRuns: number;
  readonly medianRuns: number;
  readonly nineMedianRuns: number;
  readonly continuousRuns: number;
  /** τ from and to, as powers of ten: of UCB-RB, and of UCB-RM, whose trials take fifty times as long to play. */
  readonly mean: readonly [number, number];
  readonly median: readonly [number, number];
  /** Horizons of UCB-RC. */
  readonly perDecade: number;
  /** τ of UCB-RC with and without sharing. */
  readonly sharing: number;
}

const SIZES: Record<ReproductionSize, Size> = {
  full: {
    runs: 16,
    nineRuns: 12,
    medianRuns: 12,
    nineMedianRuns: 6,
    continuousRuns: 12,
    mean: [2, 6],
    median: [1, 5],
    perDecade: 2,
    sharing: 1e6,
  },
  quick: {
    runs: 6,
    nineRuns: 4,
    medianRuns: 8,
    nineMedianRuns: 4,
    continuousRuns: 4,
    mean: [2, 6],
    median: [0.5, 4.5],
    perDecade: 1,
    sharing: 1e5,
  },
  tiny: {
    runs: 2,
    nineRuns: 2,
    medianRuns: 2,
    nineMedianRuns: 2,
    continuousRuns: 2,
    mean: [0, 3],
    median: [0, 2.5],
    perDecade: 1,
    sharing: 1e3,
  },
};

/** The number of records of regret in a decade. */
export const WATCHED_PER_DECADE = 4;

/** Runs of one policy on one list of cutoffs, recorded along the way. */
export interface WatchedRuns {
  /** For the sentences and the figure. */
  readonly name: string;
  /** The paths of UCB-RB or of UCB-RM. */
  readonly kind: "mean" | "median";
  readonly set: RegretRuns & ListProblem;
  readonly paths: readonly RegretPath[];
}

/** The last τ. */
export const endOf = ({ set }: WatchedRuns) => set.times[set.times.length - 1];

export const upTo = (watched: WatchedRuns) => `τ up to ${threeDigits(endOf(watched))}`;

/** UCB-RC on an interval: separate runs for each horizon, because its grid depends on it. */
export interface ContinuousRuns {
  readonly horizons: readonly number[];
  readonly runs: number;
  /** For each horizon. */
  readonly paths: readonly (readonly RegretPath[])[];
}

/** All runs of the chapter. */
export type GrowthRuns = Awaited<ReturnType<typeof playGrowth>>;

export async function playGrowth({ play, setting }: ChapterContext) {
  const size = SIZES[setting.form];
  const { seed } = setting;
  const played = { alpha: ALPHA, factor: FACTOR };
  const times = decades(...size.mean, WATCHED_PER_DECADE);
  const mean = { policy: "ucb-rb", options: { ...played, init: 1 }, times, seed };
  const asInPaper = { ...mean, options: { ...played, init: 40 }, runs: size.nineRuns };
  const medianTimes = decades(...size.median, WATCHED_PER_DECADE);
  const median = { policy: "ucb-rm", options: played, times: medianTimes, seed };
  const apart = { ...separated, ...mean, runs: size.runs };
  const medians = { ...farSeparated, ...median, runs: size.medianRuns };
  const sets: Omit<WatchedRuns, "paths">[] = [
    { name: "UCB-RB, four cutoffs far apart", kind: "mean", set: apart },
    { name: "UCB-RB, nine cutoffs, Pareto", kind: "mean", set: { ...ninePareto, ...asInPaper } },
    { name: "UCB-RB, nine cutoffs, lognormal", kind: "mean", set: { ...nineLognormal, ...asInPaper } },
    { name: "UCB-RM, four cutoffs far apart", kind: "median", set: medians },
    {
      name: "UCB-RM, nine cutoffs, Pareto",
      kind: "median",
      set: { ...ninePareto, ...median, runs: size.nineMedianRuns },
    },
    { name: "UCB-RB, three arms", kind: "mean", set: { ...severalArms, ...mean, runs: size.nineRuns } },
    {
      name: "UCB-RB, random resetting times",
      kind: "mean",
      set: { ...randomResets, ...mean, runs: size.nineRuns },
    },
  ];
  const continuous = (horizon: number, options: RegretRuns["options"] = {}): RegretRuns => ({
    ...continuum,
    policy: "ucb-rc",
    options: { ...played, ...options },
    times: [horizon],
    seed,
    runs: size.continuousRuns,
  });
  const horizons = decades(...size.mean, size.perDecade);
  // The longest first, so that the threads end together.
  const paths = await playRegret(play, [
    ...sets.map(({ set }) => set),
    { ...apart, options: { alpha: ALPHA, beta: LEAST_BETA, init: 1 }, runs: Math.min(4, size.runs) },
    { ...medians, policy: mean.policy, options: mean.options },
    continuous(size.sharing, { sharing: "on" }),
    continuous(size.sharing, { sharing: "off" }),
    ...horizons.map((horizon) => continuous(horizon)),
  ]);
  const watched = sets.map((set, i): WatchedRuns => ({ ...set, paths: paths[i] }));
  const [apartRuns, pareto, lognormal, medianRuns, medianPareto, arms, resets] = watched;
  const [apartAtLeastBeta, rival, on, off, ...atHorizons] = paths.slice(sets.length);
  return {
    /** The runs that are recorded along the way, in the order of the figure and of the table. */
    watched,
    /** UCB-RB on cutoffs far apart, and the same at the β where the bound of the theorem is least. */
    apart: apartRuns,
    apartAtLeastBeta,
    /** UCB-RB on cutoffs that are close. */
    pareto,
    lognormal,
    /** UCB-RM on cutoffs far apart, and UCB-RB on the same trials. */
    medians: medianRuns,
    rival,
    /** UCB-RM on cutoffs that are close. */
    medianPareto,
    /** UCB-RB on three arms, and with random resetting times. */
    arms,
    resets,
    /** UCB-RC with and without sharing, on the same trials. */
    sharing: { horizon: size.sharing, on, off },
    continuous: { horizons, runs: size.continuousRuns, paths: atHorizons } satisfies ContinuousRuns,
  };
}
