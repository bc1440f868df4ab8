import { standardExponential } from "../random/ziggurat.ts";
import { type Law, requirePositive, requireProbability } from "./law.ts";
import { weibullMoment } from "./weibull.ts";

/** Makes the memoryless law P(X > t) = e^(−t/mean). Restarting neither helps nor hurts. */
export function exponential(mean: number): Law {
  requirePositive("exponential", "mean", mean);
  return {
    name: `exponential(mean=${mean})`,
    mean,
    support: { low: 0, high: Infinity },
    breaks: [],
    sample: (random) => mean * standardExponential(random),
    cdf: (time) => (time > 0 ? -Math.expm1(-time / mean) : 0),
    survival: (time) => (time > 0 ? Math.exp(-time / mean) : 1),
    quantile(p) {
      requireProbability("exponential", "p", p);
      return -mean * Math.log1p(-p);
    },
    meanMin: (time) => (time > 0 ? -mean * Math.expm1(-time / mean) : 0),
    partialMoment: (power, time) => weibullMoment(mean, 1, power, time),
  };
}
