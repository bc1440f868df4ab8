import type { Outcome } from "../problem/outcome.ts";
import type { Attempt, AttemptRequest, Choice } from "./attempt.ts";
import type { AttemptEnding } from "./events.ts";
import type { Explanation } from "./explain.ts";
import type { RuntimeSnapshot } from "./snapshot.ts";

/** Decides for executions: by what it learns itself (`learned-chooser.ts`) or by a caller's policy (`own-chooser.ts`). */
export interface Chooser {
  decide(request: AttemptRequest): Choice;
  /** Learns from an attempt; `costMs` is what the caller's `cost` says of it. */
  observe(attempt: Attempt, outcome: Outcome, ending: AttemptEnding, costMs: number): void;
  /** Drops an attempt that says nothing of its arm. */
  leave(attempt: Attempt): void;
  /** How long an attempt that has run so long may take in all, by what is known now. */
  limitMs(attempt: Attempt, elapsedMs: number): number;
  /** True if cutting an attempt that has run so long gains much; where little is gained, the extra load is better kept. */
  isUrgent(attempt: Attempt, elapsedMs: number): boolean;
  /** The chance that an attempt at the arm usually lasts so long, and what a success usually takes. */
  usual(attempt: Attempt, timeMs: number): { readonly chance: number; readonly successMs: number };
  /** Whether any arm that may be asked can be chosen, so that an execution need not wait for one that may not. */
  readonly asksAnyArm: boolean;
  /** Whether a success may move the limits of attempts that are under way. */
  readonly thinksAgain: boolean;
  explain(key: string | undefined, outstanding: readonly number[], now: number, left: number): Explanation;
  snapshot(): RuntimeSnapshot;
}
