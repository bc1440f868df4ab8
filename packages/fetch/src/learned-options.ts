import type { MulliganOptions } from "@mulligan/core";
import type {
  AttemptContext,
  Explanation,
  Mulligan,
  OfExecution,
  RuntimeEvents,
  RuntimeStats,
} from "@mulligan/core/runtime";
import type { LearnedSnapshot, Persistence } from "./learning-store.ts";
import type { OutgoingRequest } from "./requests.ts";

/** Makes one attempt at an origin. */
export type Input<Value> = (origin: string, onAbort: AttemptContext<unknown>["onAbort"]) => Promise<Value>;
export type Given<Value> = Record<string, (context: AttemptContext<Input<Value>>) => Promise<Value>>;
export type Calls<Value> = Mulligan<string, Value, Input<Value>>;

/** The options of `mulligan()` that mean the same here. */
export type Passed<Value> = Pick<
  MulliganOptions<Given<Value>>,
  | "objective"
  | "cost"
  | "msPerCost"
  | "breaker"
  | "maxExtraLoad"
  | "halfLife"
  | "minCutoffMs"
  | "maxCutoffMs"
  | "firstCutoffMs"
  | "maxAttempts"
  | "deadline"
  | "hedge"
  | "keepFirst"
  | "seed"
  | "maxKeys"
  | "clock"
>;

/** The options of `learnedFetch` and `dispatcher` alike. Those of `mulligan()` that are not described here are passed on. */
export interface LearnedOptions<Value> extends Passed<Value>, Persistence {
  /**
   * Origins that are as good as each other, such as `["https://a.example", "https://b.example"]`. Each request goes to the best
   * of them. Requests to other origins are passed on as they are. Default: each request goes where its URL says.
   */
  readonly origins?: readonly string[];
  /** The kind of a request, which has a learner of its own. Default: the method and the path without ids. */
  readonly key?: (request: OutgoingRequest) => string;
  /**
   * Whether a request may be sent a second time. Default: GET, HEAD, OPTIONS, PUT, DELETE, and what has an `Idempotency-Key`.
   */
  readonly retry?: (request: OutgoingRequest) => boolean;
  /** The answers that another attempt may mend. Default: 408, 429, 502, 503 and 504. */
  readonly retryStatuses?: readonly number[];
}

/** The events of all origins: those of `mulligan()`, and one for a `load` or `save` that failed. */
export interface LearnedEvents<Value> extends RuntimeEvents<string, Value> {
  /** What was saved could not be read, or written. No request fails by that. */
  persistence: { readonly during: "load" | "save"; readonly error: unknown };
}

/** What can be asked of what was learned. */
export interface LearnedControls<Value> {
  /** Calls `listener` at every such event; returns a function that removes it. The number of an execution is unique. */
  on<Event extends keyof LearnedEvents<Value>>(
    event: Event,
    listener: (event: LearnedEvents<Value>[Event]) => void,
  ): () => void;
  /** What a request would do now, and why; given an event, what one of its kind would do. */
  explain(of: string | URL | OfExecution, method?: string): Explanation<string>;
  /** The numbers so far, by origin; for several `origins` together, under `*`. */
  stats(): Record<string, RuntimeStats<string>>;
  /** What was learned, as plain data; what `load` returned has this form. */
  snapshot(): LearnedSnapshot;
  /** Hands what was learned to the option `save` now. */
  save(): Promise<void>;
  /** Saves, aborts all requests that have no response yet, and refuses new ones. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** An attempt, as its sender sees it. */
export interface SentAttempt {
  /** True once its answer does not matter. */
  over: boolean;
  /** Set by the sender: ends what it began. */
  abort: ((reason: unknown) => void) | undefined;
}

/** Makes one attempt at an origin. A broken answer, which is better than none, is given to `hold`. */
export type Send<Value> = (
  origin: string,
  attempt: SentAttempt,
  hold: (value: Value) => void,
) => Promise<Value>;

/** As much of an `AbortSignal` as is needed here. */
export type CallerSignal = Pick<
  AbortSignal,
  "aborted" | "reason" | "addEventListener" | "removeEventListener"
>;
