import { exitCode } from "../shell/exit-code.ts";
import { ENDING_SIGNALS } from "../shell/signals.ts";

/** Why all of it ends before its end. */
export type StopReason = "budget" | "interrupted" | undefined;

/**
 * The flag that workers look at between slices of flips, set by a signal or when the time is up. A second
 * Ctrl-C ends at once.
 */
export function watchForStop(budgetMs: number | undefined) {
  const flag = new SharedArrayBuffer(4);
  const view = new Int32Array(flag);
  let reason: StopReason;
  const stop = (why: StopReason) => {
    reason ??= why;
    Atomics.store(view, 0, 1);
  };
  const interrupt = () => {
    if (reason === "interrupted") process.exit(exitCode.interrupted);
    stop("interrupted");
  };
  for (const signal of ENDING_SIGNALS) process.on(signal, interrupt);
  // Node's timers end at 2³¹ ms; a longer budget is as good as none.
  const timer =
    budgetMs === undefined || budgetMs >= 2 ** 31 ? undefined : setTimeout(() => stop("budget"), budgetMs);
  return {
    flag,
    /** A flag that nobody set here was set where flips are counted: their budget is spent. */
    reason: (): StopReason => reason ?? (Atomics.load(view, 0) === 0 ? undefined : "budget"),
    release() {
      clearTimeout(timer);
      for (const signal of ENDING_SIGNALS) process.off(signal, interrupt);
    },
  };
}
