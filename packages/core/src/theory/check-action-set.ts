import { fourDigits } from "./brief.ts";
import type { KnownArm } from "./known-arm.ts";

/** One half of assn:action-set: the least value over the arms, and what it had to be. */
export interface ActionSetHalf {
  readonly holds: boolean;
  readonly value: number;
  /** The arm with the least value, an index. */
  readonly arm: number;
  /** By how much the value falls short of what is required; 0 if it holds. */
  readonly shortfall: number;
}

/** Whether the shortest cutoff is long enough, and if not, for which arm. */
export interface ActionSetVerdict {
  readonly holds: boolean;
  /** E[min(X_k, t₁)] ≥ μ_*. */
  readonly leastMean: ActionSetHalf;
  /** P(X_k ≤ t₁ | R_k = ρ) ≥ ε for every reward ρ. */
  readonly leastCompletion: ActionSetHalf;
  readonly sentence: string;
}

/** How much the shortest cutoff must show. */
export interface ActionSetRequirements {
  /** μ_*; by default anything above 0. */
  readonly leastMean?: number;
  /** ε; by default anything above 0. */
  readonly leastCompletion?: number;
}

/**
 * Is the smallest cutoff t₁ long enough to learn from (assn:action-set)? The bounds divide by μ_* and ε.
 * The second half fails whenever some reward comes only after t₁, as with R = ωX^γ at any finite t₁.
 */
export function checkActionSet(
  arms: readonly KnownArm[],
  cutoffs: readonly number[],
  required: ActionSetRequirements = {},
): ActionSetVerdict {
  if (arms.length === 0 || cutoffs.length === 0) {
    throw new RangeError(
      `checkActionSet: arms and cutoffs must be given, got ${arms.length} and ${cutoffs.length}`,
    );
  }
  const first = Math.min(...cutoffs);
  const means = arms.map(({ law }) => law.time.meanMin(first));
  const leastMean = half(means, required.leastMean);
  const completions = arms.map(({ law }) => law.leastCompletion(first));
  const leastCompletion = half(completions, required.leastCompletion);
  const faults: string[] = [];
  if (!leastMean.holds) {
    faults.push(`${arms[leastMean.arm].name} runs ${fourDigits(leastMean.value)} on average, ${lack(leastMean)}`);
  }
  if (!leastCompletion.holds) {
    const { arm, value } = leastCompletion;
    const chance = `completes with probability ${fourDigits(value)} given its least favourable reward`;
    faults.push(`${arms[arm].name} ${chance}, ${lack(leastCompletion)}`);
  }
  const holds = faults.length === 0;
  const sentence = holds
    ? `The smallest cutoff, ${fourDigits(first)}, is long enough: μ_* = ${fourDigits(leastMean.value)}, ε = ${fourDigits(leastCompletion.value)}.`
    : `Within the smallest cutoff, ${fourDigits(first)}, ${faults.join("; and ")}.`;
  return { holds, leastMean, leastCompletion, sentence };
}

function half(values: readonly number[], required: number | undefined): ActionSetHalf {
  const value = Math.min(...values);
  const holds = required === undefined ? value > 0 : value >= required;
  return { holds, value, arm: values.indexOf(value), shortfall: holds ? 0 : (required ?? 0) - value };
}

const lack = ({ shortfall }: ActionSetHalf) =>
  shortfall > 0 ? `${fourDigits(shortfall)} less than required` : "but must exceed 0";
