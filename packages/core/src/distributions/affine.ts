import { shiftedMoment } from "./expectation.ts";
import { type ComposedLaw, type Law, requireNonNegative, requirePositive } from "./law.ts";

/** Makes the law of by + Y, where `by` is a start-up time of every trial. */
export function shift(by: number, law: Law): ComposedLaw {
  requireNonNegative("shift", "by", by);
  const breaks = law.breaks.map((time) => by + time);
  // At 0 nothing breaks, since no time lies below; moved away from it, the start of the support does.
  if (by > 0 && law.support.low === 0 && breaks[0] !== by) breaks.unshift(by);
  return {
    name: `shift(by=${by},${law.name})`,
    composition: { kind: "affine", by, factor: 1, law },
    mean: by + law.mean,
    support: { low: by + law.support.low, high: by + law.support.high },
    breaks,
    sample: (random) => by + law.sample(random),
    cdf: (time) => law.cdf(time - by),
    survival: (time) => law.survival(time - by),
    quantile: (p) => by + law.quantile(p),
    meanMin: (time) => (time > by ? by + law.meanMin(time - by) : Math.max(time, 0)),
    partialMoment(power, time) {
      if (by === 0 || power === 0) return law.partialMoment(power, time - by);
      if (Number.isInteger(power) && power > 0 && power <= 32) return binomial(law, by, power, time - by);
      // Any other power by quadrature: the closed forms have Y^p, not (by + Y)^p.
      if (power > 0 && law.partialMoment(power, time - by) === Infinity) return Infinity;
      return shiftedMoment(law, by, power, time - by);
    },
  };
}

/** E[(by + Y)^n ; Y ≤ s] = Σ (n over j)·by^(n−j)·E[Y^j ; Y ≤ s]: positive terms only. */
function binomial(law: Law, by: number, power: number, time: number): number {
  let coefficient = 1;
  let sum = 0;
  for (let j = 0; j <= power; j++) {
    sum += coefficient * by ** (power - j) * law.partialMoment(j, time);
    coefficient = (coefficient * (power - j)) / (j + 1);
  }
  return sum;
}

/** Makes the law of factor·Y, which is the same law in another unit of time. */
export function scaled(factor: number, law: Law): ComposedLaw {
  requirePositive("scaled", "factor", factor);
  return {
    name: `scaled(factor=${factor},${law.name})`,
    composition: { kind: "affine", by: 0, factor, law },
    mean: factor * law.mean,
    support: { low: factor * law.support.low, high: factor * law.support.high },
    breaks: law.breaks.map((time) => factor * time),
    sample: (random) => factor * law.sample(random),
    cdf: (time) => law.cdf(time / factor),
    survival: (time) => law.survival(time / factor),
    quantile: (p) => factor * law.quantile(p),
    meanMin: (time) => factor * law.meanMin(time / factor),
    partialMoment: (power, time) => factor ** power * law.partialMoment(power, time / factor),
  };
}
