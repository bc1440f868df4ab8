import { standardExponential } from "./exponential.ts";
import { gammaAboveOne } from "./gamma.ts";
import type { Random } from "./random.ts";

/*
 * Three ways, since no single one is both right and fast from shapes of 0.01 (a prior that spreads one
 * observation over a hundred cells) to 10⁶ (a long run). Cheng's BB and BC (1978) were considered: a
 * logarithm and an exponential in each call, where two gamma variates from a ziggurat need neither.
 */

const UNIT = 2 ** -32;

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
