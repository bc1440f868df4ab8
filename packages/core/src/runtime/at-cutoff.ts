import type { Attempt } from "./attempt.ts";
import type { Failures } from "./attempts-failed.ts";
import type { Shared } from "./shared.ts";
import type { Underway } from "./underway.ts";

/** How far an execution, or a call that is made elsewhere, has come. */
export interface Progress {
  /** Attempts begun so far, and how many there may be. */
  readonly begun: number;
  readonly maxAttempts: number;
  readonly underway: Underway;
  readonly failures: Failures | undefined;
}

/**
 * What is to be done with an attempt that reached its cutoff: `cut` it, as the load allows another; start a `hedge` beside it;
 * `wait` on, since no other is allowed; or `end` it at the ceiling, whatever is allowed.
 */
export function atCutoff(
  shared: Shared,
  attempt: Attempt,
  progress: Progress,
  now: number,
): "cut" | "hedge" | "wait" | "end" {
  if (now >= attempt.startedAt + shared.settings.maxCutoffMs) return "end";
  const last = progress.begun >= progress.maxAttempts;
  if (shared.hedges && !last && mayHedge(shared, attempt, progress, now)) return "hedge";
  // The last attempt of a hedged execution runs beside another, so nothing is gained by cutting it.
  const allowed = last ? !shared.hedges : shared.allowsCut(attempt, now);
  return allowed ? "cut" : "wait";
}

/** True if another attempt may start beside it. If not, it is cut, as it would be without hedging. */
function mayHedge(shared: Shared, attempt: Attempt, { underway, failures }: Progress, now: number): boolean {
  if (underway.attempts.length > 1 || shared.readyAt(failures, now) > now) return false;
  shared.foundSlow(attempt, now);
  return shared.allowsHedge(now);
}
