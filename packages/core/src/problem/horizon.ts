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
