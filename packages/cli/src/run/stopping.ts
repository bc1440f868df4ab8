import { setMaxListeners } from "node:events";
import { type Stopping, startStopping } from "../tasks/stopping.ts";

/** What tells the programs under way to end. */
export interface ProgramStopping extends Stopping {
  /** Given to every attempt; aborted when no more is wanted. */
  readonly stop: AbortSignal;
  /** Aborted when even the grace is too long. */
  readonly hurry: AbortSignal;
}

/** Ctrl-C ends the programs with their grace, a second one without; so does the end of the budget. */
export function stopPrograms(budgetMs: number | undefined): ProgramStopping {
  const stop = new AbortController();
  const hurry = new AbortController();
  setMaxListeners(0, stop.signal, hurry.signal);
  const stopping = startStopping(budgetMs, { stop: () => stop.abort(), hurry: () => hurry.abort() });
  return Object.assign(stopping, { stop: stop.signal, hurry: hurry.signal });
}
