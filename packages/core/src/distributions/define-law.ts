import { shiftedMoment } from "./expectation.ts";
import { type Law, requireProbability } from "./law.ts";

/** The functions from which `defineLaw` makes a law. They are called only for times inside the support. */
export interface LawParts {
  /** The name in messages and tables. */
  readonly name: string;
  /** P(X ≤ t), accurate where it is close to 0. */
  cdf(time: number): number;
  /** P(X > t), accurate where it is close to 0: with 1 − cdf the tail ends at 10⁻¹⁶, and with it the moments. */
  survival(time: number): number;
  /** The least t with P(X ≤ t) ≥ p, for p in (0, 1). */
  quantile(p: number): number;
  /** Smallest and largest possible time; `high` may be Infinity. Default: from 0 to Infinity. */
  readonly support?: { readonly low: number; readonly high: number };
  /** Times where the cdf jumps or its density breaks, in order. Default: none. */
  readonly breaks?: readonly number[];
}

/**
 * Makes a law from its cdf, survival and quantiles. Draws use inversion, and moments use quadrature, which takes about
 * a tenth of a millisecond each and has eight digits or more. If you have closed forms, write a `Law` instead.
 */
export function defineLaw(parts: LawParts): Law {
  const { name, support = { low: 0, high: Infinity }, breaks = [] } = parts;
  const { low, high } = support;
  if (!(low >= 0 && low < high)) {
    throw new RangeError(`defineLaw: 0 ≤ low < high must hold, got low ${low}, high ${high}`);
  }
  function cdf(time: number): number {
    if (time < low) return 0;
    return time >= high ? 1 : parts.cdf(time);
  }
  function survival(time: number): number {
    if (time < low) return 1;
    return time >= high ? 0 : parts.survival(time);
  }
  function partialMoment(power: number, time: number): number {
    if (power === 0 || !(time > 0)) return cdf(time);
    if (time === Infinity && power > 0 && isInfinite(law, power)) return Infinity;
    return shiftedMoment(law, 0, power, time);
  }
  let mean: number | undefined;
  const law: Law = {
    name,
    support,
    breaks,
    cdf,
    survival,
    quantile(p) {
      requireProbability(name, "p", p);
      if (p === 0) return low;
      return p === 1 ? high : parts.quantile(p);
    },
    sample: (random) => law.quantile(random.uniform()),
    partialMoment,
    get mean() {
      mean ??= partialMoment(1, Infinity);
      return mean;
    },
    meanMin(time) {
      if (!(time > 0)) return 0;
      return time === Infinity ? law.mean : partialMoment(1, time) + time * survival(time);
    },
  };
  return law;
}

/** The rounding error of a logarithm. */
const ROUNDING = 1e-9;

/** E[X^power] is infinite where x^power·P(X > x) does not fall, sixty decades beyond the median. */
function isInfinite(law: Law, power: number): boolean {
  const [near, far] = [1e60, 1e70].map((factor) => {
    const time = factor * law.quantile(0.5);
    return power * Math.log(time) + Math.log(law.survival(time));
  });
  return far > -Infinity && far > near - ROUNDING;
}
