import type { Candidates } from "./cutoff-candidates.ts";
import type { Sample } from "./sample.ts";
import type { WeightedCurve } from "./weighted-curve.ts";

/** The least number of completions before a cutoff for a useful standard error. */
const FEWEST_BEFORE = 3;
/** In standard errors: so much better than all that can be chosen; in some 2% of exponential samples. */
const BETTER_BY_FAR = 3.5;
/** In standard errors: up to where such a cutoff counts, and one before a gap. */
const ERRORS = 2;
/** The same for the best of all early cutoffs, which chance has favoured already. */
const ERRORS_OF_BEST = 1;
/**
 * The share of samples of exponential times in which a gap is found although there is none. With 0.03 a law of which
 * one run in fifty is fast is suspected in 87% of samples of 100, not in some 60%; but then 4% of uniform samples are
 * unclear.
 */
const CHANCE_OF_GAP = 0.005;
const FEWEST_FOR_ORDER = 5;
/**
 * The number of standard errors by which the order at 0 is raised. A gain is found already, so only the limit depends
 * on it. With 1.5 the infinite gain of Weibull(0.7) was in the interval in 70% of samples of 100 and 82% of 300, with
 * 0.3 in 88 and 96%; with 0 the limit of every second sample of two exponentials is ∞ too.
 */
const ERRORS_OF_ORDER = 0.3;

/**
 * The state at that point: whether there is a gain, whether the earliest cutoff to choose from may be the best, and
 * whether a cut costs nothing.
 */
interface Findings {
  readonly found: boolean;
  readonly atEdge: boolean;
  readonly freeRestarts: boolean;
}

/**
 * Returns the log gain up to which cutoffs count that have too few completions to be chosen. No sample can exclude that
 * one run in a thousand ends at once, so without an assumption it is always ∞. They count if the runs show that the
 * hazard falls:
 *
 * - a few fast runs are followed by a gap, or are better by far than all that can be chosen;
 * - a gain is found, and the earliest cutoff that can be chosen may be the best;
 * - a gain is found and P(X ≤ t) grows like tᵅ at 0 with α < 1, as of Weibull and gamma laws with a shape
 *   below 1: the earlier the cut the larger the rate, without bound unless restarts cost.
 */
export function earlyLimit(
  curve: WeightedCurve,
  { chosen, early }: Candidates,
  { found, atEdge, freeRestarts }: Findings,
): number {
  if (early.length === 0) return -Infinity;
  const { perUnit } = curve.sample;
  const first = firstPaid(curve.sample, early.at(-1)!.i);
  const gaps = beforeGaps(first, perUnit);
  if (found && freeRestarts && orderAtZero(first, gaps.at(-1), perUnit) < 1) return Infinity;

  const most = chosen.reduce((value, i) => Math.max(value, curve.logGain(i)), 0);
  const known = early.filter(({ seen }) => seen >= FEWEST_BEFORE * perUnit).map(({ i }) => i);
  const limit = (i: number, errors: number) => curve.logGain(i) + errors * curve.standardError(i);
  return Math.max(
    ...known.filter((i) => limit(i, -BETTER_BY_FAR) > most).map((i) => limit(i, ERRORS)),
    ...gaps.map((i) => limit(i, ERRORS)),
    ...(found && atEdge ? known.map((i) => limit(i, ERRORS_OF_BEST)) : []),
  );
}

/** A completion that paid, and how long all runs together had been under way by its time. */
interface Completion {
  readonly run: number;
  readonly timeOnTest: number;
}

/** Returns the completions up to `last` and the next one. */
function firstPaid({ times, completed, rewards, size }: Sample, last: number): Completion[] {
  const first: Completion[] = [];
  let ended = 0;
  for (let run = 0; run < size; run++) {
    ended += times[run];
    if (completed[run] === 0 || rewards[run] === 0) continue;
    first.push({ run, timeOnTest: ended + (size - 1 - run) * times[run] });
    if (run > last) break;
  }
  return first;
}

/**
 * Returns the last runs before a gap. On exponential times the k-th power of the time on test at the k-th completion
 * over that at the next is uniform, and independent of all others (Sukhatme 1937, Malmquist 1950): that one of them is
 * below chance/2ᵏ has at most the probability `chance`. Where the hazard grows, gaps are rarer still.
 */
function beforeGaps(first: readonly Completion[], perUnit: number): number[] {
  return first.slice(0, -1).flatMap(({ run, timeOnTest }, place) => {
    const count = (place + 1) / perUnit;
    const share = timeOnTest / first[place + 1].timeOnTest;
    return count >= 1 && share > 0 && share ** count < CHANCE_OF_GAP / 2 ** count ? [run] : [];
  });
}

/**
 * Returns α of P(X ≤ t) ~ tᵅ at 0, raised by its error. The last of the first times is on average e^(1/α) times the
 * others (Hill 1975, for the other end of a law). Exponential and uniform laws have 1, narrow ones more. Runs beyond a
 * gap are of another kind and are left out.
 */
function orderAtZero(first: readonly Completion[], beforeGap: number | undefined, perUnit: number): number {
  const positive = first.filter(({ timeOnTest }) => timeOnTest > 0);
  const alike = positive.filter(({ run }) => run <= (beforeGap ?? Infinity));
  const fewest = Math.ceil(FEWEST_FOR_ORDER * perUnit);
  const times = (alike.length > fewest ? alike : positive).map(({ timeOnTest }) => timeOnTest);
  const count = times.length - 1;
  if (count < fewest) return Infinity;
  const logarithms = times.reduce((sum, time) => sum + Math.log(times[count] / time), 0);
  return ((count - 1) / logarithms) * (1 + ERRORS_OF_ORDER / Math.sqrt(count / perUnit));
}
