import { startedModule } from "../shell/assets.ts";
import { exitCode } from "../shell/exit.ts";
import type { Executor } from "../tasks/loop.ts";
import { type StopControl, startStopControl } from "../tasks/stop-control.ts";
import { openPool, type Pool } from "../threads/open-pool.ts";
import { REQUESTS_A_WORKER, type SatRequest } from "./file-queue.ts";
import { messageFor, type SatMessage, type SatReply, type SatShared } from "./messages.ts";

/**
 * Executes requests in worker threads, which have numbers, since each keeps the walks of its races. A thread is started
 * when it is first needed.
 */
export function threadExecutor(shared: SatShared): Executor<SatRequest, SatReply> {
  const pools: (Pool<SatMessage, SatReply> | undefined)[] = [];
  const module = startedModule("sat-thread");
  return {
    execute(request) {
      const { worker } = request;
      pools[worker] ??= openPool(module, "solve", 1, shared, REQUESTS_A_WORKER);
      return pools[worker].run(messageFor(request));
    },
    /** The threads end with the command, after its results are out. */
    async close() {},
  };
}

export interface WalkStopControl extends StopControl {
  /** One number in shared memory, not 0 when everything is to stop: workers look at it between slices of flips. */
  readonly flag: SharedArrayBuffer;
  /** Resolves when the workers had time enough to see the flag. They do not look at it while they read a large file. */
  readonly overdue: Promise<void>;
}

const PATIENCE_MS = 800;
/** The process ends after this time at the latest, even if a model of gigabytes is being written. */
const LAST_MS = 1_400;

const leave = () => process.exit(exitCode.interrupted);

/** Returns the stop control of a run of walks. A second Ctrl-C ends the process at once. */
export function walkStopControl(budgetMs: number | undefined): WalkStopControl {
  const flag = new SharedArrayBuffer(4);
  const view = new Int32Array(flag);
  const isSet = () => Atomics.load(view, 0) !== 0;
  let giveUp = () => {};
  const overdue = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  const control = startStopControl(budgetMs, {
    stop(by) {
      Atomics.store(view, 0, 1);
      setTimeout(giveUp, PATIENCE_MS).unref();
      if (by === "interrupted") setTimeout(leave, LAST_MS).unref();
    },
    hurry: leave,
  });
  return {
    flag,
    overdue,
    get stopped() {
      return isSet();
    },
    get reason() {
      // If nothing here set the flag, a worker did because the flips of the budget are spent.
      return control.reason === "done" && isSet() ? "budget" : control.reason;
    },
    end: control.end,
    release: control.release,
  };
}
