import { compositionOf, type Law } from "./law.ts";
import { integrate } from "./special/quadrature.ts";

/** A function of time that falls up to `turn` and rises after it; 0 and Infinity are turns too. */
interface Unimodal {
  value(time: number): number;
  slope(time: number): number;
  readonly turn: number;
}

/**
 * E[g(X) ; X ≤ t] where no closed form serves. Laws made of others are taken apart; for the rest, by parts
 * around the turn c of g (or around t, if it comes first):
 *   g(c)·F(t) + ∫_c^t g'(x)·(F(t) − F(x)) dx − ∫_0^c g'(x)·F(x) dx
 * in which, for positive g, every term is positive: nothing cancels, and no density is needed.
 */
export function expectation(law: Law, g: Unimodal, time: number): number {
  const made = compositionOf(law);
  if (made === undefined) return byParts(law, g, time);
  if (made.kind === "atoms") {
    let sum = 0;
    for (let i = 0; i < made.times.length && made.times[i] <= time; i++) sum += g.value(made.times[i]);
    return sum / made.times.length;
  }
  if (made.kind === "mixture") {
    return made.laws.reduce((sum, part, i) => sum + made.weights[i] * expectation(part, g, time), 0);
  }
  const { by, factor } = made;
  const inner: Unimodal = {
    value: (y) => g.value(by + factor * y),
    slope: (y) => factor * g.slope(by + factor * y),
    turn: (g.turn - by) / factor,
  };
  return expectation(made.law, inner, (time - by) / factor);
}

/** E[(by + X)^power ; X ≤ t]. */
export function shiftedMoment(law: Law, by: number, power: number, time: number): number {
  const g = {
    value: (x: number) => (by + x) ** power,
    slope: (x: number) => power * (by + x) ** (power - 1),
    turn: power > 0 ? 0 : Infinity,
  };
  return expectation(law, g, time);
}

function byParts(law: Law, g: Unimodal, time: number): number {
  const end = Math.min(time, law.support.high);
  if (!(end >= law.support.low)) return 0;
  const turn = Math.min(Math.max(g.turn, law.support.low), end);
  const completed = law.cdf(end);
  const upper = completed > 0.5;
  const left = law.survival(end);
  const above = (x: number) => g.slope(x) * (upper ? law.survival(x) - left : completed - law.cdf(x));
  const below = (x: number) => -g.slope(x) * law.cdf(x);
  const atTurn = turn === Infinity ? 0 : g.value(turn) * completed;
  return atTurn + integral(law, above, turn, end) + integral(law, below, law.support.low, turn);
}

/** ∫ f over [from, to] on a logarithmic clock, cut where the law changes character. */
function integral(law: Law, f: (x: number) => number, from: number, to: number): number {
  if (!(to > from)) return 0;
  const marks = [1e-12, 1e-6, 1e-3, 0.1, 0.5, 0.9, 0.999, 1 - 1e-6, 1 - 1e-12].map((p) => law.quantile(p));
  const points = [...law.breaks, ...marks].filter((x) => x > from && x < to && x > 0).sort((a, b) => a - b);
  const first = points[0] ?? (to < Infinity ? to : Math.max(1, 2 * from));
  // Beyond the last mark by factors of 8, as far as anything is left: f·x falls at least geometrically
  // wherever the integral exists.
  let last = points.at(-1) ?? first;
  let largest = Math.max(...[first, ...points].map((x) => Math.abs(f(x) * x)));
  while (last < to && last < 1e280) {
    last = Math.min(to, last * 8);
    if (last < to) points.push(last);
    const here = Math.abs(f(Math.min(last, 1e300)) * last);
    if (!(here > 1e-20 * largest)) break;
    largest = Math.max(largest, here);
  }
  const onLogarithms = (u: number) => f(Math.exp(u)) * Math.exp(u);
  const start = Math.max(from, first * 1e-3);
  if (!(start > 0)) return integrate(f, [from, Math.min(last, to)]); // the smallest doubles have no thousandth
  const logs = [start, ...points.filter((x) => x > start), Math.min(last, to)].map(Math.log);
  return integrate(f, [from, start]) + integrate(onLogarithms, logs);
}
