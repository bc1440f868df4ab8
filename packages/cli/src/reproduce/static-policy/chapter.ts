import { paired } from "@mulligan/core/distributions";
import { constantResetting } from "@mulligan/core/problem";
import { bestCutoff, knownArm, lordenOvershoot, overshootBound, rewardRate } from "@mulligan/core/theory";
import type { Chapter } from "../chapter.ts";
import { meanInterval } from "../claims/interval.ts";
import { threeDigits } from "../claims/three-digits.ts";
import { armOf } from "../studies/problem.ts";
import type { Crossing } from "../studies/static-walk.ts";
import { gapClaim, optimalClaim, type StaticExcess, staticClaim } from "./claims.ts";
import { optimalityGapFigure } from "./gap-figure.ts";
import { overshootFigure } from "./overshoot-figure.ts";
import { staticReward } from "./reward-study.ts";
import { type WholePart, type WholeRewards, wholeNumbers } from "./whole-numbers-study.ts";

/** In units of a mean trial, so that the printed bound, which has no unit of time, is tried at three scales. */
const LAWS = [
  "exponential(mean=1)",
  "scaled(factor=10,exponential(mean=1))",
  "scaled(factor=0.1,exponential(mean=1))",
  "lognormal(median=0.9,sigma=1.2)",
  "scaled(factor=10,lognormal(median=0.9,sigma=1.2))",
  "mixture(0.6*uniform(low=0.5,high=1),0.4*uniform(low=60,high=100))",
];
const DECADES = [1, 10, 100, 1_000, 10_000];

const SIZES = {
  full: { runs: 800, horizon: 10_000, decades: DECADES },
  quick: { runs: 120, horizon: 10_000, decades: DECADES },
  tiny: { runs: 2, horizon: 200, decades: [1, 10] },
};
const RUNS_A_PART = 100;

/** Half the trials take 2 units, others 3, 7, 11 or 40, and a reset takes 1: the best cutoff is not at either end. */
const WHOLE = {
  times: [2, 3, 7, 11, 40],
  chances: [0.5, 0.1, 0.15, 0.1, 0.15],
  cutoffs: Array.from({ length: 40 }, (_, i) => i + 1),
  resetting: 1,
};

/** prop:rew-st, prop:rew-opt and the corollary on the optimality gap. */
export const staticPolicyChapter: Chapter = {
  label: "prop:rew-st",
  title: "What the static policy earns, and what no policy can",
  async play({ setting, play }) {
    const { runs, horizon, decades } = SIZES[setting.form];
    const problems = LAWS.map((law) => {
      const arm = armOf({ law });
      const { cutoff, rate } = bestCutoff(arm);
      const trial = 1 / rate;
      return { law, arm, cutoff, rate, horizons: decades.map((rewards) => rewards * trial) };
    });
    const excesses: StaticExcess[] = [];
    for (const { law, arm, cutoff, rate, horizons } of problems) {
      const parts = Array.from({ length: Math.ceil(runs / RUNS_A_PART) }, (_, i) => ({
        problem: { law },
        cutoff,
        horizons,
        seed: setting.seed,
        from: i * RUNS_A_PART,
        to: Math.min(runs, (i + 1) * RUNS_A_PART),
      }));
      const crossings = (await play(staticReward, parts)).flat();
      horizons.forEach((time, place) => {
        excesses.push({
          law,
          horizon: time,
          ...excessOf(
            crossings.map((run) => run[place]),
            rate,
            time,
          ),
          bound: rate * lordenOvershoot(arm, cutoff),
          printed: rate * lordenOvershoot(arm, cutoff, { variant: "paper" }),
        });
      });
    }
    const whole = wholeProblem(horizon);
    const [rewards] = await play(wholeNumbers, [whole.part]);
    const gap = gapsOf(rewards, whole.rate);
    return {
      about: [
        `The static policy at t*, for ${LAWS.length} laws, three of them the same in another unit of time, over horizons in which ${decades.map(threeDigits).join(", ")} rewards are expected; ${runs} runs.`,
        `OPT exactly, by dynamic programming over the time left, for every whole horizon up to ${threeDigits(horizon)}: a law on 2, 3, 7, 11 and 40, every whole cutoff, a reset of 1.`,
      ],
      figures: [
        {
          name: "static-overshoot",
          caption:
            "What the static policy earns beyond r*·τ, as a share of the corrected bound r*·E[Y²]/E[Y], with 95% bands; the printed bound as a dashed line.",
          spec: overshootFigure(excesses),
        },
        {
          name: "optimality-gap",
          caption:
            "OPT(τ) − E[REW of the static policy](τ), and OPT(τ) − r*·τ with its bound r*·Φ, computed exactly.",
          spec: optimalityGapFigure(gap, whole.bound),
        },
      ],
      tables: [
        {
          name: "static-reward",
          columns: [
            "law",
            "horizon",
            "reward − r*τ",
            "low",
            "high",
            "r*·overshoot",
            "low",
            "high",
            "bound",
            "printed bound",
          ],
          rows: excesses.map((e) => [
            e.law,
            e.horizon,
            e.reward.estimate,
            e.reward.low,
            e.reward.high,
            e.overshoot.estimate,
            e.overshoot.low,
            e.overshoot.high,
            e.bound,
            e.printed,
          ]),
        },
      ],
      claims: [
        staticClaim(excesses),
        optimalClaim(gap.aboveRate, whole.bound),
        gapClaim(gap.optimality, whole.bound),
      ],
      work: `${LAWS.length} × ${runs} runs of the static policy; ${threeDigits(horizon)} steps of dynamic programming`,
    };
  },
};

function excessOf(crossings: readonly Crossing[], rate: number, horizon: number) {
  return {
    reward: meanInterval(crossings.map(({ reward }) => reward - rate * horizon)),
    overshoot: meanInterval(crossings.map(({ time }) => rate * (time - horizon))),
  };
}

function wholeProblem(horizon: number) {
  // Chances are whole twentieths, so twenty equally likely pairs are the same law.
  const pairs = WHOLE.times.flatMap((time, i) =>
    Array.from({ length: Math.round(WHOLE.chances[i] * 20) }, () => ({ time, reward: 1 })),
  );
  const arm = knownArm(paired(pairs, "whole"), { resetting: constantResetting(WHOLE.resetting) });
  const { cutoff, rate } = bestCutoff(arm, { among: WHOLE.cutoffs });
  const bound = rate * overshootBound([arm], WHOLE.cutoffs);
  const part: WholePart = { ...WHOLE, repeated: cutoff, horizon };
  return { part, rate: rewardRate(arm, cutoff), bound };
}

/** For every horizon from 1 on. */
export interface Gaps {
  /** OPT − E[REW_st]. */
  readonly optimality: readonly number[];
  /** OPT − r*·τ. */
  readonly aboveRate: readonly number[];
}

export function gapsOf({ optimal, repeated }: WholeRewards, rate: number): Gaps {
  return {
    optimality: optimal.slice(1).map((reward, i) => reward - repeated[i + 1]),
    aboveRate: optimal.slice(1).map((reward, i) => reward - rate * (i + 1)),
  };
}
