import { standardExponential } from "./exponential.ts";
import { standardNormal } from "./normal.ts";
import type { Random } from "./random.ts";

const UNIT = 2 ** -32;
/** 9·k of the squeeze below, since 1/d = 9c². */
const SQUEEZE = 9 * 0.0331 * (2 / 3);

/**
 * A gamma variate with the given shape and scale 1, by Marsaglia and Tsang ("A simple method for
 * generating gamma variables", 2000). Below shape 1 it is a variate of shape + 1 times U^(1/shape).
 *
 * With a tiny shape most of the law lies below the smallest double: at shape 0.001 half of the draws are
 * less than e⁻⁶⁹³. They come back as 0, as they must; who divides two of them takes `logGammaVariate`.
 */
export function gammaVariate(random: Random, shape: number): number {
  if (!(shape > 0 && shape < Infinity)) {
    throw new RangeError(`gammaVariate: shape must be a positive finite number, got ${shape}`);
  }
  if (shape >= 1) return gammaAboveOne(random, shape);
  return gammaAboveOne(random, shape + 1) * Math.exp(-standardExponential(random) / shape);
}

/** The logarithm of a gamma variate: finite for every shape, where the variate itself may underflow. */
export function logGammaVariate(random: Random, shape: number): number {
  if (!(shape > 0 && shape < Infinity)) {
    throw new RangeError(`logGammaVariate: shape must be a positive finite number, got ${shape}`);
  }
  if (shape >= 1) return Math.log(gammaAboveOne(random, shape));
  return Math.log(gammaAboveOne(random, shape + 1)) - standardExponential(random) / shape;
}

/**
 * The method itself, for shape ≥ 1 and unchecked: the inner part of `betaVariate`.
 *
 * The published squeeze accepts U < 1 − 0.0331·x⁴, a tenth of the draws short of certainty whatever the
 * shape. The acceptance probability is exp(d·g) with g independent of d, so by Bernoulli's inequality a
 * bound 1 − k·x⁴/d that holds at the least d, 2/3, holds at every larger one: k = 0.0331·2/3. It tightens
 * as the shape grows, and the logarithms below are all but never needed.
 */
export function gammaAboveOne(random: Random, shape: number): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = standardNormal(random);
    const root = 1 + c * x;
    if (root <= 0) continue;
    const v = root * root * root;
    const square = x * x;
    const cx = c * x;
    // 32 bits of U nearly always decide; the others are drawn only where they can matter.
    const high = random.uint32();
    if ((high + 1) * UNIT <= 1 - SQUEEZE * cx * cx * square) return d * v;
    const u = (high + (random.uint32() + 0.5) * UNIT) * UNIT;
    if (Math.log(u) < 0.5 * square + d * (1 - v + Math.log(v))) return d * v;
  }
}
