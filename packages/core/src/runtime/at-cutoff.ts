import type { Attempt, Underway } from "./attempt.ts";
import type { Failures } from "./attempts-failed.ts";
import type { Shared } from "./shared.ts";

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
  const { attempts } = progress.underway;
  const alone = attempts.length === 1;
  if (shared.hedges && !last && alone && mayHedge(shared, attempt, progress, now)) return "hedge";
  // Of two the first runs on, and only the hedge is replaced. The last attempt of a hedged execution runs on, too.
  const stays = last ? shared.hedges : !alone && attempt === attempts[0];
  return !stays && (last || shared.allowsCut(attempt, now)) ? "cut" : "wait";
}

/** True if another attempt may start beside it. If not, it is cut, as it would be without hedging. */
function mayHedge(shared: Shared, attempt: Attempt, { failures }: Progress, now: number): boolean {
  if (shared.readyAt(failures, now) > now) return false;
  shared.foundSlow(attempt, now);
  return shared.allowsHedge(now);
}
