import type { WeightedCurve } from "./weighted-curve.ts";

/** In standard errors: how much a cutoff may seem worse than the best one and still be in question. */
const IN_QUESTION = 2;

/** The cutoffs that could be the best one, with the gain and the standard error of each. */
export interface ContactSet {
  /** The run up to which waiting is counted: `until` of `WeightedCurve.logGain`. */
  readonly until: number;
  readonly indexes: readonly number[];
  readonly logGains: Float64Array;
  readonly errors: Float64Array;
}

/**
 * Of the candidates those that the data do not show to be worse than another: log gain plus two standard
 * errors reaches the largest log gain less two standard errors (adaptive inequality selection;
 * Chernozhukov, Lee and Rosen, "Intersection bounds", Econometrica 2013). On exponential times this is nearly all of
 * them; where the curve has a clear peak it is the peak, and less luck has to be allowed for.
 */
export function contactSet(curve: WeightedCurve, candidates: readonly number[], until: number): ContactSet {
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

/** How far the k-th log gain on the replicate in `curve` is from that of the sample, in standard errors. */
export function deviation(curve: WeightedCurve, { until, indexes, logGains }: ContactSet, k: number): number {
  const i = indexes[k];
  const value = (curve.logGain(i, until) - logGains[k]) / curve.standardError(i, until);
  return Number.isNaN(value) ? 0 : value;
}

export function largestDeviation(curve: WeightedCurve, contact: ContactSet): number {
  let most = -Infinity;
  for (let k = 0; k < contact.indexes.length; k++) most = Math.max(most, deviation(curve, contact, k));
  return most;
}
