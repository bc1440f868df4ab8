import { standardNormal } from "../random/ziggurat.ts";
import { type Law, logRatio, requirePositive, requireProbability } from "./law.ts";
import { expMinusHalfSquare, normalCdf, normalQuantile, scaledNormalCdf } from "./special/normal.ts";

/** Makes the law of X = median·e^(σZ), Z standard normal. */
export function lognormal(median: number, sigma: number): Law {
  requirePositive("lognormal", "median", median);
  requirePositive("lognormal", "sigma", sigma);
  const standardise = (time: number) => logRatio(time, median) / sigma;
  const survival = (time: number) => (time > 0 ? normalCdf(-standardise(time)) : 1);
  /**
   * median^p·e^(p²σ²/2)·Φ(z − pσ). Where the last argument is negative the exponential may overflow
   * and Φ underflow; their product is t^p·e^(−z²/2) times the scaled Φ, which does neither.
   */
  const moment = (power: number, time: number) => {
    if (!(time > 0)) return 0;
    const z = standardise(time);
    const w = z - power * sigma;
    if (w < 0) {
      const fall = expMinusHalfSquare(z);
      return fall === 0 ? 0 : time ** power * fall * scaledNormalCdf(w);
    }
    return median ** power * Math.exp(0.5 * (power * sigma) ** 2) * normalCdf(w);
  };
  const mean = median * Math.exp(0.5 * sigma * sigma);
  return {
    name: `lognormal(median=${median},sigma=${sigma})`,
    mean,
    support: { low: 0, high: Infinity },
    breaks: [],
    sample: (random) => median * Math.exp(sigma * standardNormal(random)),
    cdf: (time) => (time > 0 ? normalCdf(standardise(time)) : 0),
    survival,
    quantile(p) {
      requireProbability("lognormal", "p", p);
      if (p === 0 || p === 1) return p === 0 ? 0 : Infinity;
      return median * Math.exp(sigma * normalQuantile(p));
    },
    meanMin(time) {
      if (!(time > 0)) return 0;
      return time === Infinity ? mean : moment(1, time) + time * survival(time);
    },
    partialMoment: moment,
  };
}
