/**
 * What a trial showed. A censored trial has no reward field, so nobody can read a zero that was never
 * observed. Time is measured from the start of the trial; the reset that follows a cut is not in it.
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

/** Refuses what no trial can show, before it reaches any statistic. */
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
