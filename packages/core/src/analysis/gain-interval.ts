import type { ResettingTime } from "../problem/arm.ts";
import { stream } from "../random/stream.ts";
import type { Gain } from "./advice.ts";
import {
  type ContactSet,
  candidateCutoffs,
  contactSet,
  deviation,
  largestDeviation,
  largestRaised,
  leastGain,
  SHARE_OF_LONGEST,
} from "./cutoff-candidates.ts";
import { earlyLimit } from "./early-cutoffs.ts";
import { bestPlace, gainOf, limitsOf, quantileOfSorted } from "./gain-limits.ts";
import { drawReplicate, type Sample } from "./sample.ts";
import { type TailReading, tailLift } from "./tail-lift.ts";
import { type CurvePlace, WeightedCurve } from "./weighted-curve.ts";

/** The best cutoff of a sample and what it gains. */
export interface GainInterval {
  /** The index of the best finite cutoff's run; −1 where there are too few runs to choose from. */
  readonly best: number;
  /** The best r(t)/r(∞), corrected for the choice of t on the same data, with a 95% interval. */
  readonly gain: Gain;
  /** 95% bands of r(t) at the places `bandAt`. */
  readonly bands: readonly { readonly low: number; readonly high: number }[];
}

interface GainOptions {
  /** The places for which bands are computed. */
  readonly bandAt?: readonly CurvePlace[];
  /**
   * The number of last runs that were cut at one time, so that waiting means until then, and the tail hides nothing.
   * But the longest cutoffs differ from waiting by next to nothing, and that difference is well known, so the best of
   * the others may be better than the estimate for the chosen one: the upper limit is that of all.
   */
  readonly cutAtEnd?: number;
}

export const REPLICATES = 400;
/** For samples so large that a replicate takes milliseconds; their intervals are narrow anyway. */
const LARGE = 100_000;
const REPLICATES_OF_LARGE = 60;
const FEW_BEYOND = 10;
const TAIL = 0.025;
/** In standard errors: up to where any of the cutoffs in question may be, where that is asked. */
const ERRORS_OF_ANY = 1.96;
/**
 * The reading of the tail if a gain is found. The longest runs may be of another kind, as where one in ten hangs, and
 * only these are read. With 1.4 standard errors Pareto(0.9) was in the interval in 90% of samples of 100, with 1.8 in
 * 92%.
 */
export const TAIL_BESIDE_GAIN: TailReading = { roots: 1.5, errors: 1.8 };
/**
 * The reading of the tail if no gain is found: could it be a heavy one all the same? Of 100 runs the longest fifteen
 * cannot show it: 30% of exponential samples and 14% of lognormal ones with σ = 0.5 were unclear because of them. With
 * 1.4 standard errors, and all doubts added, Pareto(1.1), n = 100, was in the interval in 90%; with 2.2 in 93%.
 */
export const TAIL_WITHOUT_GAIN: TailReading = { roots: 4, errors: 2.2 };
/** The share of runs still under way at the longest time above which the cost of waiting is unknown. */
export const MAX_LEFT = 0.01;

/**
 * Estimates the gain of the best cutoff, sup r(t)/r(∞), which is never below 1. The best of many cutoffs looks good on
 * the data that chose it even where nothing can be gained. Three questions are answered from one set of replicates,
 * each a deviation in its own standard errors (bootstrap-t, since times are skewed):
 *
 * - Is there a gain? The largest deviation over all cutoffs in question has a quantile k, and there is
 *   one if some log gain exceeds k standard errors. On exponential times, where all cutoffs are
 *   equally good and chance has most to choose from, this errs in some 2% of data sets. Waiting
 *   is counted without what the longest hundredth of the runs take beyond the others: less than the
 *   truth, but known so much better that Pareto(1.2) is found in 99 of 100 samples of 300, not in 87.
 * - How much? With the median of the same deviations for k the estimate is as often too large as too small.
 * - Between what limits? Those of the chosen cutoff, around points between the raw and the corrected
 *   estimate. The upper limit is raised by what the longest runs may hide (`tailLift`) and by what the
 *   shortest may promise (`earlyLimit`); the lower one falls to that of the first question, below 1, where no
 *   gain is found: the cutoff may lose. Chance and the tail are two doubts, added in squares; but where it is the long
 *   runs that make the gain, a sample that lacks some has a narrow interval and a low mean at once, and both count whole.
 *
 * So a true gain of exactly 1 lies outside only if a gain is found where there is none. On uniform and
 * narrow laws that never happens, and the interval holds the truth always; it is narrow nevertheless.
 */
export function gainInterval(
  sample: Sample,
  resetting: ResettingTime,
  seed: number,
  { bandAt = [], cutAtEnd = 0 }: GainOptions = {},
): GainInterval {
  const curve = new WeightedCurve(sample, resetting);
  const unfinished = sample.size === 0 ? 1 : curve.survival[sample.size - 1];
  const candidates = candidateCutoffs(curve, cutAtEnd);
  const { chosen } = candidates;
  const last = sample.size - 1;
  const toFind = contactSet(curve, chosen, last - Math.floor(SHARE_OF_LONGEST * sample.size));
  const contact = contactSet(curve, chosen, last);
  const place = bestPlace(contact);
  const { finding, luck, own, bands } = bootstrap(curve, { toFind, contact, place, bandAt }, seed);
  if (place < 0) return { best: -1, gain: withoutChoice(sample, unfinished), bands };

  const limits = limitsOf({ toFind, contact }, place, { finding, luck, own });
  const { found, corrected, raw, chance } = limits;
  const low =
    cutAtEnd > 0 ? lowByUnseen(sample, resetting, contact.indexes[place], cutAtEnd, limits.low) : limits.low;
  const reading = found > 0 ? TAIL_BESIDE_GAIN : TAIL_WITHOUT_GAIN;
  const hidden = cutAtEnd > 0 ? 0 : tailLift(sample, reading);
  const lift = unfinished > MAX_LEFT ? Infinity : hidden;
  // The replicates were computed in the same memory.
  curve.compute();
  const early = earlyLimit(curve, candidates, {
    found: found > 0,
    atEdge: contact.indexes.includes(chosen[0]),
    freeRestarts: resetting.mean(0) === 0,
  });
  const doubt = found > 0 ? chance + lift : Math.hypot(chance, lift);
  const anyOther = cutAtEnd > 0 ? largestRaised(contact, ERRORS_OF_ANY) : 0;
  const high = Math.max(0, low, limits.centre + doubt, lift, early, anyOther);
  const estimate = Math.min(Math.max(0, corrected, low), high);
  return { best: contact.indexes[place], gain: gainOf(estimate, low, high, raw), bands };
}

/** Returns the most that the lower limit may be if few runs ended beyond the cutoff. */
function lowByUnseen(
  sample: Sample,
  resetting: ResettingTime,
  best: number,
  cutAtEnd: number,
  low: number,
): number {
  const beyond = sample.completed.subarray(best + 1, sample.size - cutAtEnd);
  if (beyond.reduce((sum, ended) => sum + ended, 0) >= FEW_BEYOND * sample.perUnit) return low;
  const curve = new WeightedCurve(sample, resetting);
  return Math.min(low, Math.log(leastGain(curve, best, cutAtEnd)));
}

/** The figures of every replicate. */
interface Questions {
  readonly toFind: ContactSet;
  readonly contact: ContactSet;
  /** The index of the best cutoff in `contact`; −1 if there is none. */
  readonly place: number;
  readonly bandAt: readonly CurvePlace[];
}

/** Deviations of replicates, each in order: the largest of both sets, and that of the best cutoff; and the bands. */
function bootstrap(curve: WeightedCurve, { toFind, contact, place, bandAt }: Questions, seed: number) {
  const { sample } = curve;
  const replicates = sample.size > LARGE ? REPLICATES_OF_LARGE : REPLICATES;
  const [finding, luck, own] = [0, 1, 2].map(() => new Float64Array(replicates));
  const rates = bandAt.map(() => new Float64Array(replicates));
  const weights = new Float64Array(sample.size);
  const random = stream(seed, "bootstrap");
  for (let b = 0; b < replicates; b++) {
    drawReplicate(sample, random, weights);
    curve.compute(weights);
    finding[b] = largestDeviation(curve, toFind);
    luck[b] = largestDeviation(curve, contact);
    if (place >= 0) own[b] = deviation(curve, contact, place);
    bandAt.forEach(({ run, cutoff }, shown) => {
      rates[shown][b] = curve.rateAt(run, cutoff);
    });
  }
  const bands = rates.map((values) => {
    values.sort();
    return { low: quantileOfSorted(values, TAIL), high: quantileOfSorted(values, 1 - TAIL) };
  });
  return { finding: finding.sort(), luck: luck.sort(), own: own.sort(), bands };
}

/** The number of paid runs of one time, and of no other, that show a constant law. */
const FEWEST_ALIKE = 20;

/**
 * The answer without a cutoff to choose from: too few runs, none with a reward, or nearly all that paid took one time. In the last case
 * waiting is best, unless some were paid or cut long before, too few to judge. Runs that failed before are no reason to cut.
 */
function withoutChoice({ times, completed, rewards, size }: Sample, unfinished: number): Gain {
  const last = times.findIndex((time) => time === times[size - 1]);
  let [before, alike] = [0, 0];
  for (let i = 0; i < size; i++) {
    if (i >= last) alike += rewards[i] > 0 ? 1 : 0;
    else if (rewards[i] > 0 || completed[i] === 0) before += 1;
  }
  const known = alike >= FEWEST_ALIKE && unfinished <= MAX_LEFT && before <= MAX_LEFT * size;
  return known ? { estimate: 1, low: 1, high: 1 } : { estimate: 1, low: 0, high: Infinity };
}
