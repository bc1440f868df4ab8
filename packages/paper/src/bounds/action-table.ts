import {
  type KnownArm,
  longestReset,
  rewardRate,
  rewardSpread,
  type Spread,
  timeSpread,
} from "@mulligan/core/theory";

/** One decision (k, t_l) with the quantities of the regret bounds. */
export interface Action {
  /** k, an index into the arms. */
  readonly arm: number;
  /** t_l. */
  readonly cutoff: number;
  /** r_k(t_l). */
  readonly rate: number;
  /** Δ_{k,l} = r* − r_k(t_l), reward lost per unit time. */
  readonly gap: number;
  /** U; its mean is μ_{k,l}. */
  readonly time: Spread;
  /** V. */
  readonly reward: Spread;
  /** ℂ_{k,l} = ℂ²(U) + ℂ²(V). */
  readonly variation: number;
  /** 𝕂_{k,l} = 𝕂(U) + 𝕂(V). */
  readonly kurtosis: number;
  /** 𝔹_{k,l}. */
  readonly range: number;
}

/** The decisions of a problem, and the best rate. */
export interface ActionTable {
  /** r*, the best rate among the decisions. */
  readonly bestRate: number;
  /** All actions, arm by arm. */
  readonly actions: readonly Action[];
}

/** Returns every decision of arms × cutoffs, with its gap and its spread (the quantities of thm:ucb-rb). */
export function actionTable(arms: readonly KnownArm[], cutoffs: readonly number[]): ActionTable {
  if (arms.length === 0 || cutoffs.length === 0) {
    throw new RangeError(
      `actionTable: arms and cutoffs must be given, got ${arms.length} and ${cutoffs.length}`,
    );
  }
  const rates = arms.map((arm) => cutoffs.map((cutoff) => rewardRate(arm, cutoff)));
  const bestRate = Math.max(...rates.flat());
  const actions = arms.flatMap((known, arm) =>
    cutoffs.map((cutoff, l): Action => {
      const time = timeSpread(known, cutoff);
      const reward = rewardSpread(known, cutoff);
      return {
        arm,
        cutoff,
        rate: rates[arm][l],
        gap: bestRate - rates[arm][l],
        time,
        reward,
        variation: time.variation + reward.variation,
        kurtosis: time.kurtosis + reward.kurtosis,
        range: relativeRange(known, cutoff, time.mean, reward.mean),
      };
    }),
  );
  return { bestRate, actions };
}

/**
 * How far one sample can move the two means, relative to them: 𝔹_{k,l} of thm:ucb-rb.
 *   1/E[V] + 2·t_l/E[U]
 * 2·t_l is the paper's bound for t_l + C(t_l), since it assumes C(t) ≤ t; a longer reset widens it, up to its longest
 * (docs/errata.md#e8).
 */
function relativeRange(arm: KnownArm, cutoff: number, meanTime: number, meanReward: number): number {
  const longest = Math.max(2 * cutoff, cutoff + longestReset(arm, cutoff));
  return longest === Infinity ? Infinity : 1 / meanReward + longest / meanTime;
}
