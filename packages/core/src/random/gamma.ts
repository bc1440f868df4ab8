import type { Random } from "./random.ts";
import { standardExponential, standardNormal } from "./ziggurat.ts";

const UNIT = 2 ** -32;
/** 9·k of the squeeze below, since 1/d = 9c². */
const SQUEEZE = 9 * 0.0331 * (2 / 3);

/**
 * A gamma variate with the given shape and scale 1, by Marsaglia and Tsang ("A simple method for
 * generating gamma variables", 2000). Below shape 1 it is a variate of shape + 1 times U^(1/shape).
 *
 * With a tiny shape most of the law lies below the smallest double: at shape 0.001 half of the draws are
 * less than e⁻⁶⁹³. They are returned as 0.
 */
export function gammaVariate(random: Random, shape: number): number {
  if (!(shape > 0 && shape < Infinity)) {
    throw new RangeError(`gammaVariate: shape must be a positive finite number, got ${shape}`);
  }
  if (shape >= 1) return gammaAboveOne(random, shape);
  return gammaAboveOne(random, shape + 1) * Math.exp(-standardExponential(random) / shape);
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

/*
 * Three ways, since no single one is both right and fast from shapes of 0.01 (a prior that spreads one
 * observation over a hundred cells) to 10⁶ (a long run). Cheng's BB and BC (1978) were considered: a
 * logarithm and an exponential in each call, where two gamma variates from a ziggurat need neither.
 */

/** A beta variate: X/(X+Y) of gamma variates X, Y with shapes `alpha` and `beta`. */
export function betaVariate(random: Random, alpha: number, beta: number): number {
  if (!(alpha > 0 && alpha < Infinity && beta > 0 && beta < Infinity)) {
    throw new RangeError(`betaVariate: shapes must be positive finite numbers, got ${alpha} and ${beta}`);
  }
  if (alpha >= 1) {
    if (beta < 1) return 1 - oneSmall(random, beta, alpha);
    const x = gammaAboveOne(random, alpha);
    return 1 / (1 + gammaAboveOne(random, beta) / x);
  }
  return beta < 1 ? bothSmall(random, alpha, beta) : oneSmall(random, alpha, beta);
}

/**
 * alpha < 1 ≤ beta. The density x^(α−1)·(1−x)^(β−1) is that of U^(1/α) thinned by (1−x)^(β−1), which keeps
 * about β^(−α) of the draws: nearly all for the small α of an empty cell. Where it would keep less than
 * about half, two gamma variates are cheaper.
 */
function oneSmall(random: Random, alpha: number, beta: number): number {
  // 32 − clz32 is ⌊log₂ β⌋ + 1, without a logarithm; |0 would wrap above 2³¹.
  if (beta < 2147483648 && alpha * (32 - Math.clz32(beta)) <= 1) {
    const exponent = beta - 1;
    const slope = Math.max(exponent, 1); // 1 − slope·x ≤ (1−x)^exponent: Bernoulli, or exponent < 1
    for (;;) {
      const x = Math.exp(-standardExponential(random) / alpha);
      const high = random.uint32();
      if ((high + 1) * UNIT <= 1 - slope * x) return x;
      const u = (high + (random.uint32() + 0.5) * UNIT) * UNIT;
      if (Math.log(u) < exponent * Math.log1p(-x)) return x;
    }
  }
  // If the boost U^(1/α) underflows the variate is less than 10⁻³⁰⁰ and 0 is the right answer.
  const x = gammaAboveOne(random, alpha + 1) * Math.exp(-standardExponential(random) / alpha);
  return x / (x + gammaAboveOne(random, beta));
}

/**
 * Both below 1: Jöhnk (1964). U^(1/α)/(U^(1/α) + V^(1/β)) given that the sum is at most 1, which holds for
 * at least half of the pairs. With shapes of 0.01 both powers may underflow, and 0/0 would be the answer;
 * so the powers are never formed, only their logarithms and from these the smaller over the larger.
 */
function bothSmall(random: Random, alpha: number, beta: number): number {
  for (;;) {
    const logX = -standardExponential(random) / alpha;
    const logY = -standardExponential(random) / beta;
    const ratio = Math.exp(-Math.abs(logX - logY));
    const larger = Math.max(logX, logY);
    // larger·(1 + ratio) ≤ 1, by log1p(r) ≤ r without a logarithm in most cases.
    if (larger > -ratio && larger > -Math.log1p(ratio)) continue;
    // −∞ − (−∞): the quotients overflowed, shapes near 10⁻³⁰⁸. A coin weighted by their proportion.
    if (Number.isNaN(ratio)) return random.uniform() * (alpha + beta) < beta ? 0 : 1;
    return (logX < logY ? ratio : 1) / (1 + ratio);
  }
}
