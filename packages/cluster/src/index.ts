/** @mulligan/cluster: Many machines: tasks by BullMQ, statistics merged exactly in Redis. */

export type { EntryCounts } from "./learning/outbox.ts";
export type { JobTask } from "./messages/job.ts";
export { namesOf, RUN_NAME, VERSION } from "./messages/keys.ts";
export type {
  EndEntry,
  ResultEntry,
  TrialEntry,
  TurnEntry,
} from "./messages/log-entry.ts";
export { cutoffDocument, type Learning, learningPolicy, type RunDocument } from "./messages/run-document.ts";
export { Blobs, hashOf, MAX_BLOB_BYTES } from "./store/blobs.ts";
export {
  type ConnectionNotice,
  checkConnection,
  connectRedis,
  parseRedisUrl,
  type Redis,
  type RedisPlace,
  shownPlace,
} from "./store/connection.ts";
export { LOG_PLACE, type LoggedEntry, RunStore } from "./store/run-store.ts";
export {
  Coordinator,
  type CoordinatorSetting,
  type DispatchedTurn,
  type FailedJob,
} from "./work/coordinator.ts";
export { dispatchTasks, type TaskSource, WINDOW } from "./work/dispatch-tasks.ts";
export type {
  Turn,
  TurnEnd,
  TurnExecutor,
  TurnExecutorFactory,
  TurnTrial,
  WorkerRun,
} from "./work/turn.ts";
export {
  type ClusterWorker,
  LOCK_MS,
  startClusterWorker,
  type WorkerSetting,
} from "./work/worker.ts";
