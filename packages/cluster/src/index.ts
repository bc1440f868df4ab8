/** @mulligan/cluster: trials on other machines. One process decides; workers execute what BullMQ hands out. */

export { type Blobs, MAX_BLOB_BYTES } from "./blobs.ts";
export {
  type ConnectionNotice,
  checkConnection,
  connectRedis,
  errorText,
  parseRedisFile,
  parseRedisUrl,
  type Redis,
  type RedisPlace,
  shownPlace,
} from "./connection.ts";
export { NAME, type QueueNeeds, VERSION, type WorkerInfo } from "./documents.ts";
export { type ClusterStatus, type QueueStatus, type RunStatus, readStatus } from "./fleet.ts";
export type { RemoteJob, RemoteJobs, RemoteResult } from "./remote-jobs.ts";
export { RemoteRun, type RemoteRunSetting } from "./remote-run.ts";
export { type ClusterWorker, startClusterWorker, type WorkerSetting } from "./worker.ts";
export type { WorkerCounts } from "./worker-jobs.ts";
export type { RunWork, TrialHandle, WorkerRun, WorkKind } from "./worker-runs.ts";
