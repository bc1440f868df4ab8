import { standardExponential } from "../random/ziggurat.ts";
import { type Law, logRatio, requirePositive, requireProbability } from "./law.ts";
import { gammaP, logGamma, lowerGammaFactor } from "./special/gamma.ts";

/**
 * Makes the law P(X > t) = exp(−(t/scale)^shape). Below shape 1 the hazard falls with time, so that restarting pays.
 */
export function weibull(scale: number, shape: number): Law {
  requirePositive("weibull", "scale", scale);
  requirePositive("weibull", "shape", shape);
  const hazard = (time: number) => powerOfRatio(time, scale, shape);
  const mean = scale * Math.exp(logGamma(1 + 1 / shape));
  return {
    name: `weibull(scale=${scale},shape=${shape})`,
    mean,
    support: { low: 0, high: Infinity },
    breaks: [],
    // x^(1/shape) from its logarithm: a third of the time of Math.pow.
    sample: (random) => scale * Math.exp(Math.log(standardExponential(random)) / shape),
    cdf: (time) => (time > 0 ? -Math.expm1(-hazard(time)) : 0),
    survival: (time) => (time > 0 ? Math.exp(-hazard(time)) : 1),
    quantile(p) {
      requireProbability("weibull", "p", p);
      return scale * (-Math.log1p(-p)) ** (1 / shape);
    },
    // ∫₀ᵗ exp(−(s/scale)^shape) ds = (scale/shape)·γ(1/shape, (t/scale)^shape)
    meanMin(time) {
      if (!(time > 0)) return 0;
      const y = hazard(time);
      return y < 1 / shape + 1 ? time * lowerGammaFactor(1 / shape, y) : mean * gammaP(1 / shape, y);
    },
    partialMoment: (power, time) => weibullMoment(scale, shape, power, time),
  };
}

/**
 * E[X^power ; X ≤ t] = scale^power·γ(a, y), a = 1 + power/shape, y = (t/scale)^shape. For y below a it is
 * written as t^power·y times a factor near 1, so that neither end of the scale of time overflows.
 */
export function weibullMoment(scale: number, shape: number, power: number, time: number): number {
  if (!(time > 0)) return 0;
  const y = powerOfRatio(time, scale, shape);
  if (power === 0) return -Math.expm1(-y);
  const a = 1 + power / shape;
  if (!(a > 0)) return Infinity;
  // y·t^power for a time so small that the power overflows: there the factor is 1.
  if (y < a + 1 && time ** power === Infinity) return (scale ** power * y ** a) / a;
  if (y < a + 1) return (time ** power * y * lowerGammaFactor(a, y)) / a;
  return scale ** power * Math.exp(logGamma(a)) * gammaP(a, y);
}

/** (time/scale)^shape, also where the ratio is too large or too small for a number. */
function powerOfRatio(time: number, scale: number, shape: number): number {
  const ratio = time / scale;
  return ratio > 0 && ratio < Infinity ? ratio ** shape : Math.exp(shape * logRatio(time, scale));
}
