import { type Action, actionTable } from "./action-table.ts";
import type { KnownArm } from "./known-arm.ts";
import { type Alternatives, leastDivergence } from "./least-divergence.ts";

/** What one arm adds to the lower bound. */
export interface ArmLowerBound {
  readonly coefficient: number;
  /** The cutoff that the decisive alternative makes as good as r*; null where the arm adds nothing. */
  readonly cutoff: number | null;
  /** K_inf of that alternative, per trial at that cutoff. */
  readonly divergence: number;
}

/** What every policy loses at least that learns at all. */
export interface RegretLowerBound {
  readonly arms: readonly ArmLowerBound[];
  /** lim inf of regret/log τ is at least this. */
  readonly coefficient: number;
}

/**
 * A lower bound on the regret of every policy that is consistent, i.e. whose regret is o(τ^a) for every
 * a > 0 and all laws with rewards in [0, 1] (Lai and Robbins 1985, Graves and Lai 1997):
 *   lim inf regret/log τ ≥ Σ_k max over alternatives Q_l of min over j of Δ_j·μ_j / K_j(Q_l)
 * On the best arm Q_l agrees with the law up to t* (the longest best cutoff), makes t_l > t* as good as
 * r*, and shows itself only to trials at t_j > t*, by K_j(Q_l); on another arm it may change the law
 * anywhere. Cutoffs below t* on the best arm add nothing: every trial at t* tells of them. An arm whose
 * longest cutoff is the best adds 0. One alternative an arm at a time, not all of them at once, so that
 * the bound is valid but not always the largest. Undefined unless the completed trials pay 1, or 0 or 1
 * by a coin that does not look at the time: more of a law's rewards than their moments is not known.
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

/** The chance that a completed trial pays, where it pays 1 or nothing whatever its time. */
function successOf({ law }: KnownArm): number | undefined {
  const chance = law.rewardMoment(1, Infinity);
  const simple = [0.1, 0.5, 0.9, 1].every((share) => {
    const time = share < 1 ? law.time.quantile(share) : Infinity;
    const expected = chance * law.time.cdf(time);
    return [1, 2].every((power) => Math.abs(law.rewardMoment(power, time) - expected) <= 1e-9 * expected);
  });
  return simple && chance > 0 && chance <= 1 ? chance : undefined;
}
