/**
 * One choice π_n = (I_n, ν_n): which arm to start and when to cut it off. The caller holds it and hands
 * it back with the outcome, so that answers may come late, in any order, or never.
 */
export interface Decision {
  /** Index of the arm, in the order in which the arms were given. */
  readonly arm: number;
  /** When to give up, measured from the start of the trial; Infinity waits for the end. */
  readonly cutoff: number;
  /** Which attempt at its task this is, from 1; absent where tasks are not tried again. */
  readonly attempt?: number;
  /** The task, where the caller named it. */
  readonly task?: TaskName;
}

/** Identifies a task, so that a policy can tell its attempts from those at another. */
export type TaskName = string | number;

/**
 * What a trial showed. A censored trial has no reward field, so that a zero that was never observed cannot
 * be read. Time is measured from the start of the trial; the reset that follows a cut is not in it.
 */
export type Outcome =
  | { readonly kind: "completed"; readonly time: number; readonly reward: number }
  | { readonly kind: "censored"; readonly time: number; readonly resetting?: number };

/** The outcome this trial would have had under a smaller cutoff (subsec:info-structure). */
export function recut(outcome: Outcome, cutoff: number): Outcome {
  if (outcome.kind === "completed" && outcome.time <= cutoff) return outcome;
  if (cutoff > outcome.time) {
    throw new RangeError(`recut: a trial censored at ${outcome.time} says nothing about cutoff ${cutoff}`);
  }
  return { kind: "censored", time: cutoff };
}

/** Refuses an impossible outcome before it reaches any statistic. */
export function checkOutcome(outcome: Outcome): void {
  if (outcome === null || typeof outcome !== "object") {
    throw new TypeError(`outcome: must be an object, got ${String(outcome)}`);
  }
  const { kind, time } = outcome;
  if (kind !== "completed" && kind !== "censored") {
    throw new TypeError(`outcome: kind must be "completed" or "censored", got ${JSON.stringify(kind)}`);
  }
  if (!(time >= 0 && time < Infinity)) {
    throw new RangeError(`outcome: time must be a finite number of at least 0, got ${time}`);
  }
  if (outcome.kind === "completed") {
    if (!(outcome.reward >= 0 && outcome.reward <= 1)) {
      throw new RangeError(`outcome: reward must lie in [0, 1], got ${outcome.reward}`);
    }
  } else if (outcome.resetting !== undefined && !(outcome.resetting >= 0 && outcome.resetting < Infinity)) {
    throw new RangeError(
      `outcome: resetting must be a finite number of at least 0, got ${outcome.resetting}`,
    );
  }
}

/** How much of the budget a trial used (eqn:ukl): its time, and the reset if it was cut. */
export function elapsed(outcome: Outcome, resetting: number): number {
  return outcome.kind === "completed" ? outcome.time : outcome.time + (outcome.resetting ?? resetting);
}

/**
 * The time budget τ, and whether the trial that crosses it still counts: N_π(τ) of the paper lets it
 * (`inclusive`), a real deadline does not (`strict`; docs/errata.md#e21).
 */
export interface Horizon {
  readonly time: number;
  readonly rule: "inclusive" | "strict";
}

/** A time budget; the trial that crosses it counts unless the rule is `strict`. */
export function horizon(time: number, rule: Horizon["rule"] = "inclusive"): Horizon {
  if (!(time > 0 && time < Infinity)) {
    throw new RangeError(`horizon: time must be a finite number above 0, got ${time}`);
  }
  if (rule !== "inclusive" && rule !== "strict") {
    throw new RangeError(`horizon: rule must be inclusive or strict, got ${JSON.stringify(rule)}`);
  }
  return { time, rule };
}
