import { type ComposedLaw, requirePositive, requireProbability } from "./law.ts";

/** Makes the law of a constant time. */
export function constant(value: number): ComposedLaw {
  requirePositive("constant", "value", value);
  return {
    name: `constant(value=${value})`,
    composition: { kind: "atoms", times: [value] },
    mean: value,
    support: { low: value, high: value },
    breaks: [value],
    sample: () => value,
    cdf: (time) => (time >= value ? 1 : 0),
    survival: (time) => (time >= value ? 0 : 1),
    quantile(p) {
      requireProbability("constant", "p", p);
      return value;
    },
    meanMin: (time) => Math.max(0, Math.min(time, value)),
    partialMoment: (power, time) => (time >= value ? value ** power : 0),
  };
}
