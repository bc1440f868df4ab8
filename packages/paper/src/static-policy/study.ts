import { paired } from "@mulligan/core/distributions";
import { constantResetting } from "@mulligan/core/problem";
import { stream } from "@mulligan/core/random";
import { bestCutoff, knownArm, rewardRate } from "@mulligan/core/theory";
import { lordenOvershoot, overshootBound } from "../bounds/index.ts";
import { type Interval, meanInterval } from "../claims/statistics.ts";
import { type ArmText, armOf, type Crossing, walkStatic } from "../studies/arms.ts";
import { type ChapterContext, playSets, type SeededRuns, type Study, spansOf } from "../studies/study.ts";

/** The same laws at several scales of time, since the printed bound has no unit of time. */
export const STATIC_LAWS = [
  "exponential(mean=1)",
  "scaled(factor=10,exponential(mean=1))",
  "scaled(factor=0.1,exponential(mean=1))",
  "lognormal(median=0.9,sigma=1.2)",
  "scaled(factor=10,lognormal(median=0.9,sigma=1.2))",
  "mixture(0.6*uniform(low=0.5,high=1),0.4*uniform(low=60,high=100))",
];
const DECADES = [1, 10, 100, 1_000, 10_000];

/** `decades`: the expected number of rewards over each horizon; `horizon`: the last one for which OPT is computed. */
export const STATIC_SIZES = {
  full: { runs: 800, horizon: 10_000, decades: DECADES },
  quick: { runs: 120, horizon: 10_000, decades: DECADES },
  tiny: { runs: 2, horizon: 200, decades: [1, 10] },
};
const RUNS_A_PART = 100;

/** The excess of the reward over r*·τ for one law and horizon, and both bounds on it. */
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

/** The gaps at the horizons 1, 2, … */
export interface Gaps {
  /** OPT − E[REW_st]. */
  readonly optimality: readonly number[];
  /** OPT − r*·τ. */
  readonly aboveRate: readonly number[];
}

/** OPT and the static policy on whole numbers, exactly, with the bound r*·Φ on both gaps. */
export async function playWhole({
  play,
  setting,
}: ChapterContext): Promise<Gaps & { readonly bound: number }> {
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

/** The static policy at one cutoff, runs `from` up to, not including, `to`. */
interface StaticPart extends SeededRuns {
  readonly problem: ArmText;
  readonly cutoff: number;
  /** In order; one run crosses them all. */
  readonly horizons: readonly number[];
}

export const staticReward: Study<StaticPart, Crossing[][]> = {
  name: "static-reward",
  play({ problem, cutoff, horizons, seed, from, to }) {
    const arm = armOf(problem);
    return Array.from({ length: to - from }, (_, i) =>
      walkStatic(arm, cutoff, horizons, stream(seed, "static", arm.name, from + i)),
    );
  },
};

/** A law on whole numbers, reward 1 for a completion, and a cutoff that is always repeated. */
interface WholePart {
  readonly times: readonly number[];
  readonly chances: readonly number[];
  readonly cutoffs: readonly number[];
  /** A whole number. */
  readonly resetting: number;
  readonly repeated: number;
  readonly horizon: number;
}

/** The exact expected rewards over the horizons 0, 1, … */
interface WholeRewards {
  /** OPT(τ): before each trial the best cutoff is chosen from the law and the remaining time. */
  readonly optimal: readonly number[];
  readonly repeated: readonly number[];
}

/**
 * OPT(τ) by dynamic programming over the time left, d:
 *   W(d) = max over t of E[V(t) + W(d − U(t))], W(d) = 0 for d < 0
 * since the trial that crosses the horizon counts and the next is not begun. At d = 0 there is one more
 * trial: N_π(τ) asks for a sum above τ.
 */
export const wholeNumbers: Study<WholePart, WholeRewards> = {
  name: "whole-numbers",
  play({ times, chances, cutoffs, resetting, repeated, horizon }) {
    const after = (worth: Float64Array, left: number, cutoff: number) => {
      let total = 0;
      for (let i = 0; i < times.length; i++) {
        const completed = times[i] <= cutoff;
        const rest = left - (completed ? times[i] : cutoff + resetting);
        total += chances[i] * ((completed ? 1 : 0) + (rest >= 0 ? worth[rest] : 0));
      }
      return total;
    };
    const optimal = new Float64Array(horizon + 1);
    const always = new Float64Array(horizon + 1);
    for (let left = 0; left <= horizon; left++) {
      for (const cutoff of cutoffs) optimal[left] = Math.max(optimal[left], after(optimal, left, cutoff));
      always[left] = after(always, left, repeated);
    }
    return { optimal: Array.from(optimal), repeated: Array.from(always) };
  },
};
