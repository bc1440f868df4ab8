import { standardExponential } from "../random/ziggurat.ts";
import { type Law, logRatio, requirePositive, requireProbability } from "./law.ts";

/** Makes the heavy-tailed law P(X > t) = (scale/t)^shape, t ≥ scale. Its mean is infinite up to shape 1. */
export function pareto(scale: number, shape: number): Law {
  requirePositive("pareto", "scale", scale);
  requirePositive("pareto", "shape", shape);
  /** log(t/scale), exact also just above the scale. */
  const logExcess = (time: number) => {
    const excess = (time - scale) / scale;
    return excess < Infinity ? Math.log1p(excess) : logRatio(time, scale);
  };
  const moment = (power: number, time: number) => {
    if (!(time > scale)) return 0;
    if (power === 0) return -Math.expm1(-shape * logExcess(time));
    return shape * scale ** power * powerIntegral(power - shape, logExcess(time));
  };
  return {
    name: `pareto(scale=${scale},shape=${shape})`,
    mean: shape > 1 ? (shape * scale) / (shape - 1) : Infinity,
    support: { low: scale, high: Infinity },
    breaks: [scale],
    // scale·U^(−1/shape) as an exponential: half of the time of Math.pow.
    sample: (random) => scale * Math.exp(standardExponential(random) / shape),
    cdf: (time) => (time > scale ? -Math.expm1(-shape * logExcess(time)) : 0),
    survival(time) {
      if (!(time > scale)) return 1;
      return scale / time > 0 ? (scale / time) ** shape : Math.exp(-shape * logRatio(time, scale));
    },
    quantile(p) {
      requireProbability("pareto", "p", p);
      return scale * Math.exp(-Math.log1p(-p) / shape);
    },
    meanMin: (time) =>
      time > scale ? scale * (1 + powerIntegral(1 - shape, logExcess(time))) : Math.max(time, 0),
    partialMoment: moment,
  };
}

/** ∫ u^(exponent−1) du from 1 to e^logarithm; the logarithm itself where the exponent is 0. */
function powerIntegral(exponent: number, logarithm: number): number {
  return exponent === 0 ? logarithm : Math.expm1(exponent * logarithm) / exponent;
}
