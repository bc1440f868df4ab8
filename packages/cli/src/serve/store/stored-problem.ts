import { randomBytes } from "node:crypto";
import { rm, stat, truncate } from "node:fs/promises";
import { dirname } from "node:path";
import { type AppendLog, NotStored, openAppendLog } from "../../journal/append-log.ts";
import { syncFolder, writeAtomically } from "../../journal/write-atomically.ts";
import type { ProblemDefinition } from "../problem/definition.ts";
import {
  type DecisionsRequest,
  type DecisionsResult,
  type OutcomeCounts,
  ServiceProblem,
} from "../problem/problem.ts";
import type { NumberedOutcome, ProblemRecord } from "../problem/records.ts";
import { headerLine, readProblem, recordLine, stateLine } from "./problem-file.ts";

/** A problem whose changes are stored before they are answered. */
export interface StoredProblem {
  readonly definition: ProblemDefinition;
  /** Tells it from a deleted problem of the same name: the ids of its decisions begin with it. */
  readonly mark: string;
  /** The state in memory; after `flushed` none of it can be lost. */
  readonly problem: ServiceProblem;
  /** When it changed last, in milliseconds since 1970. */
  readonly lastActive: number;
  /** Makes the first of the decisions, until `isEnough` and at least one. Default: all. */
  decide(request: DecisionsRequest, isEnough?: () => boolean): Promise<DecisionsResult>;
  /** Learns from the first of the outcomes, until `isEnough` and at least from one. Default: all. */
  observe(outcomes: readonly NumberedOutcome[], isEnough?: () => boolean): Promise<OutcomeCounts>;
  flushed(): Promise<void>;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** Milliseconds since 1970. */
  now(): number;
  /** Decisions are forgotten after so many milliseconds. */
  readonly forgetAfterMs: number;
  /** Called for each record once it is stored, in order. */
  onRecord(stored: StoredProblem, record: ProblemRecord, sequence: number): void;
}

/** The problem was deleted, or its service ends. */
export class ProblemClosed extends Error {
  override readonly name = "ProblemClosed";
}

/** A problem in a file cannot be read by this version. The message says where and why. */
export class UnreadableProblem extends Error {
  override readonly name = "UnreadableProblem";
}

/** Creates a problem; without `path` it is kept in memory. */
export async function createProblem(
  definition: ProblemDefinition,
  path: string | undefined,
  options: StoreOptions,
): Promise<StoredProblem> {
  const problem = new ServiceProblem(definition);
  const mark = randomBytes(4).toString("hex");
  const header = headerLine(mark, definition);
  if (path !== undefined) {
    await writeAtomically(path, header).catch((error: unknown) => {
      throw new NotStored(error);
    });
  }
  const length = Buffer.byteLength(header);
  const storage = path === undefined ? undefined : fileStorage(path, length, length);
  return storedProblem({ problem, mark, lastActive: options.now() }, storage, options);
}

/** Opens the problem of a file. An incomplete last line is cut off, with a notice. */
export async function openProblem(
  path: string,
  options: StoreOptions,
  notice: (text: string) => void,
): Promise<StoredProblem> {
  const lastActive = Math.round((await stat(path)).mtimeMs);
  const began = performance.now();
  const read = await readProblem(path);
  const replayMs = performance.now() - began;
  if (read.torn !== undefined) {
    await truncate(path, read.length);
    notice(`${path}:${read.torn}: dropped an incomplete line; a service probably crashed there`);
  }
  return storedProblem({ ...read, lastActive, replayMs }, fileStorage(path, read.length, read.base), options);
}

/** The storage of the log of a problem. */
interface ProblemStorage {
  /**
   * `compacted` is the log in few lines, and takes its place when it has grown, or if `isSlow` is true; `undo` is called
   * when lines could not be written.
   */
  open(compacted: () => string, isSlow: () => boolean, undo: () => Promise<void>): AppendLog;
  /** Reads the problem again. Fails with the error that a request is to be answered with. */
  read(): Promise<ServiceProblem>;
}

function fileStorage(path: string, length: number, base: number): ProblemStorage {
  return {
    open: (compacted, isSlow, undo) => openAppendLog(path, length, { base, compacted, isSlow, undo }),
    async read() {
      try {
        return (await readProblem(path)).problem;
      } catch (error) {
        throw new NotStored(error);
      }
    },
  };
}

/** A problem as it was opened. */
interface OpenedProblem {
  readonly problem: ServiceProblem;
  readonly mark: string;
  readonly lastActive: number;
  /** How long it took to replay what was not compacted; 0 if absent. */
  readonly replayMs?: number;
}

/** Returns a stored problem from a created or opened one; without a storage it is kept in memory. */
function storedProblem(
  opened: OpenedProblem,
  storage: ProblemStorage | undefined,
  options: StoreOptions,
): StoredProblem {
  const { mark } = opened;
  const { definition } = opened.problem;
  let { lastActive } = opened;
  const memory = revertible(opened.problem, storage?.read);
  let closed = false;
  /** The time of all that was done since the log was compacted last: a start would take as long to do it again. */
  let { replayMs = 0 } = opened;
  const compacted = () => {
    replayMs = 0;
    return headerLine(mark, definition) + stateLine(memory.problem);
  };
  const log = storage?.open(compacted, () => replayMs > MAX_REPLAY_MS, memory.revert);

  function checkOpen(): void {
    if (closed) throw new ProblemClosed("the problem is closed: another may have its name by now");
  }

  async function commit(record: ProblemRecord): Promise<void> {
    const { sequence } = memory.problem;
    await log?.append(recordLine(record));
    lastActive = options.now();
    options.onRecord(stored, record, sequence);
  }

  /** If the change throws in its midst, the problem is read again: what is not in the log did not happen. */
  function allOrNothing<Result>(change: () => Result): Result {
    const began = performance.now();
    try {
      return change();
    } catch (error) {
      if (log !== undefined) memory.revertAfter(log.flushed());
      throw error;
    } finally {
      replayMs += performance.now() - began;
    }
  }

  const stored: StoredProblem = {
    definition,
    mark,
    get problem() {
      return memory.problem;
    },
    get lastActive() {
      return lastActive;
    },
    async decide(request, isEnough) {
      // This is not a separate function: nothing may come between the check and the decision.
      while (!memory.isCurrent) await memory.ensureCurrent();
      checkOpen();
      const now = options.now();
      const before = memory.problem.waitingFor(request, now);
      if (before !== undefined) {
        await log?.flushed();
        return before;
      }
      const since = now - options.forgetAfterMs;
      const decided = allOrNothing(() => memory.problem.decide(request, now, since, isEnough));
      await commit(decided);
      return decided;
    },
    async observe(outcomes, isEnough) {
      while (!memory.isCurrent) await memory.ensureCurrent();
      checkOpen();
      const now = options.now();
      const { counts, record } = allOrNothing(() => memory.problem.observe(outcomes, now, isEnough));
      // An outcome that was sent before may be on its way to the storage only now.
      if (record === undefined) await log?.flushed();
      else await commit(record);
      return counts;
    },
    async flushed() {
      // A change that could not be written was undone: the rest can be read.
      await log?.flushed().catch(ignoreNotStored);
      if (!memory.isCurrent) await memory.ensureCurrent().catch(ignoreNotStored);
    },
    async close() {
      closed = true;
      await log?.close();
    },
  };
  return stored;
}

/** The longest that a start may take to replay one problem. Writing its state takes a tenth of it at most. */
const MAX_REPLAY_MS = 500;

function ignoreNotStored(error: unknown): void {
  if (!(error instanceof NotStored)) throw error;
}

/** A problem in memory that can be put back to what is stored. */
interface RevertibleProblem {
  readonly problem: ServiceProblem;
  /** False while it is put back, and if that failed: nothing may be decided or learned then. */
  readonly isCurrent: boolean;
  revert(): Promise<void>;
  /** The same, when what is on its way to the storage is there, or has failed. */
  revertAfter(stored: Promise<void>): void;
  /** Resolves when it was put back, or tries again; fails if it cannot be. */
  ensureCurrent(): Promise<void>;
}

export function revertible(
  opened: ServiceProblem,
  read: (() => Promise<ServiceProblem>) | undefined,
): RevertibleProblem {
  let problem = opened;
  let reverting: Promise<void> | undefined;
  /** Until the storage is ready to be read. */
  let waiting: Promise<void> | undefined;
  let failure: unknown;

  async function readAgain(): Promise<void> {
    try {
      problem = await read!();
      failure = undefined;
    } catch (error) {
      failure = error;
    }
    reverting = undefined;
  }

  const revert = () => (reverting ??= readAgain());
  return {
    get problem() {
      return problem;
    },
    get isCurrent() {
      return reverting === undefined && waiting === undefined && failure === undefined;
    },
    revert,
    revertAfter(stored) {
      // A write that fails reverts by itself before `stored` is settled, so this must not be in its way.
      waiting ??= stored
        .catch(() => {})
        .then(revert)
        .finally(() => {
          waiting = undefined;
        });
    },
    async ensureCurrent() {
      await (waiting ?? revert());
      if (failure !== undefined) throw failure;
    },
  };
}

/** Deletes a problem for good. */
export async function removeProblem(stored: StoredProblem, path: string | undefined): Promise<void> {
  await stored.close();
  if (path !== undefined) await removeFile(path);
}

/** Deletes the file of a problem for good. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
  await syncFolder(dirname(path));
}
