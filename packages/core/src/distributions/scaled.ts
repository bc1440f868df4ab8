import { requirePositive } from "./argument.ts";
import type { ComposedLaw } from "./composition.ts";
import type { Law } from "./law.ts";

/** factor·Y: the same law on another clock. */
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
