/**
 * How far a mean of samples in [0, range] may lie from the truth: ε and η of eqn:emp-radius, with
 * `logTerm` = log(n^α) = log(1/δ) and the variance taken over the samples, divided by their number.
 *   3·range·log(n^α)/T* + √(2·V·log(n^α)/T*)
 * For the time of a trial the range is t + C(t), not the printed t (docs/errata.md#e8).
 */
export function bernsteinRadius(count: number, variance: number, range: number, logTerm: number): number {
  return (3 * range * logTerm) / count + Math.sqrt((2 * variance * logTerm) / count);
}

/**
 * The same for a median of means, which needs no range: ε and η of eqn:med-radius.
 *   11·√(2·V·log(n^α)/T*)
 */
export function medianRadius(count: number, variance: number, logTerm: number): number {
  return 11 * Math.sqrt((2 * variance * logTerm) / count);
}

/** What the radius of a ratio pays for dividing by an estimate (lem:rate-conc): (1+β)²/(1−β). */
export function confidenceFactor(beta: number): number {
  if (!(beta >= 0 && beta < 1))
    throw new RangeError(`confidenceFactor: beta must lie in [0, 1), got ${beta}`);
  return (1 + beta) ** 2 / (1 - beta);
}

/**
 * How far an estimated rate may lie from the truth (lem:rate-conc), η the radius of the mean reward and
 * ε that of the mean time, as long as ε ≤ β·E[U] and η ≤ β·E[V] (eqn:stability-condition):
 *   (1+β)²/(1−β) · (η + r̂·ε)/Û
 * The lemma leaves room: r̂ − r = (r̂·(E[U] − Û) + V̂ − E[V])/E[U] and Û ≤ (1+β)·E[U] give it with
 * 1 + β alone and no condition on η. The paper's factor is kept, because its index is built on it.
 */
export function rateRadius(
  rate: number,
  meanTime: number,
  rewardRadius: number,
  timeRadius: number,
  beta: number,
): number {
  return (confidenceFactor(beta) * (rewardRadius + rate * timeRadius)) / meanTime;
}
