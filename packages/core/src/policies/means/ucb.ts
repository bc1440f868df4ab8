import { confidenceFactor, DEFAULT_ALPHA, DEFAULT_FACTOR } from "../../theory/concentration.ts";

/** The options that the three algorithms of the paper share; the defaults are those of its experiments. */
export const ucbOptions = {
  alpha: { kind: "number", text: "exploration: radii use log(n^alpha)", default: DEFAULT_ALPHA, above: 2 },
  factor: {
    kind: "number",
    text: "(1+beta)²/(1−beta), in place of beta; 1.01 if neither is given",
    atLeast: 1,
  },
  beta: { kind: "number", text: "slack of the rate estimate (lem:rate-conc)", above: 0, below: 1 },
  variant: {
    kind: "choice",
    text: "corrected, or the printed form (docs/errata.md)",
    values: ["corrected", "paper"],
    default: "corrected",
  },
} as const;

/** The paper's experiments give (1+β)²/(1−β) = 1.01 and no β; either is accepted (docs/errata.md#e11). */
export function factorOf(
  policy: string,
  { factor, beta }: { readonly factor?: number | undefined; readonly beta?: number | undefined },
): number {
  if (beta === undefined) return factor ?? DEFAULT_FACTOR;
  if (factor !== undefined) throw new RangeError(`${policy}: either factor or beta must be given, got both`);
  return confidenceFactor(beta);
}

/** The least mean time that a rate is divided by: a clock too coarse would make it 0/0. */
export const SHORTEST = 1e-150;

/**
 * The indices of one arm's cutoffs, prepared so that a decision is three products a cutoff. Every
 * confidence radius of the paper is, for λ = log(n^α), a sum of a term in λ and one in √λ:
 *   index = rate + linear·λ + root·√λ
 * Only λ changes from one decision to the next; the rest changes where a trial was observed.
 */
export class ActionIndexes {
  readonly rate: Float64Array;
  readonly linear: Float64Array;
  readonly root: Float64Array;

  constructor(cutoffs: number) {
    this.rate = new Float64Array(cutoffs).fill(Infinity);
    this.linear = new Float64Array(cutoffs);
    this.root = new Float64Array(cutoffs);
  }

  /** An action about which nothing is known yet comes before all others. */
  setUnknown(cutoff: number): void {
    this.rate[cutoff] = Infinity;
    this.linear[cutoff] = this.root[cutoff] = 0;
  }

  index(cutoff: number, logTerm: number, rootTerm: number): number {
    return this.rate[cutoff] + this.linear[cutoff] * logTerm + this.root[cutoff] * rootTerm;
  }
}

/** The arm and cutoff with the largest index; the longer cutoff where two are equal, since it informs the other. */
export function largestIndex(
  arms: readonly ActionIndexes[],
  logTerm: number,
  place: { arm: number; cutoff: number },
): void {
  const rootTerm = Math.sqrt(logTerm);
  let best = -Infinity;
  // The first action is played if no index is a number, as with alpha=inf.
  place.arm = place.cutoff = 0;
  for (let arm = 0; arm < arms.length; arm++) {
    const { rate, linear, root } = arms[arm];
    for (let cutoff = rate.length - 1; cutoff >= 0; cutoff--) {
      const index = rate[cutoff] + linear[cutoff] * logTerm + root[cutoff] * rootTerm;
      if (index > best) {
        best = index;
        place.arm = arm;
        place.cutoff = cutoff;
      }
    }
  }
}
