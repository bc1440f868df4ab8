import { longTimer } from "../processes/work-clock.ts";
import { ENDING_SIGNALS } from "../shell/exit.ts";

/** Why work ends before its end. */
export type AskedBy = "budget" | "interrupted";

/**
 * Calls `stop` when the time is up, or with the first signal, also if the time was up before: who wants to go is
 * told so. Calls `hurry` with every later signal. `release` takes the signals and the clock off again.
 */
export function whenStopAsked(
  budgetMs: number | undefined,
  { stop, hurry }: { stop(by: AskedBy): void; hurry(): void },
): { release(): void } {
  let interrupted = false;
  const onSignal = () => {
    if (interrupted) return hurry();
    interrupted = true;
    stop("interrupted");
  };
  for (const signal of ENDING_SIGNALS) process.on(signal, onSignal);
  const timer = budgetMs === undefined ? undefined : longTimer(budgetMs, () => stop("budget"));
  return {
    release() {
      timer?.clear();
      for (const signal of ENDING_SIGNALS) process.off(signal, onSignal);
    },
  };
}
