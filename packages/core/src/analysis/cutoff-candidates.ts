import type { WeightedCurve } from "./weighted-curve.ts";

/** Rates at cutoffs after few completions are luck; cutoffs that few runs outlasted say nothing about waiting. */
const RUNS_BEFORE = 10;
const ROOTS_BEFORE = 2;
const RUNS_BEYOND = 10;
/** The longest runs, of which too few are seen to say how long such runs take. */
export const SHARE_OF_LONGEST = 0.01;
/** One more completion in three hundred: the rate has hardly changed, and a million runs need no million cutoffs. */
const STEP = 1.003;
/** The number of standard errors by which a cutoff with fewer completions before it must beat all others. */
const OUTSTANDING = 4;

/** Cutoffs, as indexes of runs. */
export interface Candidates {
  /** The cutoffs to choose from. */
  readonly chosen: readonly number[];
  /** The cutoffs with too few completions before them, `seen`, to be chosen. */
  readonly early: readonly { readonly i: number; readonly seen: number }[];
}

/**
 * The cutoffs to choose from: the times of completions, each time once, with at least
 * 2√n completions before (on exponential times the earliest has then a standard error of n^(−1/4)/√2,
 * 0.17 for 300 runs, and is the one that chance favours) and ten runs, or one in a hundred, beyond. An earlier cutoff is
 * admitted if it is better by far, as where one run in thirty ends at once and the others hang. Where runs
 * share instances, all this is counted in instances. The last `atEnd` runs were cut and show nothing about waiting.
 */
export function candidateCutoffs(curve: WeightedCurve, atEnd = 0): Candidates {
  const { size, times, completed, ended, perUnit } = curve.sample;
  const third = Math.ceil(ended / 3);
  const fewest = perUnit * RUNS_BEFORE;
  const before = Math.min(Math.max(fewest, Math.ceil(ROOTS_BEFORE * Math.sqrt(ended * perUnit))), third);
  const beyond = Math.min(
    Math.max(perUnit * RUNS_BEYOND, Math.ceil(SHARE_OF_LONGEST * size)),
    Math.ceil(size / 10),
  );
  const early: Candidates["early"][number][] = [];
  const usual: number[] = [];
  let [seen, next] = [0, 0];
  const last = size - beyond - atEnd;
  for (let i = 0; i < (atEnd > 0 ? size - atEnd : last); i++) {
    seen += completed[i];
    const lastOfItsTime = completed[i] === 1 && !(completed[i + 1] === 1 && times[i + 1] === times[i]);
    if (seen < next || !lastOfItsTime || !(times[i] > 0) || !(curve.reward[i] > 0)) continue;
    if (i >= last && !(leastGain(curve, i, atEnd) > 1)) continue;
    next = STEP * seen;
    if (seen >= before) usual.push(i);
    else early.push({ i, seen });
  }
  // If all other runs end at one time, there is no other cutoff to compare with.
  const enough = early.filter(({ seen }) => seen >= fewest).map(({ i }) => i);
  if (usual.length === 0 && enough.length > 0) return { chosen: enough, early: [] };
  const most = usual.reduce((value, i) => Math.max(value, curve.logGain(i)), -Infinity);
  const outstanding = enough.filter((i) => curve.logGain(i) - OUTSTANDING * curve.standardError(i) > most);
  return {
    chosen: [...outstanding, ...usual],
    early: early.filter(({ i }) => !outstanding.includes(i)),
  };
}

/** −ln 0.01: what a Poisson count of 0 may have for its mean. */
const UNSEEN = 4.6;

/**
 * Returns the gain of a cutoff over waiting until the time at which the last `atEnd` runs were cut, if more runs were
 * to end between the two than did (as many as chance may have withheld) and right after the cutoff. Few ends are
 * observed there, but after a long wait a few more would not make up for it.
 */
export function leastGain(curve: WeightedCurve, i: number, atEnd: number): number {
  const { size, times, completed, perUnit } = curve.sample;
  let seen = 0;
  for (let later = i + 1; later < size - atEnd; later++) seen += completed[later];
  const count = seen + perUnit * (2 * Math.sqrt(seen / perUnit) + UNSEEN);
  const share = Math.min(curve.survival[i], count / size);
  const paid = curve.reward[i] * (1 + share / (1 - curve.survival[i]));
  const time = curve.meanTime - share * (times[size - 1] - times[i]);
  return (curve.rate(i) * time) / paid;
}

/** In standard errors: how much a cutoff may seem worse than the best one and still be in question. */
const IN_QUESTION = 2;

/** The gains of restarting at each of some cutoffs over waiting. */
export interface GainCurve {
  logGain(i: number, until?: number): number;
  standardError(i: number, until?: number): number;
}

/** The cutoffs that could be the best one, with the gain and the standard error of each. */
export interface ContactSet {
  /** The run up to which waiting is counted: `until` of `WeightedCurve.logGain`. */
  readonly until: number;
  readonly indexes: readonly number[];
  readonly logGains: Float64Array;
  readonly errors: Float64Array;
}

/**
 * Returns the candidates that the data do not show to be worse than another: log gain plus two standard errors reaches
 * the largest log gain less two standard errors (adaptive inequality selection; Chernozhukov, Lee and Rosen,
 * "Intersection bounds", Econometrica 2013). On exponential times these are nearly all; on a curve with a clear peak it
 * is the peak, and less luck has to be allowed for.
 */
export function contactSet(curve: GainCurve, candidates: readonly number[], until: number): ContactSet {
  const all = candidates.map((i) => ({
    i,
    gain: curve.logGain(i, until),
    error: curve.standardError(i, until),
  }));
  const sure = all.reduce((most, { gain, error }) => Math.max(most, gain - IN_QUESTION * error), -Infinity);
  const kept = all.filter(({ gain, error }) => gain + IN_QUESTION * error >= sure);
  return {
    until,
    indexes: kept.map(({ i }) => i),
    logGains: Float64Array.from(kept, ({ gain }) => gain),
    errors: Float64Array.from(kept, ({ error }) => error),
  };
}

/** The largest log gain when each is lowered by `by` of its standard errors. */
export function largestLowered({ logGains, errors }: ContactSet, by: number): number {
  return logGains.reduce(
    (most, gain, k) => Math.max(most, errors[k] === 0 ? gain : gain - by * errors[k]),
    -Infinity,
  );
}

/** The largest log gain when each is raised by `by` of its standard errors: what the best of them can be. */
export function largestRaised({ logGains, errors }: ContactSet, by: number): number {
  return logGains.reduce((most, gain, k) => Math.max(most, gain + by * errors[k]), -Infinity);
}

/**
 * Returns the distance of the k-th log gain on the replicate in `curve` from that of the sample, in standard errors.
 */
export function deviation(curve: GainCurve, { until, indexes, logGains }: ContactSet, k: number): number {
  const i = indexes[k];
  const value = (curve.logGain(i, until) - logGains[k]) / curve.standardError(i, until);
  return Number.isNaN(value) ? 0 : value;
}

export function largestDeviation(curve: GainCurve, contact: ContactSet): number {
  let most = -Infinity;
  for (let k = 0; k < contact.indexes.length; k++) most = Math.max(most, deviation(curve, contact, k));
  return most;
}
