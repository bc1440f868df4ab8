import type { Gain } from "./advice.ts";
import { type ContactSet, largestLowered } from "./cutoff-candidates.ts";

/**
 * The nominal probability of finding a gain where there is none. Which cutoffs are in question is chance as well, so it
 * is more: some 2% of exponential data sets of 300 runs (docs/benchmarks/analyze-intervals.md); with 0.02, some 4%.
 * (One bootstrap interval at the chosen cutoff, less its mean optimism: 7%.)
 */
const FALSE_YES = 0.01;
/**
 * The probabilities of the interval's ends, if a gain is found. Together they are 7.5%: the tail's lift gives back most
 * of the second part, and the allowance for luck in the lower limit some of the first.
 */
const BELOW = 0.05;
const ABOVE = 0.025;
/** The same if no gain is found, since that may be chance too if few of the runs are fast. */
const ABOVE_WITHOUT_GAIN = 0.015;
/**
 * The position of each limit's centre between the raw estimate and the one that allows for luck. The raw one is right
 * where the curve has a sharp peak, the other where it is flat. With a half for the lower limit, and 0.03 for `BELOW`,
 * the interval contained most laws' gains in 96 to 98% of samples; with 0.75 for the upper one too, two narrow peaks in
 * 91%.
 */
const LUCK_BELOW = 0.85;
const LUCK_ABOVE = 0.5;
/** In standard errors: what a cutoff of doubtful rate is charged in the choice of the best. */
const DOUBT = 0.3;

/** Deviations of replicates, each in order: the largest over both sets, and that of the best cutoff. */
export interface Deviations {
  readonly finding: Float64Array;
  readonly luck: Float64Array;
  readonly own: Float64Array;
}

/** The deviations of the chosen cutoff, in logarithms of the gain. */
export interface Limits {
  /** The gain of the chosen cutoff as the sample has it. */
  readonly raw: number;
  /** The same, less the luck of having been chosen. */
  readonly corrected: number;
  /** Above 0 if there is a gain. */
  readonly found: number;
  readonly low: number;
  /** The centre of the upper limit, and how far chance may lift it. */
  readonly centre: number;
  readonly chance: number;
}

/** The limits of the cutoff at `place` of `contact`: see `gainInterval` for the questions. */
export function limitsOf(
  { toFind, contact }: { readonly toFind: ContactSet; readonly contact: ContactSet },
  place: number,
  { finding, luck, own }: Deviations,
): Limits {
  const found = largestLowered(toFind, quantileOfSorted(finding, 1 - FALSE_YES));
  const corrected = largestLowered(contact, Math.max(0, quantileOfSorted(luck, 0.5)));
  const raw = contact.logGains[place];
  const towardsCorrected = (share: number) => share * corrected + (1 - share) * raw;
  const error = contact.errors[place];
  const ownLow = towardsCorrected(LUCK_BELOW) - quantileOfSorted(own, 1 - BELOW) * error;
  return {
    raw,
    corrected,
    found,
    low: found > 0 ? Math.max(ownLow, found) : found,
    centre: towardsCorrected(LUCK_ABOVE),
    chance: -quantileOfSorted(own, found > 0 ? ABOVE : ABOVE_WITHOUT_GAIN) * error,
  };
}

/**
 * Returns the gain from logarithms. Two runs whose times are 10³⁰ apart have replicates without any error, in which a
 * deviation is no number: only the raw gain is then known.
 */
export function gainOf(estimate: number, low: number, high: number, raw: number): Gain {
  const known = [estimate, low, high].every((value) => !Number.isNaN(value));
  if (!known) return { estimate: Math.exp(Math.max(0, raw)), low: 0, high: Infinity };
  return { estimate: Math.exp(estimate), low: Math.exp(low), high: Math.exp(high) };
}

/** The place of the best log gain, each less a part of its standard error; −1 if there is none. */
export function bestPlace({ logGains, errors }: ContactSet): number {
  let [place, most] = [-1, -Infinity];
  for (let k = 0; k < logGains.length; k++) {
    // The longest of equal cutoffs, which restarts least.
    if (logGains[k] - DOUBT * errors[k] >= most) [place, most] = [k, logGains[k] - DOUBT * errors[k]];
  }
  return place;
}

export function quantileOfSorted(sorted: Float64Array, p: number): number {
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))];
}
