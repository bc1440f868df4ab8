import type { Outcome } from "../problem/outcome.ts";
import type { Attempt } from "./attempt.ts";
import type { AttemptRequest, Choice } from "./choice.ts";
import type { AttemptEnding } from "./events.ts";
import type { RuntimeSnapshot } from "./snapshot.ts";

/** Decides for executions: by what it learns itself (`learned-chooser.ts`) or by a caller's policy (`own-chooser.ts`). */
export interface Chooser {
  decide(request: AttemptRequest): Choice;
  observe(attempt: Attempt, outcome: Outcome, ending: AttemptEnding): void;
  /** A failure that is final says nothing of the arm. */
  leave(attempt: Attempt): void;
  /** How long an attempt that has run so long may take in all, by what is known now. */
  limitMs(attempt: Attempt, elapsedMs: number): number;
  /** Whether a success may move the limits of attempts that are under way. */
  readonly thinksAgain: boolean;
  snapshot(): RuntimeSnapshot;
}
