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

/** The options that `learnedFetch`, `dispatcher` and `interceptor` share. Those of `mulligan()` have the same meaning as there. */
export interface LearnedOptions<Value> extends Passed<Value>, Persistence {
  /**
   * Interchangeable origins, such as `["https://a.example", "https://b.example"]`. Each request goes to the best of them. Requests
   * to other origins are sent unchanged. Default: each request goes to the origin of its URL.
   */
  readonly origins?: readonly string[];
  /** Returns the kind of a request. Each kind has its own learner. Default: the method, and the path without ids. */
  readonly key?: (request: OutgoingRequest) => string;
  /**
   * Returns true if a request may be sent a second time. Default: true for GET, HEAD, OPTIONS, PUT, DELETE, and for requests with
   * an `Idempotency-Key`.
   */
  readonly retry?: (request: OutgoingRequest) => boolean;
  /** Status codes after which another attempt is made. Default: 408, 429, 502, 503 and 504. */
  readonly retryStatuses?: readonly number[];
}

/** The events of all origins: those of `mulligan()`, and one for a failed `load` or `save`. */
export interface LearnedEvents<Value> extends RuntimeEvents<string, Value> {
  /** Emitted when `load` or `save` failed. No request fails because of that. */
  persistence: { readonly during: "load" | "save"; readonly error: unknown };
}

/** Access to what was learned, by origin. */
export interface LearnedControls<Value> {
  /** Calls `listener` at every such event, and returns a function that removes it. Numbers of executions are unique. */
  on<Event extends keyof LearnedEvents<Value>>(
    event: Event,
    listener: (event: LearnedEvents<Value>[Event]) => void,
  ): () => void;
  /** Says what a request would do now, and why. Given an event, says it for a request of the same kind. */
  explain(of: string | URL | OfExecution, method?: string): Explanation<string>;
  /** Returns the counts so far, by origin. With the option `origins`, they are under `*`. */
  stats(): Record<string, RuntimeStats<string>>;
  /** Returns what was learned as plain data, in the form that `load` must return. */
  snapshot(): LearnedSnapshot;
  /** Calls the option `save` now with what was learned. */
  save(): Promise<void>;
  /** Aborts all requests without a response, refuses new ones, and saves what was learned. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** The state of an attempt that is shared with its sender. */
export interface SentAttempt {
  /** True when the answer is no longer needed. */
  over: boolean;
  /** Set by the sender: stops the request. */
  abort: ((reason: unknown) => void) | undefined;
}

/** Makes one attempt at an origin. Passes a broken answer to `hold`, since it is better than none. */
export type Send<Value> = (
  origin: string,
  attempt: SentAttempt,
  hold: (value: Value) => void,
) => Promise<Value>;

/** The members of `AbortSignal` that are used here. */
export type CallerSignal = Pick<
  AbortSignal,
  "aborted" | "reason" | "addEventListener" | "removeEventListener"
>;
