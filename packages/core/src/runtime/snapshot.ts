import type { PolicySnapshot } from "../policies/definition/policy.ts";

/** All that was learned, as plain data that survives JSON. */
export interface RuntimeSnapshot {
  readonly version: 1;
  readonly policy: PolicySnapshot;
  /** What the first attempts of each arm showed. */
  readonly firstAttempts: readonly (readonly number[])[];
  /** The shortest success of any arm, in ms; absent before the first. */
  readonly fastest?: number;
}
