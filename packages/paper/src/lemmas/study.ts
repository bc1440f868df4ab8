import type { Draw } from "@mulligan/core/distributions";
import { stream, type Xoshiro128 } from "@mulligan/core/random";
import type { VariantOption } from "@mulligan/core/theory";
import { actionTable, checkSmoothPeak, ucbRbRegret } from "../bounds/index.ts";
import { armOf } from "../studies/arms.ts";
import type { ReproductionSize } from "../studies/study.ts";

/** Numbers of cutoffs in a decade: the paper's nine, and a finer grid. */
const COUNTS = [9, 33];
const LAWS = [
  "pareto(scale=0.3,shape=1.2)",
  "lognormal(median=0.9,sigma=1.2)",
  "weibull(scale=1,shape=0.5)",
  "gamma(shape=3,scale=0.5)",
];

const inDecade = (count: number) => Array.from({ length: count }, (_, i) => 10 ** (-0.5 + i / (count - 1)));

/** ξ̃/ξ of one arm. */
export interface Coefficients {
  readonly law: string;
  readonly cutoffs: number;
  readonly best: boolean;
  readonly ratio: number;
}

/** The ratios of each law as the best arm, and beside an arm that is twice as fast. */
export function coefficientsOf(): Coefficients[] {
  return LAWS.flatMap((law) =>
    COUNTS.flatMap((cutoffs) => {
      const arm = armOf({ law });
      const faster = armOf({ law: `scaled(factor=0.5,${law})` });
      const [own] = ucbRbRegret([arm], inDecade(cutoffs)).arms;
      const [, other] = ucbRbRegret([faster, arm], inDecade(cutoffs)).arms;
      return [
        { law, cutoffs, best: true, ratio: own.shared / own.separate },
        { law, cutoffs, best: false, ratio: other.shared / other.separate },
      ];
    }),
  );
}

const SEPARATED = "mixture(0.6*uniform(low=0.5,high=1),0.4*uniform(low=60,high=100))";

/** The exponent of Δ in both coefficients, as one of two wrong cutoffs approaches the best. */
export function gapExponents(): { readonly separate: number; readonly shared: number } {
  const arm = armOf({ law: SEPARATED });
  const at = (near: number) => {
    const cutoffs = [1, 1 + near, 4];
    const { gap } = actionTable([arm], cutoffs).actions[1];
    return { gap, ...ucbRbRegret([arm], cutoffs).arms[0] };
  };
  const [far, near] = [at(1e-3), at(1e-4)];
  const exponent = (of: "separate" | "shared") => Math.log(near[of] / far[of]) / Math.log(near.gap / far.gap);
  return { separate: exponent("separate"), shared: exponent("shared") };
}

/** Whether a law that the paper names has one smooth peak. */
export interface PeakCheck {
  readonly law: string;
  readonly holds: boolean;
  readonly sentence: string;
}

export function peaks(): PeakCheck[] {
  const examples = [
    { law: "pareto(scale=0.3,shape=1.2)", low: 0.4, high: 4 },
    { law: "uniform(low=0,high=1)", low: 0.2, high: 1 },
    { law: "exponential(mean=1)", low: 0.4, high: 4 },
  ];
  return examples.map(({ law, low, high }) => {
    const { holds, sentence } = checkSmoothPeak(armOf({ law }), { low, high });
    return { law, holds, sentence };
  });
}

/** The middle term of lem:reg-dec at τ = 1, as printed and with the sign that its proof has. */
export function middleTerms(): { readonly printed: number; readonly corrected: number } {
  const cutoffs = [0.75, 1, 2, 4];
  const { actions, bestRate } = actionTable([armOf({ law: SEPARATED })], cutoffs);
  const inputs = {
    actions: actions.map(({ gap, time }) => ({ pulls: 0, gap, meanTime: time.mean })),
    horizon: 1,
    leastMeanTime: actions[0].time.mean,
    shortestCutoff: cutoffs[0],
    bestRate,
    overshoot: 0,
  };
  return {
    printed: regretDecomposition(inputs, { variant: "paper" }).late,
    corrected: regretDecomposition(inputs).late,
  };
}

/** The share of samples in which more than 2τ/μ_* trials fit into τ, and the share that the lemma allows. */
export interface ManyTrials {
  readonly law: string;
  readonly horizon: number;
  readonly runs: number;
  readonly exceeded: number;
  readonly allowed: number;
}

const RUNS: Record<ReproductionSize, number> = { full: 40_000, quick: 10_000, tiny: 200 };

/** Samples trials cut at 1, the shortest cutoff, which fits the most trials into τ. */
export function manyTrials(form: ReproductionSize, seed: number): ManyTrials[] {
  const laws = ["uniform(low=0,high=1)", "exponential(mean=1)", "lognormal(median=0.9,sigma=1.2)"];
  return laws.flatMap((law) => {
    const arm = armOf({ law });
    const mean = arm.law.time.meanMin(1);
    return [1, 2, 4, 8].map((horizon) => {
      const most = Math.floor((2 * horizon) / mean);
      const random = stream(seed, "many trials", law, horizon);
      let exceeded = 0;
      for (let run = 0; run < RUNS[form]; run++) {
        if (timeOf(arm.law, most, random) <= horizon) exceeded += 1;
      }
      return { law, horizon, runs: RUNS[form], exceeded, allowed: Math.exp(-horizon * mean) };
    });
  });
}

function timeOf(
  law: { draw(random: Xoshiro128, into: Draw): void },
  trials: number,
  random: Xoshiro128,
): number {
  const draw: Draw = { time: 0, reward: 0 };
  let time = 0;
  for (let trial = 0; trial < trials; trial++) {
    law.draw(random, draw);
    time += Math.min(1, draw.time);
  }
  return time;
}

/** One decision with its number of trials, for lem:reg-dec. */
export interface PulledAction {
  /** E[T_{k,l}(2τ/μ_*)], the expected number among the first 2τ/μ_* trials. */
  readonly pulls: number;
  /** Δ_{k,l}. */
  readonly gap: number;
  /** E[U_k(t_l)]. */
  readonly meanTime: number;
}

/** The three parts of the regret, and their sum. */
export interface RegretDecomposition {
  /** Σ E[T]·Δ·E[U]: the loss by decisions that are not the best. */
  readonly pulls: number;
  /** The loss by more than 2τ/μ_* trials. */
  readonly late: number;
  /** r*·Φ: the overshoot at the horizon. */
  readonly overshoot: number;
  /** The sum of the three. */
  readonly total: number;
}

/** The inputs of the decomposition. */
export interface DecompositionInputs {
  /** All decisions, with how often each was taken. */
  readonly actions: readonly PulledAction[];
  /** The horizon τ. */
  readonly horizon: number;
  /** μ_*, at most min E[min(X_k, t₁)]. */
  readonly leastMeanTime: number;
  /** t₁, the smallest cutoff. */
  readonly shortestCutoff: number;
  /** r*, the best rate. */
  readonly bestRate: number;
  /** Φ, for instance of `overshootBound`. */
  readonly overshoot: number;
}

/**
 * Returns the regret of any policy from the number of times it takes each decision (lem:reg-dec, eqn:reg-dec):
 *   Σ E[T]·Δ·E[U] + exp(−τ·μ_* / t₁²)/(1 − exp(−μ_*²/(2t₁²)))·ΣΔ·E[U] + r*Φ
 * The middle term is a geometric series Σ_{n ≥ 2τ/μ_*} exp(−nμ_*²/(2t₁²)); the paper prints its
 * denominator with exp(+·), which makes the bound negative (docs/errata.md#e17).
 */
export function regretDecomposition(
  inputs: DecompositionInputs,
  options: VariantOption = {},
): RegretDecomposition {
  const { actions, horizon, leastMeanTime: mu, shortestCutoff: t, bestRate } = inputs;
  if (!(horizon > mu / 2)) {
    throw new RangeError(`regretDecomposition: horizon must exceed μ_*/2 = ${mu / 2}, got ${horizon}`);
  }
  const exponent = (mu * mu) / (2 * t * t);
  const denominator = -Math.expm1(options.variant === "paper" ? exponent : -exponent);
  const perTrial = actions.reduce((sum, { gap, meanTime }) => sum + gap * meanTime, 0);
  const pulls = actions.reduce((sum, action) => sum + action.pulls * action.gap * action.meanTime, 0);
  const late = (Math.exp((-horizon * mu) / (t * t)) / denominator) * perTrial;
  const overshoot = bestRate * inputs.overshoot;
  return { pulls, late, overshoot, total: pulls + late + overshoot };
}
