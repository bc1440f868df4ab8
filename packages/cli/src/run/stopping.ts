import { setMaxListeners } from "node:events";
import { type AskedBy, whenStopAsked } from "../tasks/stop-asked.ts";

export type StopReason = AskedBy | "done" | "until" | "hopeless";

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

/** Ctrl-C ends the trials with their grace, a second one without; so does the end of the budget. */
export function startStopping(budgetMs: number | undefined): Stopping {
  const stop = new AbortController();
  const hurry = new AbortController();
  setMaxListeners(0, stop.signal, hurry.signal);
  let reason: StopReason = "done";
  const end = (why: StopReason) => {
    if (reason === "done" || why === "interrupted") reason = why;
    stop.abort();
  };
  const { release } = whenStopAsked(budgetMs, { stop: end, hurry: () => hurry.abort() });
  return {
    stop: stop.signal,
    hurry: hurry.signal,
    get reason() {
      return reason;
    },
    end,
    release,
  };
}
