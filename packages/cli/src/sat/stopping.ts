import { exitCode } from "../shell/exit.ts";
import { type Stopping, startStopping } from "../tasks/stopping.ts";

/** What tells the walks under way to end. */
export interface WalkStopping extends Stopping {
  /** One number in shared memory, not 0 when all is to stop: workers look at it between slices of flips. */
  readonly flag: SharedArrayBuffer;
  /** Resolves when the workers had time enough to see it. One that reads a large file does not look. */
  readonly overdue: Promise<void>;
}

const PATIENCE_MS = 800;
/** For all that comes after: a model of gigabytes that is being written is given up then. */
const LAST_MS = 1_400;

const leave = () => process.exit(exitCode.interrupted);

/** A second Ctrl-C ends at once. */
export function stopWalks(budgetMs: number | undefined): WalkStopping {
  const flag = new SharedArrayBuffer(4);
  const view = new Int32Array(flag);
  const isSet = () => Atomics.load(view, 0) !== 0;
  let giveUp = () => {};
  const overdue = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  const asked = startStopping(budgetMs, {
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
      // A flag that nobody set here was set where flips are counted: their budget is spent.
      return asked.reason === "done" && isSet() ? "budget" : asked.reason;
    },
    end: asked.end,
    release: asked.release,
  };
}
