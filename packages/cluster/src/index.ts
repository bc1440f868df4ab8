/** @mulligan/cluster: Many machines: tasks by BullMQ, statistics merged exactly in Redis. */

export { type ConnectionNotice, checkConnection, connect, type Redis } from "./connection/connect.ts";
export { parseRedisUrl, type RedisPlace, shownPlace } from "./connection/redis-place.ts";
export type { Answered } from "./learning/ledger.ts";
export type { TurnTask } from "./messages/job.ts";
export { namesOf, RUN_NAME } from "./messages/keys.ts";
export {
  cutoffNumber,
  type EndEntry,
  type LogEntry,
  outcomeOf,
  type ResultEntry,
  type TrialEntry,
} from "./messages/log-entry.ts";
export { cutoffDocument, type Learning, learningPolicy, type RunDocument } from "./messages/run-document.ts";
export { VERSION } from "./messages/version.ts";
export { Blobs, hashOf, MAX_BLOB_BYTES } from "./store/blobs.ts";
export { LOG_PLACE, type Logged } from "./store/log.ts";
export { RunStore } from "./store/run-store.ts";
export { Coordinator, type CoordinatorSetting, type FailedJob, type TurnOut } from "./work/coordinator.ts";
export { type Following, follow, WINDOW } from "./work/follow.ts";
export type { Performance, PerformedRun, Performer, Turn, TurnEnd, TurnTrial } from "./work/performer.ts";
export { type ClusterWorker, LOCK_MS, startWorker, type WorkerSetting } from "./work/worker.ts";
