import { gammaP, gammaQ, poissonTerm } from "./incomplete-gamma.ts";
import { logGamma } from "./log-gamma.ts";
import { normalQuantile } from "./normal-cdf.ts";

/**
 * The x with P(a, x) = p, for 0 < p < 1. Newton's method on log P (or log Q, whichever is smaller) as a
 * function of log x, where both tails are nearly straight lines; kept inside a bracket that shrinks.
 */
export function gammaQuantile(a: number, p: number): number {
  const upper = p > 0.5;
  const target = Math.log(upper ? 1 - p : p);
  let low = -Infinity;
  let high = Infinity;
  let u = Math.log(start(a, p));
  for (let i = 0; i < 200; i++) {
    const x = Math.exp(u);
    const probability = upper ? gammaQ(a, x) : gammaP(a, x);
    const error = Math.log(probability) - target;
    if (upper ? error < 0 : error > 0) high = u;
    else low = u;
    // d log P / d log x = x·density/P, and x·density = a·x^a·e^(−x)/Γ(a+1)
    const slope = ((upper ? -a : a) * poissonTerm(a, x)) / probability;
    let next = u - error / slope;
    if (!(next > low && next < high)) next = between(low, high);
    if (Math.abs(next - u) <= 1e-16 * Math.max(1, Math.abs(u)) || next === low || next === high) {
      return Math.exp(next);
    }
    u = next;
  }
  return Math.exp(u);
}

/** The leading term of the lower tail, x^a/Γ(a+1) = p, or Wilson and Hilferty's cube (1931). */
function start(a: number, p: number): number {
  const cube = 1 - 1 / (9 * a) + normalQuantile(p) / (3 * Math.sqrt(a));
  const central = a * cube * cube * cube;
  if (cube > 0 && central > 0.2 * a) return central;
  return Math.max(Math.exp((Math.log(p) + logGamma(a + 1)) / a), 1e-300);
}

function between(low: number, high: number): number {
  if (low === -Infinity) return high - Math.max(1, Math.abs(high));
  if (high === Infinity) return low + Math.max(1, Math.abs(low));
  return (low + high) / 2;
}
