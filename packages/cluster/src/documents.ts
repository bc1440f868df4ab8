import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { z } from "zod";

/** Defined where this package is part of the bundle of the command. */
declare const BUNDLED_VERSION: string | undefined;

/** The version of the package, which is also that of the format of everything in Redis. Workers take jobs of their own version only. */
export const VERSION: string =
  typeof BUNDLED_VERSION === "string"
    ? BUNDLED_VERSION
    : createRequire(import.meta.url)("@mulligan/cluster/package.json").version;

/** The prefix of BullMQ's keys and of ours. The braces put all of them into one slot of a Redis Cluster. */
export const PREFIX = "{mulligan}";

/** A day in seconds, after which our keys expire; they are renewed while they are in use. */
export const DAY_S = 24 * 3_600;

export const keys = {
  /** A set: the names of workers, of any version. */
  workers: `${PREFIX}:workers`,
  /** The description that a worker publishes of itself (`workerSchema`). It expires when the worker is silent. */
  worker: (name: string) => `${PREFIX}:worker:${name}`,
  /** A hash: the queues, by name, and what they need (`queueSchema`). */
  queues: `${PREFIX}:${VERSION}:queues`,
  /** Expires a day after the last run that used the queue. */
  queueInUse: (queue: string) => `${PREFIX}:${VERSION}:in-use:${queue}`,
  /** A hash for each queue: workers that cannot serve it, and why. */
  refusals: (queue: string) => `${PREFIX}:${VERSION}:refusals:${queue}`,
  /** A set: the names of runs. */
  runs: `${PREFIX}:${VERSION}:runs`,
  /** A hash: `epoch`, `state`, `document` (`runSchema`) and `progress` of a run. */
  run: (run: string) => `${PREFIX}:${VERSION}:run:${run}`,
  /** Expires when the process that decides is silent. */
  lease: (run: string) => `${PREFIX}:${VERSION}:lease:${run}`,
  /** A set: the ids of jobs that are to stop. */
  cancelled: (run: string) => `${PREFIX}:${VERSION}:cancelled:${run}`,
  /** Bytes that are named by their content. */
  blob: (hash: string) => `${PREFIX}:${VERSION}:blob:${hash}`,
  /** A channel: something changed that workers should read. */
  news: `${PREFIX}:${VERSION}:news`,
  /** A channel to the workers of a run (`controlSchema`), and one to the process that decides (`reportSchema`). */
  control: (run: string) => `${PREFIX}:${VERSION}:control:${run}`,
  reports: (run: string) => `${PREFIX}:${VERSION}:reports:${run}`,
};

/** The form of the names of runs, workers and labels, which are parts of keys. */
export const NAME = /^[A-Za-z0-9_.-]{1,120}$/;
const name = z.string().regex(NAME);
const MAX_WORD = 10_000;
const word = z.string().min(1).max(MAX_WORD);

/** The requirements of a queue: labels, and programs that the worker must allow. */
export const queueSchema = z.strictObject({
  labels: z.array(name).max(10),
  programs: z.array(word).max(1_000),
  /** Whether a worker must read files for it (`--allow-read`). */
  reads: z.boolean(),
  /** The only worker that serves it, which keeps the state that its jobs need. */
  worker: name.optional(),
});
/** The requirements that a worker must meet to serve a queue. */
export type QueueNeeds = z.infer<typeof queueSchema>;

/** Returns the queue of all runs with the same needs. */
export function queueName(needs: QueueNeeds): string {
  if (needs.worker !== undefined) return `mulligan-${VERSION}-at-${needs.worker}`;
  const [labels, programs] = [needs.labels, needs.programs].map((words) => [...new Set(words)].sort());
  const all = JSON.stringify([labels, programs, needs.reads]);
  const hash = createHash("sha256").update(all).digest("hex").slice(0, 10);
  return [`mulligan-${VERSION}`, ...labels, hash].join("-");
}

export const workerSchema = z.object({
  name,
  version: z.string().max(50),
  slots: z.int().min(1).max(100_000),
  busy: z.int().min(0).max(100_000),
  labels: z.array(name).max(10),
  programs: z.array(word).max(1_000),
  queues: z.array(z.string().max(500)).max(1_000),
  trials: z.int().nonnegative(),
  draining: z.boolean(),
});
/** A worker, as it describes itself to the others. */
export type WorkerInfo = z.infer<typeof workerSchema>;

export const runSchema = z.strictObject({
  kind: z.string().regex(/^[a-z]{1,20}$/),
  /** Shown by `cluster status`. */
  title: z.string().max(1_000),
  queue: z.string().max(500),
  /** Read by the executor of its kind. */
  detail: z.unknown(),
});
export type RunDocument = z.infer<typeof runSchema>;

const id = z.string().max(300);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** A job: what to execute, read by the executor of the run's kind. */
export const jobSchema = z.strictObject({
  version: z.string().max(50),
  run: name,
  epoch: name,
  work: z.unknown(),
});
export type TrialJob = z.infer<typeof jobSchema>;

const milliseconds = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER);

/**
 * The return value of a job, and how long it had a slot. A value that is longer than `MAX_INLINE` is a blob. A worker
 * drops a job whose run has ended, or was started again.
 */
export const resultSchema = z.union([
  z.strictObject({ worker: name, ms: milliseconds, value: z.unknown() }),
  z.strictObject({ worker: name, ms: milliseconds, blob: hash }),
  z.strictObject({ worker: name, dropped: z.literal(true) }),
]);
export type StoredResult = z.infer<typeof resultSchema>;

/** The most characters of a return value. */
export const MAX_INLINE = 4_000;

/** A message to the workers of a run: stop jobs, move cutoffs, or read the state of the run again. */
export const controlSchema = z.strictObject({
  stop: z.array(id).max(10_000).optional(),
  moves: z
    .array(z.tuple([id, z.union([z.number().nonnegative(), z.literal("inf")])]))
    .max(10_000)
    .optional(),
});
export type ControlMessage = z.infer<typeof controlSchema>;

/** A message to the process that decides: a trial has begun, has ended with this result, or is to be looked up. */
export const reportSchema = z.union([
  z.strictObject({ started: id }),
  z.strictObject({ failed: id }),
  z.strictObject({ finished: id, result: resultSchema }),
]);

/** Returns the value of JSON text that fits the schema, or undefined. */
export function parseDocument<Schema extends z.ZodType>(
  schema: Schema,
  content: string | null | undefined,
): z.infer<Schema> | undefined {
  if (content === null || content === undefined) return undefined;
  try {
    return schema.safeParse(JSON.parse(content)).data;
  } catch {
    return undefined;
  }
}

/** Returns the id of a job. `number` counts the jobs of one start of a run, which has an epoch of its own. */
export function jobId(run: string, epoch: string, number: number, worker?: string): string {
  return `${run}/${epoch}/${number}${worker === undefined ? "" : `@${worker}`}`;
}

/** Returns the queue of a job that only one worker may execute, or undefined. */
export function ownQueueOf(id: string): string | undefined {
  const [, worker] = id.split("@");
  return worker === undefined ? undefined : queueName(ownNeeds(worker));
}

/** Returns the needs of the queue of one worker. */
export function ownNeeds(worker: string): QueueNeeds {
  return { labels: [], programs: [], reads: false, worker };
}

/** Returns the start of the ids of all jobs of a run, in any epoch. */
export function jobPrefix(run: string): string {
  return `${run}/`;
}
