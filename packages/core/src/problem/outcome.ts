/**
 * One choice π_n = (I_n, ν_n): the arm to start and its cutoff. The caller keeps it and returns it with the outcome, so
 * that answers may come late, in any order, or never.
 */
export interface Decision {
  /** Index of the arm, in the order in which the arms were given. */
  readonly arm: number;
  /** The time at which to give up, measured from the start of the trial; Infinity waits for the end. */
  readonly cutoff: number;
  /** The number of the attempt at its task, from 1; absent where tasks are not tried again. */
  readonly attempt?: number;
  /** The task, if the caller named it. */
  readonly task?: TaskName;
}

/** Identifies a task, so that a policy can distinguish its attempts from those at another. */
export type TaskName = string | number;

/**
 * The outcome of a trial. A censored trial has no reward field, so that a zero that was never observed cannot be read.
 * Time is measured from the start of the trial, without the reset that follows a cut.
 */
export type Outcome =
  | { readonly kind: "completed"; readonly time: number; readonly reward: number }
  | { readonly kind: "censored"; readonly time: number; readonly resetting?: number };

/** Returns the outcome that this trial would have had under a smaller cutoff (subsec:info-structure). */
export function recut(outcome: Outcome, cutoff: number): Outcome {
  if (outcome.kind === "completed" && outcome.time <= cutoff) return outcome;
  if (cutoff > outcome.time) {
    throw new RangeError(`recut: a trial censored at ${outcome.time} says nothing about cutoff ${cutoff}`);
  }
  return { kind: "censored", time: cutoff };
}

/** Throws if an outcome is impossible, before it reaches any statistic. */
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

/** Returns how much of the budget a trial used (eqn:ukl): its time, and the reset if it was cut. */
export function elapsed(outcome: Outcome, resetting: number): number {
  return outcome.kind === "completed" ? outcome.time : outcome.time + (outcome.resetting ?? resetting);
}

/**
 * The time budget τ and its rule. A trial that crosses it still counts with `inclusive`, as in the paper's N_π(τ), and
 * does not count with `strict`, as at a real deadline (docs/errata.md#e21).
 */
export interface Horizon {
  /** The time budget τ. */
  readonly time: number;
  /** Whether the trial that crosses the horizon counts. */
  readonly rule: "inclusive" | "strict";
}

/** Makes a time budget. A trial that crosses it counts unless the rule is `strict`. */
export function horizon(time: number, rule: Horizon["rule"] = "inclusive"): Horizon {
  if (!(time > 0 && time < Infinity)) {
    throw new RangeError(`horizon: time must be a finite number above 0, got ${time}`);
  }
  if (rule !== "inclusive" && rule !== "strict") {
    throw new RangeError(`horizon: rule must be inclusive or strict, got ${JSON.stringify(rule)}`);
  }
  return { time, rule };
}
