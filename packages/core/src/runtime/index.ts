/** @mulligan/core/runtime: Learned timeouts, retries and hedges around asynchronous functions. */

export { type Abortable, AbortSignals } from "./abort-signals.ts";
export type {
  AdvisedStart,
  AttemptReport,
  CallRequest,
  MadeBefore,
  Refusal,
  RefusalReason,
} from "./advised-call.ts";
export type { ArmState } from "./arm-health.ts";
export type { AttemptContext } from "./attempt.ts";
export {
  type CallAdvisor,
  type CallAdvisorOptions,
  callAdvisor,
  type PlainState,
  type SavedAdvisor,
} from "./call-advisor.ts";
export { type Clock, platformClock } from "./clock.ts";
export {
  AttemptsFailedError,
  type FailedAttempt,
  type FailureReason,
  retryAfterMs,
} from "./errors.ts";
export type { AttemptEnding, OfAttempt, OfExecution, RuntimeEvents } from "./events.ts";
export type { SavedTimes } from "./learning/hazards.ts";
export type { SavedArm } from "./learning/learned-arm.ts";
export { type Mulligan, mulligan } from "./mulligan.ts";
export type {
  ArmFunction as Arm,
  ArmInput,
  ArmName,
  Arms,
  ArmValue,
  ExecuteArguments,
  ExecuteOptions,
  MulliganOptions,
  SameInput,
} from "./options.ts";
export { mergeSnapshots, type RuntimeSnapshot, type SavedLearning } from "./snapshot.ts";
export type {
  ArmExplanation,
  ArmStats,
  Explanation,
  ExplanationReason,
  RuntimeStats,
} from "./stats.ts";
