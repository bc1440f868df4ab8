import { setMaxListeners } from "node:events";
import { ENDING_SIGNALS } from "../shell/signals.ts";

export type StopReason = "done" | "until" | "budget" | "hopeless" | "interrupted";

/** When and why a run ends before all its tasks are done. */
export interface Stopping {
  /** Given to every trial; aborted when no more is wanted. */
  readonly stop: AbortSignal;
  /** Aborted when even the grace is too long. */
  readonly hurry: AbortSignal;
  readonly reason: StopReason;
  /** The first reason stays. */
  end(reason: StopReason): void;
  /** Takes the signals and the clock off again. */
  release(): void;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Ctrl-C ends the trials with their grace, a second one without; so does the end of the budget. */
export function startStopping(budgetMs: number | undefined): Stopping {
  const stop = new AbortController();
  const hurry = new AbortController();
  setMaxListeners(0, stop.signal, hurry.signal);
  let reason: StopReason = "done";
  const end = (why: StopReason) => {
    if (reason === "done") reason = why;
    stop.abort();
  };
  const onSignal = () => {
    if (reason === "interrupted") hurry.abort();
    // Who wants to go is told so, even if the budget is spent just now.
    else reason = "interrupted";
    stop.abort();
  };
  for (const signal of ENDING_SIGNALS) process.on(signal, onSignal);
  const timer =
    budgetMs === undefined
      ? undefined
      : setTimeout(() => end("budget"), Math.min(budgetMs, LONGEST_TIMER_MS));
  return {
    stop: stop.signal,
    hurry: hurry.signal,
    get reason() {
      return reason;
    },
    end,
    release() {
      clearTimeout(timer);
      for (const signal of ENDING_SIGNALS) process.off(signal, onSignal);
    },
  };
}
