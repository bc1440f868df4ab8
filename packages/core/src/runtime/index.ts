/** @mulligan/core/runtime: Learned timeouts, retries and hedges around asynchronous functions. */

export type { ArmStats } from "./arm-counts.ts";
export type { AttemptContext } from "./attempt.ts";
export { AttemptsFailedError, type FailedAttempt, type FailureReason } from "./attempts-failed.ts";
export type { CallPolicy } from "./call-policy.ts";
export type { Clock } from "./clock.ts";
export type { RuntimeEvents } from "./events.ts";
export { type Mulligan, mulligan, type RuntimeStats } from "./mulligan.ts";
export type { ArmInput, ArmName, Arms, ArmValue, ExecuteOptions, MulliganOptions } from "./options.ts";
export type { RuntimeSnapshot } from "./snapshot.ts";
