import {
  bestCutoff,
  constantResetting,
  knownArm,
  lordenOvershoot,
  overshootBound,
  paired,
  rewardRate,
} from "@mulligan/core";
import { optimalityGapFigure } from "../../report/optimality-gap-figure.ts";
import { overshootFigure } from "../../report/overshoot-figure.ts";
import { brief, withInterval } from "../brief.ts";
import type { Chapter } from "../chapter.ts";
import type { Claim } from "../claim.ts";
import { fitLine } from "../growth.ts";
import { exactly, type Interval, meanInterval } from "../jackknife.ts";
import { armOf } from "../studies/problem.ts";
import { staticReward } from "../studies/static-reward.ts";
import type { Crossing } from "../studies/static-walk.ts";
import { type WholePart, type WholeRewards, wholeNumbers } from "../studies/whole-numbers.ts";

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
  full: { runs: 800, horizon: 10_000 },
  quick: { runs: 120, horizon: 10_000 },
  tiny: { runs: 2, horizon: 200 },
};
const RUNS_A_PART = 100;

/** Half the trials take 2 units, others 3, 7, 11 or 40, and a reset takes 1: the best cutoff is not at either end. */
const WHOLE = {
  times: [2, 3, 7, 11, 40],
  chances: [0.5, 0.1, 0.15, 0.1, 0.15],
  cutoffs: Array.from({ length: 40 }, (_, i) => i + 1),
  resetting: 1,
};

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

/** prop:rew-st, prop:rew-opt and the corollary on the optimality gap. */
export const staticPolicyChapter: Chapter = {
  label: "prop:rew-st",
  title: "What the static policy earns, and what no policy can",
  async play({ setting, play }) {
    const { runs, horizon } = SIZES[setting.form];
    const problems = LAWS.map((law) => {
      const arm = armOf({ law });
      const { cutoff, rate } = bestCutoff(arm);
      const trial = 1 / rate;
      return { law, arm, cutoff, rate, horizons: DECADES.map((decade) => decade * trial) };
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
        `The static policy at t*, for ${LAWS.length} laws, two of them in another unit of time, over horizons of 1 to 10,000 mean trials for a reward; ${runs} runs.`,
        `OPT exactly, by dynamic programming over the time left, for every whole horizon up to ${brief(horizon)}: a law on 2, 3, 7, 11 and 40, every whole cutoff, a reset of 1.`,
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
      work: `${LAWS.length} × ${runs} runs of the static policy; ${brief(horizon)} steps of dynamic programming`,
    };
  },
};

export function excessOf(crossings: readonly Crossing[], rate: number, horizon: number) {
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

/** Growth per unit time over the last decade of horizons. */
export function lastDecadeSlope(gaps: readonly number[]): number {
  const from = Math.floor(gaps.length / 10);
  const last = gaps.slice(from);
  return fitLine(
    last.map((_, i) => from + i + 1),
    last,
  ).slope;
}

/**
 * One of so many intervals may lie beyond a bound by chance; one that is moved out by half its width again
 * does so once in ten thousand.
 */
const beyond = ({ estimate, low, high }: Interval, bound: number) =>
  estimate > bound ? 2 * low - estimate > bound : 2 * high - estimate < bound;

export function staticClaim(excesses: readonly StaticExcess[]): Claim {
  const below = excesses.filter(({ reward, overshoot }) =>
    [reward, overshoot].some((excess) => excess.estimate < 0 && beyond(excess, 0)),
  );
  const above = (bound: "bound" | "printed") =>
    excesses.filter((e) =>
      [e.reward, e.overshoot].some((excess) => excess.estimate > e[bound] && beyond(excess, e[bound])),
    );
  const [corrected, printed] = [above("bound"), above("printed")];
  const worst = excesses.reduce((most, e) => (ratio(e) > ratio(most) ? e : most));
  const sound = below.length === 0 && corrected.length === 0;
  return {
    label: "prop:rew-st",
    statement: "The static policy earns at least r*·τ and at most r*·(τ + E[Y²]/E[Y]²).",
    quantity: `what it earns beyond r*·τ as a multiple of the printed bound, where that is largest (${worst.law}, τ = ${brief(worst.horizon)})`,
    estimate: ratio(worst),
    low: worst.overshoot.low / worst.printed,
    high: worst.overshoot.high / worst.printed,
    verdict: !sound ? "does not hold" : printed.length === 0 ? "holds" : "holds if",
    ...(sound && printed.length > 0 ? { condition: "the last term is E[Y²]/E[Y], a time" } : {}),
    reason: `Of ${excesses.length} laws and horizons, ${below.length} lie below r*·τ, ${corrected.length} above the bound with E[Y²]/E[Y], and ${printed.length} above the printed one, which changes with the unit of time (docs/errata.md#e3).`,
  };
}

const ratio = ({ overshoot, printed }: StaticExcess) => overshoot.estimate / printed;

/** Slope of a bounded gap: less than this share of the largest gap is gained over the whole last decade. */
const FLAT = 0.01;

function boundedness(gaps: readonly number[], bound: number) {
  const largest = Math.max(...gaps);
  const slope = lastDecadeSlope(gaps);
  const flat = Math.abs(slope) * gaps.length * 0.9 <= FLAT * Math.max(largest, 1e-9);
  return { largest, slope, holds: flat && largest <= bound };
}

export function optimalClaim(aboveRate: readonly number[], bound: number): Claim {
  const { largest, slope, holds } = boundedness(aboveRate, bound);
  return {
    label: "prop:rew-opt",
    statement: "OPT(τ) exceeds r*·τ by no more than r*·Φ, whatever τ.",
    quantity: "largest OPT(τ) − r*·τ, in rewards",
    ...exactly(largest),
    verdict: holds ? "holds" : "does not hold",
    reason: `It is at most ${brief(largest)} over ${brief(aboveRate.length)} horizons, where our bound r*·Φ is ${brief(bound)}; over the last decade it changes by ${brief(slope)} a unit of time.`,
  };
}

export function gapClaim(optimality: readonly number[], bound: number): Claim {
  const { largest, slope, holds } = boundedness(optimality, bound);
  return {
    label: "prop:rew-st",
    statement: "The static policy falls short of OPT(τ) by a bounded amount, whatever τ (the corollary).",
    quantity: "largest OPT(τ) − E[REW of the static policy], in rewards",
    ...exactly(largest),
    verdict: holds ? "holds" : "does not hold",
    reason: `It is at most ${brief(largest)} (our bound: ${brief(bound)}) and changes by ${brief(slope)} a unit of time over the last decade, ${withInterval(exactly(optimality[optimality.length - 1]))} at the end.`,
  };
}
