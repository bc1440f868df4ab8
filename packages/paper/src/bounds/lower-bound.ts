import { compositionOf, integrate, type Law } from "@mulligan/core/distributions";
import { goldenSection, type KnownArm } from "@mulligan/core/theory";
import { type Action, actionTable } from "./action-table.ts";

/** The share of one arm in the lower bound. */
export interface ArmLowerBound {
  /** The arm's part of the sum, to be multiplied by log τ. */
  readonly coefficient: number;
  /** The cutoff that the decisive alternative makes as good as r*; null if the arm adds nothing. */
  readonly cutoff: number | null;
  /** K_inf of that alternative, per trial at that cutoff. */
  readonly divergence: number;
}

/** The least regret of every consistent policy. */
export interface RegretLowerBound {
  readonly arms: readonly ArmLowerBound[];
  /** The lower bound of lim inf regret/log τ. */
  readonly coefficient: number;
}

/**
 * Returns a lower bound on the regret of every consistent policy, whose regret is o(τ^a) for every a > 0 and all laws
 * with rewards in [0, 1] (Lai and Robbins 1985, Graves and Lai 1997):
 *   lim inf regret/log τ ≥ Σ_k max over alternatives Q_l of min over j of Δ_j·μ_j / K_j(Q_l)
 * On the best arm Q_l agrees with the law up to t* (the longest best cutoff), makes t_l > t* as good as r*, and shows
 * itself only to trials at t_j > t*, by K_j(Q_l); on another arm it may change the law anywhere. Cutoffs below t* on
 * the best arm add nothing: every trial at t* informs them. An arm whose longest cutoff is the best adds 0. One
 * alternative an arm at a time, not all of them at once, so that the bound is valid but not always the largest.
 * Undefined unless the completed trials pay 1, or 0 or 1 independent of the time, since only the moments of a law's
 * rewards are known.
 */
export function regretLowerBound(
  arms: readonly KnownArm[],
  cutoffs: readonly number[],
): RegretLowerBound | undefined {
  const chances = arms.map(successOf);
  const { actions, bestRate } = actionTable(arms, cutoffs);
  if (chances.includes(undefined) || !(bestRate > 0 && bestRate < Infinity)) return undefined;
  const perArm = arms.map((arm, k): ArmLowerBound => {
    const own = actions.filter((action) => action.arm === k);
    const ties = own.filter(({ gap }) => !(gap > TIE * bestRate));
    const best = Math.max(-1, ...ties.map(({ cutoff }) => cutoff));
    const spent = best > 0 ? best + arm.resetting.mean(best) : 0;
    const longer = own.filter(({ cutoff }) => cutoff > best);
    return armBound(arm, longer, chances[k]!, { rate: bestRate, from: best, spent });
  });
  return { arms: perArm, coefficient: perArm.reduce((sum, { coefficient }) => sum + coefficient, 0) };
}

/**
 * A gap below this part of r* counts as none, which can only lower the bound: its divergence, some
 * gap², would be lost in the rounding of an integral.
 */
const TIE = 1e-5;

function armBound(
  arm: KnownArm,
  actions: readonly Action[],
  success: number,
  alternatives: Alternatives,
): ArmLowerBound {
  let most: ArmLowerBound = { coefficient: 0, cutoff: null, divergence: 0 };
  for (const { cutoff } of actions) {
    const { divergence, seenAt } = leastDivergence(arm, cutoff, success, alternatives);
    const coefficient = Math.min(
      ...actions.map(({ cutoff: other, gap, time }) => (gap * time.mean) / seenAt(other)),
    );
    if (coefficient > most.coefficient) most = { coefficient, cutoff, divergence };
  }
  return most;
}

/** The chance that a completed trial earns 1, if rewards are 0 or 1 and independent of the time. */
function successOf({ law }: KnownArm): number | undefined {
  const chance = law.rewardMoment(1, Infinity);
  const simple = [0.1, 0.5, 0.9, 1].every((share) => {
    const time = share < 1 ? law.time.quantile(share) : Infinity;
    const expected = chance * law.time.cdf(time);
    return [1, 2].every((power) => Math.abs(law.rewardMoment(power, time) - expected) <= 1e-9 * expected);
  });
  return simple && chance > 0 && chance <= 1 ? chance : undefined;
}

/** The laws that count as alternatives: those that agree with the arm's up to a time. */
interface Alternatives {
  /** r*: the rate that the alternative is to reach. */
  readonly rate: number;
  /** The law may change beyond this time; below 0, anywhere. */
  readonly from: number;
  /** t* + C(t*), the time of a trial that `from` cuts; 0 where the law may change anywhere. */
  readonly spent: number;
}

/** The alternative that is hardest to tell from the arm's law among those that make one cutoff as good as r*. */
interface LeastDivergence {
  /** K_inf: its Kullback–Leibler divergence, seen through a trial at that cutoff. */
  readonly divergence: number;
  /** The same, seen through a trial at another cutoff: less below, the same above. */
  seenAt(cutoff: number): number;
}

/**
 * K_inf of one cutoff t. What the alternative Q must reach is E_Q[ψ ; X > from] ≥ 0 with
 *   ψ = V(t) − r*·(U(t) − spent),
 * at most 1 + r*·(spent − from). By the one-dimensional dual (Honda and Takemura 2010),
 *   K_inf = max over 0 ≤ λ ≤ 1/sup ψ of E[log(1 − λ·ψ) ; X > from],
 * and Q has the density 1/(1 − λ·ψ) towards the arm's law, with what is missing to 1 just beyond `from`.
 * Completed trials pay 1 with chance `success` and otherwise 0.
 */
export function leastDivergence(
  { law, resetting }: KnownArm,
  cutoff: number,
  success: number,
  { rate, from, spent }: Alternatives,
): LeastDivergence {
  const { time } = law;
  const left = cutoff === Infinity ? 0 : time.survival(cutoff);
  const cut = left > 0 ? rate * (cutoff + resetting.mean(cutoff) - spent) : 0;
  const most = Math.max(1 + rate * (spent - Math.max(from, 0)), -cut);
  const changed = (multiplier: number, to: number) =>
    completedPart(time, { from, to, success }, logarithms(multiplier, rate, spent));
  const dual = (multiplier: number) =>
    changed(multiplier, cutoff) + (left > 0 ? left * Math.log1p(multiplier * cut) : 0);
  const { at, value } = goldenSection(dual, 0, 1 / most);
  const divergence = Math.max(0, value);
  return {
    divergence,
    seenAt(other) {
      if (other >= cutoff) return divergence;
      const running = time.survival(other);
      if (!(running > 0)) return divergence;
      // Q's chance of running beyond the other cutoff, from the end, where nothing cancels.
      const between = { from: other, to: cutoff, success };
      const chance =
        completedPart(time, between, densities(at, rate, spent)) + (left > 0 ? left / (1 + at * cut) : 0);
      return Math.max(0, changed(at, other) + running * Math.log(running / chance));
    },
  };
}

/** A function of ψ, where ψ = 1 − rewardless and where ψ = −rewardless, rewardless = r*·(x − spent). */
interface OfOutcome {
  readonly rewarded: Smooth;
  readonly unrewarded: Smooth;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly success: number;
}

/** E[… ; from < X ≤ to] over both rewards. */
function completedPart(
  law: Law,
  { from, to, success }: Stretch,
  { rewarded, unrewarded }: OfOutcome,
): number {
  const yes = success > 0 ? success * expectationBeyond(law, rewarded, from, to) : 0;
  return success < 1 ? yes + (1 - success) * expectationBeyond(law, unrewarded, from, to) : yes;
}

/** log(1 − λψ). */
const logarithms = (multiplier: number, rate: number, spent: number) =>
  ofDual(multiplier, rate, spent, Math.log, (dual) => 1 / dual);

/** 1/(1 − λψ). */
const densities = (multiplier: number, rate: number, spent: number) =>
  ofDual(
    multiplier,
    rate,
    spent,
    (dual) => 1 / dual,
    (dual) => -1 / dual ** 2,
  );

function ofDual(
  multiplier: number,
  rate: number,
  spent: number,
  value: (dual: number) => number,
  slope: (dual: number) => number,
): OfOutcome {
  const steepness = multiplier * rate;
  const of = (reward: number): Smooth => {
    const dual = (x: number) => 1 - multiplier * reward + steepness * (x - spent);
    return { value: (x) => value(dual(x)), slope: (x) => steepness * slope(dual(x)) };
  };
  return { rewarded: of(1), unrewarded: of(0) };
}

/** A smooth function of time, with its derivative. */
interface Smooth {
  value(time: number): number;
  slope(time: number): number;
}

/**
 * E[g(X) ; from < X ≤ to]; a `from` below 0 takes the law whole. Laws made of others are taken apart; for
 * the rest, by parts towards `to`,
 *   g(to)·P(from < X ≤ to) − ∫ g'(x)·P(from < X ≤ x) dx
 * so that g may be −∞ at `from`, as the logarithm of a dual is at its end.
 */
function expectationBeyond(law: Law, g: Smooth, from: number, to: number): number {
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
/** The quantile that stands for a cutoff of ∞. */
const NEARLY_ALL = 1 - 1e-12;
