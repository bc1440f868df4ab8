/** @mulligan/core/runtime: Learned timeouts, retries and hedges around asynchronous functions. */

export type {
  AdvisedStart,
  AttemptReport,
  CallRequest,
  MadeBefore,
  Refusal,
  RefusalReason,
} from "./advice.ts";
export type { ArmStats } from "./arm-counts.ts";
export type { ArmState } from "./arm-health.ts";
export type { AttemptContext } from "./attempt.ts";
export { AttemptsFailedError, type FailedAttempt, type FailureReason } from "./attempts-failed.ts";
export {
  type CallAdvisor,
  type CallAdvisorOptions,
  callAdvisor,
  type SavedAdvisor,
} from "./call-advisor.ts";
export type { Clock } from "./clock.ts";
export type { AttemptEnding, OfAttempt, OfExecution, RuntimeEvents } from "./events.ts";
export type { ArmExplanation, Explanation, ExplanationReason } from "./explain.ts";
export type { SavedTimes } from "./learning/attempt-times.ts";
export type { SavedArm } from "./learning/known-arm.ts";
export { type Mulligan, mulligan, type RuntimeStats } from "./mulligan.ts";
export type {
  Arm,
  ArmInput,
  ArmName,
  Arms,
  ArmValue,
  ExecuteArguments,
  ExecuteOptions,
  MulliganOptions,
  SameInput,
} from "./options.ts";
export type { PlainState } from "./plain-state.ts";
export { retryAfterMs } from "./retry-after.ts";
export { mergeSnapshots, type RuntimeSnapshot, type SavedLearning } from "./snapshot.ts";
