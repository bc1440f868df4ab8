import { paired } from "@mulligan/core/distributions";
import { constantResetting } from "@mulligan/core/problem";
import { bestCutoff, knownArm, lordenOvershoot, overshootBound, rewardRate } from "@mulligan/core/theory";
import type { ChapterContext } from "../chapter.ts";
import { type Interval, meanInterval } from "../claims/interval.ts";
import { playSets, spansOf } from "../studies/play-sets.ts";
import { armOf } from "../studies/problem.ts";
import { staticReward } from "./reward-study.ts";
import { type WholeRewards, wholeNumbers } from "./whole-numbers-study.ts";

/** In units of a mean trial, so that the printed bound, which has no unit of time, is tried at three scales. */
export const STATIC_LAWS = [
  "exponential(mean=1)",
  "scaled(factor=10,exponential(mean=1))",
  "scaled(factor=0.1,exponential(mean=1))",
  "lognormal(median=0.9,sigma=1.2)",
  "scaled(factor=10,lognormal(median=0.9,sigma=1.2))",
  "mixture(0.6*uniform(low=0.5,high=1),0.4*uniform(low=60,high=100))",
];
const DECADES = [1, 10, 100, 1_000, 10_000];

/** `decades`: how many rewards are expected over each horizon; `horizon`: up to where OPT is computed. */
export const STATIC_SIZES = {
  full: { runs: 800, horizon: 10_000, decades: DECADES },
  quick: { runs: 120, horizon: 10_000, decades: DECADES },
  tiny: { runs: 2, horizon: 200, decades: [1, 10] },
};
const RUNS_A_PART = 100;

/** One law at one horizon: what the reward exceeds r*·τ by, and both bounds on it. */
export interface StaticExcess {
  readonly law: string;
  readonly horizon: number;
  /** E[REW] − r*·τ, from the rewards. */
  readonly reward: Interval;
  /** r*·E[S_N − τ], the same number by Wald's identity, with far less noise. */
  readonly overshoot: Interval;
  /** r*·E[Y²]/E[Y]. */
  readonly bound: number;
  /** r*·E[Y²]/E[Y]² (docs/errata.md#e3). */
  readonly printed: number;
}

/** The static policy at the best cutoff of each law. */
export async function playStatic({ play, setting }: ChapterContext): Promise<StaticExcess[]> {
  const { runs, decades } = STATIC_SIZES[setting.form];
  const problems = STATIC_LAWS.map((law) => {
    const arm = armOf({ law });
    const { cutoff, rate } = bestCutoff(arm);
    const trial = 1 / rate;
    return { law, arm, cutoff, rate, horizons: decades.map((rewards) => rewards * trial) };
  });
  const crossings = await playSets(
    play,
    staticReward,
    problems.map(({ law, cutoff, horizons }) =>
      spansOf(runs, RUNS_A_PART).map((span) => ({
        problem: { law },
        cutoff,
        horizons,
        seed: setting.seed,
        ...span,
      })),
    ),
  );
  return problems.flatMap(({ law, arm, cutoff, rate, horizons }, i) =>
    horizons.map((horizon, place) => {
      const crossed = crossings[i].flat().map((run) => run[place]);
      return {
        law,
        horizon,
        reward: meanInterval(crossed.map(({ reward }) => reward - rate * horizon)),
        overshoot: meanInterval(crossed.map(({ time }) => rate * (time - horizon))),
        bound: rate * lordenOvershoot(arm, cutoff),
        printed: rate * lordenOvershoot(arm, cutoff, { variant: "paper" }),
      };
    }),
  );
}

/** Half the trials take 2 units, others 3, 7, 11 or 40, and a reset takes 1: the best cutoff is not at either end. */
const WHOLE = {
  times: [2, 3, 7, 11, 40],
  chances: [0.5, 0.1, 0.15, 0.1, 0.15],
  cutoffs: Array.from({ length: 40 }, (_, i) => i + 1),
  resetting: 1,
};

/** For every horizon from 1 on. */
export interface Gaps {
  /** OPT − E[REW_st]. */
  readonly optimality: readonly number[];
  /** OPT − r*·τ. */
  readonly aboveRate: readonly number[];
}

/** OPT and the static policy on whole numbers, exactly, with the bound r*·Φ on both gaps. */
export async function playWhole({ play, setting }: ChapterContext): Promise<Gaps & { readonly bound: number }> {
  // Chances are whole twentieths, so twenty equally likely pairs are the same law.
  const pairs = WHOLE.times.flatMap((time, i) =>
    Array.from({ length: Math.round(WHOLE.chances[i] * 20) }, () => ({ time, reward: 1 })),
  );
  const arm = knownArm(paired(pairs, "whole"), { resetting: constantResetting(WHOLE.resetting) });
  const { cutoff, rate } = bestCutoff(arm, { among: WHOLE.cutoffs });
  const { horizon } = STATIC_SIZES[setting.form];
  const [rewards] = await play(wholeNumbers, [{ ...WHOLE, repeated: cutoff, horizon }]);
  return {
    ...gapsOf(rewards, rewardRate(arm, cutoff)),
    bound: rate * overshootBound([arm], WHOLE.cutoffs),
  };
}

export function gapsOf({ optimal, repeated }: WholeRewards, rate: number): Gaps {
  return {
    optimality: optimal.slice(1).map((reward, i) => reward - repeated[i + 1]),
    aboveRate: optimal.slice(1).map((reward, i) => reward - rate * (i + 1)),
  };
}
