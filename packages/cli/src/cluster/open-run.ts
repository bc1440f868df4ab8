import { createHash, randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import { statSync } from "node:fs";
import { hostname } from "node:os";
import { basename, resolve } from "node:path";
import { errorText, NAME, RemoteRun, type RemoteRunSetting, shownPlace } from "@mulligan/cluster";
import { exitCode } from "../shell/exit.ts";
import { say } from "../shell/output.ts";
import { UsageError } from "../shell/usage-error.ts";
import type { Capacity } from "../tasks/loop.ts";
import type { RunState } from "../tasks/run-state.ts";
import { type StopControl, startStopControl } from "../tasks/stop-control.ts";
import { type ClusterOptions, endRefused, reachRedis } from "./redis-options.ts";

/** Ends a run on other machines. */
export interface RemoteStopControl extends StopControl {
  /** Aborted when the workers are to stop. */
  readonly stop: AbortSignal;
  /** Resolves when the workers had time enough to stop: they may be out of reach. */
  readonly overdue: Promise<void>;
}

const PATIENCE_MS = 1_400;
/** The process ends after this time at the latest, even if a connection hangs. Recorded trials are in the journal. */
const LAST_MS = 1_850;
/** The time for the last messages to Redis at the end. */
const GOODBYE_MS = 500;

export function remoteStopControl(budgetMs: number | undefined): RemoteStopControl {
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  let giveUp = () => {};
  const overdue = new Promise<void>((done) => {
    giveUp = done;
  });
  const control = startStopControl(budgetMs, {
    stop(by) {
      stop.abort();
      setTimeout(giveUp, PATIENCE_MS).unref();
      if (by === "interrupted") setTimeout(() => process.exit(exitCode.interrupted), LAST_MS).unref();
    },
    hurry: giveUp,
  });
  return Object.assign(control, { stop: stop.signal, overdue });
}

/** A run that workers execute: its jobs, and how many of them may be out. */
export interface OpenRemoteRun {
  readonly run: RemoteRun;
  /** The slots of workers, and the jobs that may be out. */
  readonly slots: Capacity;
  readonly jobs: Capacity;
  close(): Promise<void>;
}

interface OpenRunSetting {
  readonly options: ClusterOptions & { readonly state?: string };
  readonly document: RemoteRunSetting["document"];
  readonly programs?: readonly string[];
  /** Whether workers read files for it. */
  readonly reads?: boolean;
  readonly stopControl?: Pick<RemoteStopControl, "stop">;
  progress(): { readonly done: number; readonly total: number | null };
}

/** Connects to Redis and registers the run. */
export async function openRemoteRun(setting: OpenRunSetting): Promise<OpenRemoteRun> {
  const { options, document, programs = [], reads = false, stopControl, progress } = setting;
  const labels = options.needs ?? [];
  const wrong = labels.find((label) => !NAME.test(label));
  if (wrong !== undefined)
    throw new UsageError(`--needs: must have letters, digits, ., - and _ only, got "${wrong}"`);
  const place = await reachRedis(options);
  const watching = new Set<() => void>();
  let run: RemoteRun;
  try {
    run = await RemoteRun.open({
      place,
      name: runName(document.kind, options.state),
      document,
      needs: { labels: [...labels], programs: [...programs], reads },
      priority: options.priority ?? 0,
      notice: say,
      progress,
      onChange() {
        for (const changed of watching) changed();
      },
      onRefused: endRefused,
    });
  } catch (error) {
    throw asUsageError(error, shownPlace(place));
  }
  const watch = (changed: () => void) => void watching.add(changed);
  const stop = () => void run.stop().catch(() => {});
  if (stopControl?.stop.aborted) stop();
  stopControl?.stop.addEventListener("abort", stop);
  return {
    run,
    slots: {
      get slots() {
        return run.slots;
      },
      watch,
    },
    jobs: {
      get slots() {
        return run.most;
      },
      watch,
    },
    async close() {
      await Promise.race([run.close().catch(() => {}), pause(GOODBYE_MS)]);
      run.disconnect();
    },
  };
}

/** Runs `action`. An error of Redis, such as full memory, is reported as bad usage, not as a defect. */
export async function withRedisErrors<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    throw asUsageError(error, "--redis");
  }
}

function asUsageError(error: unknown, where: string): unknown {
  if (error instanceof RangeError) return new UsageError(error.message);
  const isReply =
    error instanceof Error && (error.name === "ReplyError" || /^[A-Z]{3,} /.test(error.message));
  return isReply ? new UsageError(`${where}: ${errorText(error)}`) : error;
}

/** Returns the reason why a job failed at three workers, in words. BullMQ calls a job stalled if its worker died. */
export function givenUpText(reason: string): string {
  return /stalled/.test(reason)
    ? "given up, since three workers died or fell silent while they executed it"
    : `given up: ${reason}`;
}

/** Returns the progress of a run, as `cluster status` shows it. */
export function progressOf(state: RunState): { done: number; total: number | null } {
  const { total } = state.tasks;
  return { done: state.solved, total: total === Infinity ? null : total };
}

/**
 * The name of a run in Redis. The same journal is the same run again, of which nothing may go on; without a journal it is
 * a new run. Machines may share their names, so the file itself counts, too.
 */
function runName(kind: string, state: string | undefined): string {
  if (state === undefined) return `${kind}-${randomBytes(5).toString("hex")}`;
  const { ino, birthtimeMs } = statSync(state);
  const identity = JSON.stringify([hostname(), resolve(state), ino, birthtimeMs]);
  const hash = createHash("sha256").update(identity).digest("hex");
  const word = basename(state).replaceAll(/[^A-Za-z0-9_-]+/g, "-");
  return `${kind}-${word.slice(0, 40)}-${hash.slice(0, 10)}`;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds).unref());
}
