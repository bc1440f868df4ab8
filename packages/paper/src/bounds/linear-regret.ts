import { confidenceFactor, DEFAULT_ALPHA, type KnownArm, longestReset } from "@mulligan/core/theory";
import { type Action, actionTable } from "./action-table.ts";
import { betaOfLeastPenalty } from "./estimation.ts";
import { optimalityGap } from "./overshoot.ts";
import type { ArmRegret, RegretBound, RegretBoundOptions } from "./regret-finite.ts";
import { type Optimism, optimismOf, timeToTell, trialsInTheLimit, trialsToTell } from "./trials-to-tell.ts";

/** The constants of the index; the bound has no printed form. */
export interface LinearRegretOptions extends Omit<RegretBoundOptions, "variant"> {
  /** First trials of every arm and cutoff; default 40, as in the experiments. */
  readonly init?: number;
  /** Whether a trial informs the shorter cutoffs too; default "on". */
  readonly sharing?: "on" | "off";
}

/** Regret ≤ coefficient·log τ + constant for every τ of at least the longest trial. */
export interface LinearRegretBound extends RegretBound {
  /**
   * `separate` sums over all worse cutoffs; `shared` leaves out those below the best one of the best arm. The paper's
   * maximum over them relies on eqn:decomposition-2, which is wrong (docs/errata.md#e23).
   */
  readonly arms: readonly ArmRegret[];
  /** Σ_k α·shared_k, or α·separate_k without sharing. */
  readonly coefficient: number;
  /** The sum of the costs of first trials, failing radii, last trials and the overshoot. */
  readonly constant: number;
  /**
   * The requirement on the trials of the best action: 0 if there is none, otherwise this number times log n. With fewer
   * trials, bad luck on them can last (docs/explanation/linear-in-the-longest-cutoff.md).
   */
  readonly settled: number;
  /**
   * A bound on lim sup regret/log τ. With sharing it is at most a maximum over the cutoffs of each arm, not a sum:
   *   α·Σ_k min{Σ_l y_l·Δ_l·μ_l, max_l y_l·max{Δμ of the cutoffs from t_l on}}
   * with the trials y_l of `trialsInTheLimit` (docs/explanation/linear-in-the-longest-cutoff.md#with-sharing-the-number-of-cutoffs-does-not-matter-in-the-limit).
   */
  readonly limit: number;
}

/**
 * Returns a bound on the regret of UCB-RB that is linear in the longest cutoff for every law, where thm:ucb-rb has t_L²
 * (and rem:tl-dependence calls that inevitable):
 *   α·Σ Δ·min{b/x, μ/p}·log τ + constant,  b = t + C(t)
 * with the time b/x and the trials 1/p of `trials-to-tell.ts`. Proved for rewards in [0, 1] and known
 * resetting times; Infinity where rewards exceed 1.
 */
export function ucbRbLinearRegret(
  arms: readonly KnownArm[],
  cutoffs: readonly number[],
  options: LinearRegretOptions = {},
): LinearRegretBound {
  const { alpha = DEFAULT_ALPHA, beta = betaOfLeastPenalty(), init = 40, sharing = "on" } = options;
  const unbounded = cutoffs.find((cutoff) => !(cutoff < Infinity));
  if (unbounded !== undefined) {
    throw new RangeError(`ucbRbLinearRegret: cutoffs must be finite, got ${unbounded}`);
  }
  if (!(alpha > 2)) throw new RangeError(`ucbRbLinearRegret: alpha must exceed 2, got ${alpha}`);
  const factor = confidenceFactor(beta);
  const { actions, bestRate } = actionTable(arms, cutoffs);
  const rangeOf = ({ arm, cutoff }: Action) =>
    cutoff + Math.max(arms[arm].resetting.mean(cutoff), longestReset(arms[arm], cutoff));
  const best = actions.filter(({ gap }) => !(gap > 0));
  const worse = actions
    .filter(({ gap }) => gap > 0)
    .map((action) => costOf(action, bestRate, rangeOf(action), factor, outgrown(action, best)));
  const perArm = arms.map((_, arm): ArmRegret => {
    const costs = worse.filter(({ action }) => action.arm === arm);
    const lasting = costs.filter(({ outgrown }) => !outgrown);
    return { separate: total(costs, ({ toTell }) => toTell), shared: total(lasting, ({ toTell }) => toTell) };
  });
  const optimism = best
    .map((action) => optimismOf(action, rangeOf(action), factor, alpha))
    .sort((a, b) => a.settled - b.settled || a.failures - b.failures)[0];
  const { settled } = optimism;
  if (arms.some(({ law }) => !(law.rewardHigh <= 1)) || !(bestRate < Infinity)) {
    const unknown = perArm.map(() => ({ separate: Infinity, shared: Infinity }));
    return { arms: unknown, coefficient: Infinity, constant: Infinity, settled, limit: Infinity };
  }
  const kept = sharing === "on" ? "shared" : "separate";
  const coefficient = alpha * total(perArm, (arm) => arm[kept]);
  const leastTime = Math.min(...actions.map(({ time }) => time.mean));
  const constant =
    coefficient * Math.log(2 / leastTime) +
    constantOf(worse, alpha, init, optimism) +
    (sharing === "on" ? earlyOf(worse, alpha, init, optimism) : 0) +
    optimalityGap(arms, cutoffs);
  const limit =
    alpha *
    total(arms, (_, arm) =>
      limitOf(
        worse.filter(({ action }) => action.arm === arm),
        sharing,
      ),
    );
  return { arms: perArm, coefficient, constant, settled, limit };
}

/** The cost of one action that is not the best. */
interface Cost {
  readonly action: Action;
  /** Δ·μ, the loss by one trial. */
  readonly perTrial: number;
  /** 1/p: trials per log(n^α). */
  readonly trials: number;
  /** The same as τ → ∞. */
  readonly trialsInTheLimit: number;
  /** Δ·min{b/x, μ/p}: the loss per log(n^α) until it is distinguished from the best. */
  readonly toTell: number;
  /** The loss by the last trial, which ends after the horizon. */
  readonly last: number;
  /** Whether the trials of the best action inform it, so that it is played O(1) times. */
  readonly outgrown: boolean;
}

function costOf(action: Action, bestRate: number, range: number, factor: number, outgrown: boolean): Cost {
  const { gap, rate, time } = action;
  const perTrial = gap * time.mean;
  const trials = trialsToTell(action, bestRate, range, factor);
  const byTime = gap * timeToTell(rate, bestRate, range, factor);
  const byTrials = perTrial * trials;
  const last = byTime < byTrials ? gap * range : perTrial;
  return {
    action,
    perTrial,
    trials,
    trialsInTheLimit: trialsInTheLimit(action, bestRate, range, factor),
    toTell: Math.min(byTime, byTrials),
    last,
    outgrown,
  };
}

/** Returns the loss of one arm per log(n^α) as τ → ∞, from its costs in the order of the cutoffs. */
function limitOf(costs: readonly Cost[], sharing: "on" | "off"): number {
  const lasting = sharing === "on" ? costs.filter(({ outgrown }) => !outgrown) : costs;
  const sum = total(lasting, (cost) => cost.trialsInTheLimit * cost.perTrial);
  if (sharing === "off") return sum;
  let [dearest, most] = [0, 0];
  for (const cost of lasting.toReversed()) {
    dearest = Math.max(dearest, cost.perTrial);
    most = Math.max(most, cost.trialsInTheLimit * dearest);
  }
  return Math.min(sum, most);
}

/** True if the action lies below every best cutoff, all of its own arm, so that each best trial informs it. */
function outgrown({ arm, cutoff }: Action, best: readonly Action[]): boolean {
  return best.every((other) => other.arm === arm && other.cutoff > cutoff);
}

/** The chance that a radius fails is at most 8·n^(1−α) for an action at stage n; Σ n^(1−α) ≤ 1 + 1/(α−2). */
const failures = (alpha: number) => 8 * (1 + 1 / (alpha - 2));

/** First trials, last trials, and the stages at which a radius of the played or of the best action fails. */
function constantOf(worse: readonly Cost[], alpha: number, init: number, optimism: Optimism): number {
  const each = total(worse, ({ perTrial }) => perTrial);
  const worst = Math.max(0, ...worse.map(({ perTrial }) => perTrial));
  const failed = failures(alpha) * (each + worst) + optimism.failures * worst;
  return init * each + total(worse, ({ last }) => last) + failed;
}

/**
 * Returns the cost of the outgrown actions. They are played only before stage n₀, from which on the best action has
 * more trials than they need, n/2 ≥ α·Σ1/p·log n + (1 + init)·count, or while half of all stages failed.
 */
function earlyOf(worse: readonly Cost[], alpha: number, init: number, optimism: Optimism): number {
  const early = worse.filter((cost) => cost.outgrown);
  if (early.length === 0) return 0;
  const needed = alpha * total(worse, ({ trials }) => trials);
  let stage = 1e300;
  for (let i = 0; i < 200; i++) stage = 2 * (needed * Math.log(stage) + (1 + init) * worse.length);
  const failed = failures(alpha) * (worse.length + 1) + optimism.failures;
  return alpha * Math.log(stage + 2 * failed) * total(early, ({ toTell }) => toTell);
}

const total = <T>(items: readonly T[], value: (item: T, place: number) => number) =>
  items.reduce((sum, item, place) => sum + value(item, place), 0);
