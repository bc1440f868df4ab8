import { type Law, requireNonNegative, requireProbability } from "./law.ts";

/** Makes the uniform law between `low` and `high`. */
export function uniform(low: number, high: number): Law {
  requireNonNegative("uniform", "low", low);
  if (!(high > low && high < Infinity)) {
    throw new RangeError(`uniform: high must be a finite number above low (${low}), got ${high}`);
  }
  const width = high - low;
  const cdf = (time: number) => Math.min(1, Math.max(0, (time - low) / width));
  return {
    name: `uniform(low=${low},high=${high})`,
    mean: low + width / 2,
    support: { low, high },
    breaks: [low, high],
    sample: (random) => low + width * random.uniform(),
    cdf,
    survival: (time) => Math.min(1, Math.max(0, (high - time) / width)),
    quantile(p) {
      requireProbability("uniform", "p", p);
      return p === 1 ? high : low + p * width;
    },
    meanMin(time) {
      const inside = Math.min(time, high) - low;
      return inside > 0 ? low + inside * (1 - inside / (2 * width)) : Math.max(time, 0);
    },
    partialMoment(power, time) {
      const to = Math.min(time, high);
      if (!(to > low)) return 0;
      if (power === 0) return cdf(to);
      return powerIntegral(power + 1, low, to) / width;
    },
  };
}

/** ∫ x^(exponent−1) dx, as a factor of low^exponent so that a narrow interval far from 0 loses nothing. */
function powerIntegral(exponent: number, low: number, to: number): number {
  if (low === 0) return exponent > 0 ? to ** exponent / exponent : Infinity;
  const logarithm = Math.log1p((to - low) / low);
  if (exponent === 0) return logarithm;
  // Far above low the direct difference is exact and the logarithm's rounding is not magnified.
  if (Math.abs(exponent * logarithm) > 1) return (to ** exponent - low ** exponent) / exponent;
  return (low ** exponent * Math.expm1(exponent * logarithm)) / exponent;
}
