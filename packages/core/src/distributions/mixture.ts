import { type ComposedLaw, type Law, requirePositive, requireProbability } from "./law.ts";

/** Makes a mixture: each trial draws one of several laws, such as easy and hard tasks. */
export function mixture(parts: readonly { readonly weight: number; readonly law: Law }[]): ComposedLaw {
  if (!(parts.length > 0)) throw new RangeError("mixture: parts must not be empty, got 0 parts");
  for (const { weight } of parts) requirePositive("mixture", "each weight", weight);
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  if (!(Math.abs(total - 1) <= 1e-9)) {
    throw new RangeError(`mixture: weights must sum to 1, got ${total}`);
  }
  const laws = parts.map(({ law }) => law);
  const weights = parts.map(({ weight }) => weight / total);
  const average = (value: (law: Law) => number) => {
    let sum = 0;
    for (let i = 0; i < laws.length; i++) sum += weights[i] * value(laws[i]);
    return sum;
  };
  const cdf = (time: number) =>
    Math.min(
      1,
      average((law) => law.cdf(time)),
    );
  const survival = (time: number) =>
    Math.min(
      1,
      average((law) => law.survival(time)),
    );
  const high = Math.max(...laws.map(({ support }) => support.high));
  const last = laws.length - 1;
  return {
    name: `mixture(${parts.map(({ weight, law }) => `${weight}*${law.name}`).join(",")})`,
    composition: { kind: "mixture", weights, laws },
    mean: average((law) => law.mean),
    support: { low: Math.min(...laws.map(({ support }) => support.low)), high },
    breaks: mergeSorted(laws.map(({ breaks }) => breaks)),
    sample(random) {
      let u = random.uniform();
      let i = 0;
      while (i < last && u >= weights[i]) u -= weights[i++];
      return laws[i].sample(random);
    },
    cdf,
    survival,
    quantile(p) {
      requireProbability("mixture", "p", p);
      if (p === 1) return high;
      const ends = laws.map((law) => law.quantile(p));
      // In the upper half p and the cdf have lost the digits that 1 − p and the survival still have.
      const reached = p > 0.5 ? (time: number) => survival(time) <= 1 - p : (time: number) => cdf(time) >= p;
      return leastReaching(reached, Math.min(...ends), Math.max(...ends));
    },
    meanMin: (time) => average((law) => law.meanMin(time)),
    partialMoment: (power, time) => average((law) => law.partialMoment(power, time)),
  };
}

/** Bisection to the last bit: the cdf may jump, so that no faster method keeps its promise. */
function leastReaching(reached: (time: number) => boolean, from: number, to: number): number {
  if (reached(from)) return from;
  let low = from;
  let high = to;
  if (high === Infinity) {
    high = Math.max(1, 2 * low);
    while (high < Infinity && !reached(high)) high *= 2;
  }
  for (;;) {
    // Geometric while the ends are orders of magnitude apart, halving the exponent instead of the number.
    const middle = low > 0 && high / low > 4 ? Math.sqrt(low) * Math.sqrt(high) : low + (high - low) / 2;
    if (!(middle > low && middle < high)) return high;
    if (reached(middle)) high = middle;
    else low = middle;
  }
}

function mergeSorted(lists: readonly (readonly number[])[]): number[] {
  const all = lists.flat().sort((a, b) => a - b);
  return all.filter((time, i) => i === 0 || time !== all[i - 1]);
}
