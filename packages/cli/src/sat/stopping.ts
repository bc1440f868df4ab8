import { exitCode } from "../shell/exit-code.ts";
import { type Stopping, startStopping } from "../tasks/stopping.ts";

/** What tells the walks under way to end. */
export interface WalkStopping extends Stopping {
  /** One number in shared memory, not 0 when all is to stop: workers look at it between slices of flips. */
  readonly flag: SharedArrayBuffer;
}

/** A second Ctrl-C ends at once. */
export function stopWalks(budgetMs: number | undefined): WalkStopping {
  const flag = new SharedArrayBuffer(4);
  const view = new Int32Array(flag);
  const isSet = () => Atomics.load(view, 0) !== 0;
  const asked = startStopping(budgetMs, {
    stop: () => Atomics.store(view, 0, 1),
    hurry: () => process.exit(exitCode.interrupted),
  });
  return {
    flag,
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
