import type { JointLaw } from "./joint-law.ts";

/*
 * Moments of V(t) = R·1{X ≤ t}, what a trial pays under cutoff t. The plain ones are `rewardMoment`; the
 * central ones are written around r = E[R | X ≤ t], so that the part of the spread that comes from being
 * cut is exact even where almost nothing is cut, and only the spread of R itself is a difference.
 */

/** Var V(t) = F·Var(R | X ≤ t) + r²·F·S, with F = P(X ≤ t), S = P(X > t). */
export function rewardVariance(joint: JointLaw, cutoff: number): number {
  return centralMoments(joint, cutoff).second;
}

/** E[(V − E[V])⁴]/Var(V)² (power 4, docs/errata.md#e16: 98 for Bernoulli(0.01)). NaN where V is constant. */
export function rewardKurtosis(joint: JointLaw, cutoff: number): number {
  const { second, fourth } = centralMoments(joint, cutoff);
  return fourth / second / second;
}

function centralMoments(joint: JointLaw, cutoff: number): { second: number; fourth: number } {
  const completed = joint.time.cdf(cutoff);
  if (completed === 0) return { second: 0, fourth: 0 };
  const cut = joint.time.survival(cutoff);
  const given = (power: number) => joint.rewardMoment(power, cutoff) / completed;
  const m1 = given(1);
  const m2 = given(2);
  if (m2 === Infinity) return { second: Infinity, fourth: Infinity };
  const spread = variance(m1, m2);
  // E[V] = m1·completed lies m1·cut below the mean of a completed trial.
  const gap = m1 * cut;
  const second = completed * (spread + m1 * gap);
  const fromCut = completed * gap ** 4 + cut * (m1 * completed) ** 4;
  if (spread === 0) return { second, fourth: fromCut };
  const m3 = given(3);
  const m4 = given(4);
  if (m4 === Infinity) return { second, fourth: Infinity };
  const c3 = m3 - 3 * m1 * m2 + 2 * m1 ** 3;
  const c4 = Math.max(0, m4 - 4 * m1 * m3 + 6 * m1 ** 2 * m2 - 3 * m1 ** 4);
  return { second, fourth: completed * (c4 + 4 * c3 * gap + 6 * spread * gap ** 2) + fromCut };
}

/** Nothing below a few rounding errors is a variance: a constant reward must have none. */
function variance(mean: number, second: number): number {
  const difference = second - mean ** 2;
  return difference > 4 * Number.EPSILON * second ? difference : 0;
}
