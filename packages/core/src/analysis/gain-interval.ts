import type { ResettingTime } from "../problem/arm.ts";
import { stream } from "../random/stream.ts";
import type { Gain } from "./advice.ts";
import {
  type ContactSet,
  candidateCutoffs,
  contactSet,
  deviation,
  largestDeviation,
  largestLowered,
  largestRaised,
  leastGain,
  SHARE_OF_LONGEST,
} from "./cutoff-candidates.ts";
import { earlyLimit } from "./early-cutoffs.ts";
import { drawReplicate, type Sample } from "./sample.ts";
import { type TailReading, tailLift } from "./tail-lift.ts";
import { type CurvePlace, WeightedCurve } from "./weighted-curve.ts";

/** The best cutoff of a sample and what it gains. */
export interface GainInterval {
  /** The index of the best finite cutoff's run; −1 where there are too few runs to choose from. */
  readonly best: number;
  /** The best r(t)/r(∞), less the luck of having chosen t on the same data, with a 95% interval. */
  readonly gain: Gain;
  /** 95% bands of r(t) at the places `bandAt`. */
  readonly bands: readonly { readonly low: number; readonly high: number }[];
}

interface GainOptions {
  /** Where bands are asked for. */
  readonly bandAt?: readonly CurvePlace[];
  /**
   * So many of the last runs were cut at one time, and waiting means until then: nothing is hidden in the tail. But the
   * longest cutoffs differ from waiting by next to nothing and are known to differ by that, so the best of the
   * others may be better than what is known of the one that was chosen: the upper limit is that of all.
   */
  readonly cutAtEnd?: number;
}

const REPLICATES = 400;
/** For samples so large that a replicate takes milliseconds; their intervals are narrow anyway. */
const LARGE = 100_000;
const REPLICATES_OF_LARGE = 60;
const FEW_BEYOND = 10;
const TAIL = 0.025;
/**
 * How often a gain may be found where there is none, nominally. Which cutoffs are in question is chance as
 * well, so it is more: some 2% of exponential data sets of 300 runs (docs/benchmarks/analyze-intervals.md); with
 * 0.02, some 4%.
 * (One bootstrap interval at the chosen cutoff, less its mean optimism: 7%.)
 */
const FALSE_YES = 0.01;
/**
 * Of the interval's ends, where a gain is found. Together 7.5%: the tail's lift gives back most of the second part, and
 * the luck that the lower limit allows for some of the first.
 */
const BELOW = 0.05;
const ABOVE = 0.025;
/** Where none is found, since that is luck, too, where few of the runs are fast. */
const ABOVE_WITHOUT_GAIN = 0.015;
/**
 * How far each limit's centre lies from the raw estimate towards the one that allows for luck. The raw one is right where
 * the curve has a sharp peak, the other where it is flat. With a half for the lower limit, and 0.03 for `BELOW`, most
 * laws were held in 96 to 98% of samples; with 0.75 for the upper one too, two narrow peaks in 91%.
 */
const LUCK_BELOW = 0.85;
const LUCK_ABOVE = 0.5;
/** In standard errors: up to where any of the cutoffs in question may be, where that is asked. */
const ERRORS_OF_ANY = 1.96;
/** In standard errors: what a cutoff of doubtful rate is charged in the choice of the best. */
const DOUBT = 0.3;
/**
 * Where a gain is found, the longest runs may be a kind of their own, as where one in ten hangs, and only
 * these are read. With 1.4 standard errors Pareto(0.9) was held in 90% of samples of 100, with 1.8 in 92%.
 */
const TAIL_BESIDE_GAIN: TailReading = { roots: 1.5, errors: 1.8 };
/**
 * Where none is found, it is asked whether the tail could be a heavy one all the same. Of 100 runs the longest
 * fifteen cannot tell: 30% of exponential samples and 14% of lognormal ones with σ = 0.5 were left unclear for
 * them. With 1.4 standard errors, and all doubts added, Pareto(1.1), n = 100, was held in 90%; with 2.2 in 93%.
 */
const TAIL_WITHOUT_GAIN: TailReading = { roots: 4, errors: 2.2 };
/** More of the runs than this still under way at the longest time: nobody knows what waiting would cost. */
export const MAX_LEFT = 0.01;

/**
 * The gain of the best cutoff, sup r(t)/r(∞), which is never below 1. The best of many cutoffs looks good
 * on the data that chose it even where nothing is to be gained. Three questions, three answers, from
 * one set of replicates, each a deviation in its own standard errors (bootstrap-t, since times are skewed):
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
  const place = bestPlace(contact.logGains, contact.errors);
  const { finding, luck, own, bands } = bootstrap(curve, { toFind, contact, place, bandAt }, seed);
  if (place < 0) return { best: -1, gain: withoutChoice(sample, unfinished), bands };

  const found = largestLowered(toFind, quantile(finding, 1 - FALSE_YES));
  const corrected = largestLowered(contact, Math.max(0, quantile(luck, 0.5)));
  const raw = contact.logGains[place];
  const towardsCorrected = (share: number) => share * corrected + (1 - share) * raw;
  const error = contact.errors[place];
  const ownLow = towardsCorrected(LUCK_BELOW) - quantile(own, 1 - BELOW) * error;
  const chance = -quantile(own, found > 0 ? ABOVE : ABOVE_WITHOUT_GAIN) * error;
  const ofChosen = found > 0 ? Math.max(ownLow, found) : found;
  const low =
    cutAtEnd > 0 ? lowByUnseen(sample, resetting, contact.indexes[place], cutAtEnd, ofChosen) : ofChosen;
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
  const high = Math.max(0, low, towardsCorrected(LUCK_ABOVE) + doubt, lift, early, anyOther);
  const estimate = Math.min(Math.max(0, corrected, low), high);
  return { best: contact.indexes[place], gain: gainOf(estimate, low, high, raw), bands };
}

/**
 * The gain from logarithms. Two runs whose times are 10³⁰ apart have replicates without any error, in which a
 * deviation is no number: nothing is then known but the raw gain.
 */
function gainOf(estimate: number, low: number, high: number, raw: number): Gain {
  const known = [estimate, low, high].every((value) => !Number.isNaN(value));
  if (!known) return { estimate: Math.exp(Math.max(0, raw)), low: 0, high: Infinity };
  return { estimate: Math.exp(estimate), low: Math.exp(low), high: Math.exp(high) };
}

/** Where few ends are seen beyond the cutoff, no more than what they leave of the gain. */
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

/** What is read off every replicate. */
interface Questions {
  readonly toFind: ContactSet;
  readonly contact: ContactSet;
  /** Of the best cutoff in `contact`; −1 if there is none. */
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
    return { low: quantile(values, TAIL), high: quantile(values, 1 - TAIL) };
  });
  return { finding: finding.sort(), luck: luck.sort(), own: own.sort(), bands };
}

/** So many runs of one time, and of no other, show a law of one time. */
const FEWEST_ALIKE = 20;

/**
 * No cutoff to choose from: too few runs, none that paid, or nearly all ended at one time. The last is a
 * law of which there is nothing to be gained but by waiting; unless some ended long before, too few to tell.
 */
function withoutChoice({ meanReward, times, size }: Sample, unfinished: number): Gain {
  const before = times.findIndex((time) => time === times[size - 1]);
  const known = size >= FEWEST_ALIKE && meanReward > 0 && unfinished <= MAX_LEFT && before <= MAX_LEFT * size;
  return known ? { estimate: 1, low: 1, high: 1 } : { estimate: 1, low: 0, high: Infinity };
}

/** The place of the best log gain, each less a part of its standard error; −1 if there is none. */
function bestPlace(logGains: Float64Array, errors: Float64Array): number {
  let [place, most] = [-1, -Infinity];
  for (let k = 0; k < logGains.length; k++) {
    // Of equals the longest, so that nothing is restarted for nothing.
    if (logGains[k] - DOUBT * errors[k] >= most) [place, most] = [k, logGains[k] - DOUBT * errors[k]];
  }
  return place;
}

function quantile(sorted: Float64Array, p: number): number {
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))];
}
