import { type Random, type ResettingTime, stream } from "@mulligan/core";
import { candidateCutoffs } from "./candidates.ts";
import type { Sample } from "./sample.ts";
import { tailLift } from "./tail-lift.ts";
import { WeightedCurve } from "./weighted-curve.ts";

export interface GainInterval {
  /** The index of the best finite cutoff's run; −1 where there are too few runs to choose from. */
  readonly best: number;
  /** r(t*)/r(∞), less the luck of having chosen t* on the same data, with a 95% interval. */
  readonly gain: { readonly estimate: number; readonly low: number; readonly high: number };
  /** What a cutoff chosen on half of the runs gains on the other half, on average over many halves. */
  readonly heldOut: number;
  /** 95% bands of r(t) at the runs `bandAt`. */
  readonly bands: readonly { readonly low: number; readonly high: number }[];
}

const REPLICATES = 400;
const SPLITS = 20;
const TAIL = 0.025;
/** The lower limit decides for a restart, and choosing a cutoff leaves more luck than its mean: on exponential times 0.025 said "yes" to 6%. */
const LOWER_TAIL = 0.02;
/** More of the runs than this still under way at the longest time: nobody knows what waiting would cost. */
const MOST_LEFT = 0.01;

/**
 * The gain of the best cutoff with a bootstrap-t interval (Efron and Tibshirani 1993, ch. 12): replicates
 * of log(r(t*)/r(∞)) at the chosen t*, each divided by its own standard error, since times are skewed.
 *
 * The best of many cutoffs looks good on the data that chose it even where nothing is to be gained. How
 * much of it is luck, replicates tell: each chooses its own best cutoff, and what that one promises on
 * the replicate beyond what it gives on the sample is the optimism, whose mean is taken off.
 */
export function gainInterval(
  sample: Sample,
  resetting: ResettingTime,
  seed: number,
  bandAt: readonly number[] = [],
): GainInterval {
  const curve = new WeightedCurve(sample, resetting);
  curve.compute(new Float64Array(sample.size).fill(1));
  const candidates = candidateCutoffs(sample);
  const whole = Float64Array.from({ length: sample.size }, (_, i) => curve.logGain(i));
  const best = bestOf(candidates, curve);
  const unknown = { estimate: 1, low: 0, high: Infinity };
  if (best < 0 || !Number.isFinite(whole[best])) {
    return { best: -1, gain: unknown, heldOut: 1, bands: bandAt.map(() => ({ low: 0, high: Infinity })) };
  }
  const error = curve.standardError(best);
  const left = curve.survival[sample.size - 1];

  const random = stream(seed, "bootstrap");
  const weights = new Float64Array(sample.size);
  const studentised = new Float64Array(REPLICATES);
  const rates = bandAt.map(() => new Float64Array(REPLICATES));
  let optimism = 0;
  for (let b = 0; b < REPLICATES; b++) {
    weights.fill(0);
    for (let i = 0; i < sample.size; i++) weights[Math.floor(random.uniform() * sample.size)] += 1;
    curve.compute(weights);
    const own = bestOf(candidates, curve);
    // Waiting is among the choices: a best cutoff that loses promises nothing.
    const promised = Math.max(0, curve.logGain(own));
    optimism += promised - (promised > 0 ? whole[own] : 0);
    const deviation = (curve.logGain(best) - whole[best]) / curve.standardError(best);
    studentised[b] = Number.isNaN(deviation) ? 0 : deviation;
    bandAt.forEach((i, place) => {
      rates[place][b] = curve.rate(i);
    });
  }
  optimism /= REPLICATES;
  studentised.sort();
  const centre = whole[best] - Math.max(0, Number.isFinite(optimism) ? optimism : 0);
  const heldOut = heldOutLogGain(curve, candidates, weights, random);
  const low = Math.min(heldOut, centre - quantile(studentised, 1 - LOWER_TAIL) * error);
  const high =
    centre - quantile(studentised, TAIL) * error + (left > MOST_LEFT ? Infinity : tailLift(sample));
  return {
    best,
    heldOut: Math.exp(heldOut),
    // Waiting for ever is a cutoff too, so the best gain is never below 1.
    gain: {
      estimate: Math.max(1, Math.exp(centre)),
      low: Math.exp(low),
      high: Math.max(1, Math.exp(high)),
    },
    bands: rates.map((values) => {
      values.sort();
      return { low: quantile(values, TAIL), high: quantile(values, 1 - TAIL) };
    }),
  };
}

/**
 * The mean of log(r(t)/r(∞)) on one half of the runs, t chosen on the other half: 0 where that one would
 * wait. Luck does not carry over, so where nothing is to be gained this is not above 0 on average.
 */
function heldOutLogGain(
  curve: WeightedCurve,
  candidates: readonly number[],
  weights: Float64Array,
  random: Random,
): number {
  let total = 0;
  for (let split = 0; split < SPLITS; split++) {
    for (let i = 0; i < weights.length; i++) weights[i] = random.uniform() < 0.5 ? 1 : 0;
    for (let side = 0; side < 2; side++) {
      curve.compute(weights);
      const chosen = bestOf(candidates, curve);
      const pays = chosen >= 0 && curve.logGain(chosen) > 0;
      for (let i = 0; i < weights.length; i++) weights[i] = 1 - weights[i];
      if (!pays) continue;
      curve.compute(weights);
      const gained = curve.logGain(chosen);
      if (Number.isFinite(gained)) total += gained;
    }
  }
  return total / (2 * SPLITS);
}

/** The candidate with the largest rate; of equals the longest, so that nothing is restarted for nothing. */
function bestOf(candidates: readonly number[], curve: WeightedCurve): number {
  let best = -1;
  let most = 0;
  for (const i of candidates) {
    const rate = curve.rate(i);
    if (rate >= most) {
      most = rate;
      best = i;
    }
  }
  return best;
}

function quantile(sorted: Float64Array, p: number): number {
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))];
}
