import { exitCode } from "../shell/exit-code.ts";
import { type AskedBy, whenStopAsked } from "../tasks/stop-asked.ts";

/** The flag that workers look at between slices of flips. A second Ctrl-C ends at once. */
export function watchForStop(budgetMs: number | undefined) {
  const flag = new SharedArrayBuffer(4);
  const view = new Int32Array(flag);
  let reason: AskedBy | undefined;
  const { release } = whenStopAsked(budgetMs, {
    stop(by) {
      reason = by;
      Atomics.store(view, 0, 1);
    },
    hurry: () => process.exit(exitCode.interrupted),
  });
  return {
    flag,
    /** A flag that nobody set here was set where flips are counted: their budget is spent. */
    reason: (): AskedBy | undefined => reason ?? (Atomics.load(view, 0) === 0 ? undefined : "budget"),
    release,
  };
}
