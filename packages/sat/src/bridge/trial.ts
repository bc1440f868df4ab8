// The words of `@mulligan/core` that the bridge speaks: its Decision, its Outcome and the half of its
// Policy that a loop needs, written again with the same structure.

export interface Decision {
  readonly arm: number;
  /** In flips; Infinity waits for the end. */
  readonly cutoff: number;
  /** Which attempt at its task this is, from 1; absent where tasks are not tried again. */
  readonly attempt?: number;
}

export type Outcome =
  | { readonly kind: "completed"; readonly time: number; readonly reward: number }
  | { readonly kind: "censored"; readonly time: number };

export interface Decider {
  decide(): Decision;
  observe(decision: Decision, outcome: Outcome): void;
}
