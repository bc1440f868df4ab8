import { bestCutoff, FLAT } from "./best-cutoff.ts";
import type { KnownArm } from "./known-arm.ts";
import { rewardRate } from "./reward-rate.ts";

/** Whether some finite cutoff beats waiting, which one does so by most, and by how much. */
export interface RestartVerdict {
  readonly pays: boolean;
  /** t*; Infinity if nothing is gained, 0 if the rate grows without end as the cutoff shrinks. */
  readonly cutoff: number;
  /** r(t*), or Infinity. */
  readonly rate: number;
  /** E[R]/E[X]. */
  readonly rateWithoutCutoff: number;
  /** How many times as much is earned with the cutoff as without: 1 if nothing is gained, Infinity if one rate is 0 or the other infinite. */
  readonly gain: number;
  /** False where ever shorter cutoffs earn ever more, so that there is no best one: see `BestCutoff`. */
  readonly attained: boolean;
}

/**
 * Is t* finite (thm:opt-int)? Decided on the rates themselves, so a gain of less than one part in 10¹⁰
 * counts as none: a lognormal law with small σ has a finite t* in principle, at a time that never comes.
 */
export function restartPays(arm: KnownArm): RestartVerdict {
  const rateWithoutCutoff = rewardRate(arm, Infinity);
  const { cutoff, rate, attained } = bestCutoff(arm);
  const pays = cutoff < Infinity && rate > rateWithoutCutoff * (1 + FLAT);
  if (!pays)
    return { pays, cutoff: Infinity, rate: rateWithoutCutoff, rateWithoutCutoff, gain: 1, attained: true };
  return { pays, cutoff, rate, rateWithoutCutoff, gain: rate / rateWithoutCutoff, attained };
}
