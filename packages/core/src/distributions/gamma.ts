import { gammaVariate } from "../random/gamma.ts";
import { type Law, requirePositive, requireProbability } from "./law.ts";
import { gammaP, gammaQ, gammaQuantile, gammaRatio } from "./special/gamma.ts";

/** Above it the incomplete gamma function takes too many terms; such a law is constant to three digits. */
const LARGEST_SHAPE = 1e7;

/** Makes the law of a sum of `shape` exponential stages of mean `scale`, for any positive shape. */
export function gamma(shape: number, scale: number): Law {
  requirePositive("gamma", "shape", shape);
  requirePositive("gamma", "scale", scale);
  if (shape > LARGEST_SHAPE) {
    throw new RangeError(`gamma: shape must be at most ${LARGEST_SHAPE}, got ${shape}`);
  }
  const survival = (time: number) => gammaQ(shape, time / scale);
  const moment = (power: number, time: number) => {
    if (!(time > 0)) return 0;
    if (!(shape + power > 0)) return Infinity;
    return scale ** power * gammaRatio(shape, power) * gammaP(shape + power, time / scale);
  };
  const mean = shape * scale;
  return {
    name: `gamma(shape=${shape},scale=${scale})`,
    mean,
    support: { low: 0, high: Infinity },
    breaks: [],
    sample: (random) => scale * gammaVariate(random, shape),
    cdf: (time) => gammaP(shape, time / scale),
    survival,
    quantile(p) {
      requireProbability("gamma", "p", p);
      if (p === 0 || p === 1) return p === 0 ? 0 : Infinity;
      return scale * gammaQuantile(shape, p);
    },
    meanMin(time) {
      if (!(time > 0)) return 0;
      return time === Infinity ? mean : moment(1, time) + time * survival(time);
    },
    partialMoment: moment,
  };
}
