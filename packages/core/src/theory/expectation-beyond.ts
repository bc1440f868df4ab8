import { compositionOf, type Law } from "../distributions/law.ts";
import { integrate } from "../distributions/special/quadrature.ts";

/** A smooth function of time, with its derivative. */
export interface Smooth {
  value(time: number): number;
  slope(time: number): number;
}

/**
 * E[g(X) ; from < X ≤ to]; a `from` below 0 takes the law whole. Laws made of others are taken apart; for
 * the rest, by parts towards `to`,
 *   g(to)·P(from < X ≤ to) − ∫ g'(x)·P(from < X ≤ x) dx
 * so that g may be −∞ at `from`, as the logarithm of a dual is at its end.
 */
export function expectationBeyond(law: Law, g: Smooth, from: number, to: number): number {
  const made = compositionOf(law);
  if (made === undefined) return byParts(law, g, from, to);
  if (made.kind === "atoms") {
    let sum = 0;
    for (let i = 0; i < made.times.length && made.times[i] <= to; i++) {
      if (made.times[i] > from) sum += g.value(made.times[i]);
    }
    return sum / made.times.length;
  }
  if (made.kind === "mixture") {
    return made.laws.reduce(
      (sum, part, i) => sum + made.weights[i] * expectationBeyond(part, g, from, to),
      0,
    );
  }
  const { by, factor } = made;
  const inner = {
    value: (y: number) => g.value(by + factor * y),
    slope: (y: number) => factor * g.slope(by + factor * y),
  };
  return expectationBeyond(made.law, inner, (from - by) / factor, (to - by) / factor);
}

function byParts(law: Law, g: Smooth, from: number, to: number): number {
  const { low, high } = law.support;
  const end = Math.min(to, high, law.quantile(NEARLY_ALL));
  const start = Math.max(from, low);
  if (!(end >= start)) return 0;
  const beyond = from < 0 ? 1 : law.survival(from);
  const within = (x: number) => beyond - law.survival(x);
  const marks = MARKS.map((share) => law.quantile(share));
  const points = [...law.breaks, ...marks].filter((x) => x > start && x < end).sort((a, b) => a - b);
  const lost = integrate((x) => g.slope(x) * within(x), [start, ...points, end]);
  return g.value(end) * within(end) - lost;
}

const MARKS = [1e-6, 0.01, 0.1, 0.5, 0.9, 0.99, 1 - 1e-6];
/** A cutoff of ∞ is read here. */
const NEARLY_ALL = 1 - 1e-12;
