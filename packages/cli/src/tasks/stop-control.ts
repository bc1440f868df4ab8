import { ENDING_SIGNALS, exitCode } from "../shell/exit.ts";
import { longTimer } from "../shell/long-timer.ts";

export type StopReason = "budget" | "interrupted" | "done" | "until" | "halt" | "hopeless";

/** When and why a run ends before all its tasks are done. */
export interface StopControl {
  readonly stopped: boolean;
  /** `done` as long as nothing stopped it. */
  readonly reason: StopReason;
  /** Resolves when trials that got the stop signal had enough time to stop; absent if the run waits for all of them. */
  readonly overdue?: Promise<void>;
  /** Stops the run. The first reason stays, unless the user interrupts. */
  end(reason: StopReason): void;
  /** Removes the signal handlers and the timer. */
  release(): void;
}

/**
 * Calls `stop` when the run is to end: when the budget is spent, with the first signal, also if the budget was spent
 * before, and by `end`. Calls `hurry` with every later signal.
 */
export function startStopControl(
  budgetMs: number | undefined,
  { stop, hurry }: { stop(by: StopReason): void; hurry(): void },
): StopControl {
  let reason: StopReason = "done";
  let interrupted = false;
  const end = (why: StopReason) => {
    if (reason === "done" || why === "interrupted") reason = why;
    stop(why);
  };
  const onSignal = () => {
    if (interrupted) return hurry();
    interrupted = true;
    end("interrupted");
  };
  for (const signal of ENDING_SIGNALS) process.on(signal, onSignal);
  const timer = budgetMs === undefined ? undefined : longTimer(budgetMs, () => end("budget"));
  return {
    get stopped() {
      return reason !== "done";
    },
    get reason() {
      return reason;
    },
    end,
    release() {
      timer?.clear();
      for (const signal of ENDING_SIGNALS) process.off(signal, onSignal);
    },
  };
}

/** Returns the exit code of a run that ended for this reason; `reached` if it did all that was asked for. */
export function exitCodeFor(reason: StopReason, reached: boolean): number {
  if (reason === "interrupted") return exitCode.interrupted;
  // The budget may end while the last successful program is still being cleared away.
  if (reached) return exitCode.done;
  return reason === "budget" ? exitCode.budget : exitCode.unsolved;
}
