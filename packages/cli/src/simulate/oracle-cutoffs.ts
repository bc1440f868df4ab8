import type { Law } from "@mulligan/core/distributions";
import { autoCutoffs, type CutoffSet, parseCutoffs } from "@mulligan/core/problem";
import { type AllowedCutoffs, bestCutoff, type KnownArm, optimal } from "@mulligan/core/theory";

export interface OracleCutoffs {
  /** What policies choose from. */
  readonly cutoffs: CutoffSet;
  /** What the best they are compared with is the best of; all cutoffs if undefined. */
  readonly among?: AllowedCutoffs;
}

/** Of the trials that complete before the shortest cutoff, where there must be one. */
const SHARE_BEFORE = 0.1;
const STEP = 0.01;

/**
 * Where ever shorter cutoffs earn ever more, without end, there is no best of all, and who finds that out makes ever
 * more trials in the same time. Then policies are compared with the best of the cutoffs given; and where none are,
 * none is shorter than the time by which one trial in ten completes.
 */
export function oracleCutoffs(arms: readonly KnownArm[], text: string): OracleCutoffs {
  const cutoffs = parseCutoffs(text);
  if (optimal(arms).rate < Infinity) return { cutoffs };
  if (cutoffs.kind === "list") return { cutoffs, among: cutoffs.values };
  if (cutoffs.kind === "interval") return { cutoffs, among: { low: cutoffs.low, high: cutoffs.high } };
  const endless = arms.filter((arm) => bestCutoff(arm).rate === Infinity);
  const low = Math.max(...endless.map(({ law }) => timeByWhich(law.time, SHARE_BEFORE)));
  return { cutoffs: autoCutoffs(low), among: { low, high: Infinity } };
}

/** Or the next quantile above 0, where so many trials take no time at all. */
function timeByWhich(time: Law, share: number): number {
  for (let chance = share; chance < 1; chance += STEP) {
    if (time.quantile(chance) > 0) return time.quantile(chance);
  }
  return time.quantile(1);
}
