/** @mulligan/core: what most people need. The rest stands in subpaths, one a room (src/README.md). */

export { type DataTestOptions, type DataVerdict, type Pair, restartOnData } from "./analysis/index.ts";
export {
  makePolicy,
  makeTaskPolicy,
  type Policy,
  type PolicyRequest,
  type PolicySnapshot,
  type RestoreRequest,
  restorePolicy,
  restoreTaskPolicy,
  type TaskPolicy,
} from "./policies/index.ts";
export type { Decision, Outcome } from "./problem/index.ts";
export {
  type ArmStats,
  type Arms,
  type AttemptContext,
  AttemptsFailedError,
  type Clock,
  type ExecuteOptions,
  type FailedAttempt,
  type FailureReason,
  type Mulligan,
  type MulliganOptions,
  mergeSnapshots,
  mulligan,
  type RuntimeEvents,
  type RuntimeSnapshot,
  type RuntimeStats,
} from "./runtime/index.ts";
