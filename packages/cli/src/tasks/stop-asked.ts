import { ENDING_SIGNALS } from "../shell/signals.ts";

/** Why work ends before its end. */
export type AskedBy = "budget" | "interrupted";

const LONGEST_TIMER_MS = 2 ** 31 - 1;

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
  const began = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const wait = (budget: number) => {
    const left = budget - (performance.now() - began);
    if (left <= 0) stop("budget");
    else timer = setTimeout(wait, Math.min(Math.ceil(left), LONGEST_TIMER_MS), budget);
  };
  for (const signal of ENDING_SIGNALS) process.on(signal, onSignal);
  if (budgetMs !== undefined) wait(budgetMs);
  return {
    release() {
      clearTimeout(timer);
      for (const signal of ENDING_SIGNALS) process.off(signal, onSignal);
    },
  };
}
