import { AttemptsFailedError, mulligan, type RuntimeSnapshot } from "@mulligan/core";
import {
  type AttemptContext,
  type Clock,
  type Explanation,
  type OfExecution,
  platformClock,
  type RuntimeEvents,
} from "@mulligan/core/runtime";
import type {
  CallerSignal,
  Calls,
  Given,
  Input,
  LearnedControls,
  LearnedEvents,
  LearnedOptions,
  Passed,
  Send,
  SentAttempt,
} from "./learned-options.ts";
import { type LearnedSnapshot, LearningStore } from "./learning-store.ts";
import { isRepeatable, type OutgoingRequest, readUrl, routeOf, timeoutError } from "./requests.ts";

/** How to read the status of a response, and how to discard it. */
export interface ValueKind<Value> {
  status(value: Value): number;
  discard(value: Value): void;
}

/** The learner's data about one request. */
export interface RequestLimits {
  readonly signal: CallerSignal | undefined;
  readonly key: string;
  /** True if it may be sent a second time. */
  readonly again: boolean;
  /** The time at which the caller made it. */
  readonly startedAt: number;
}

/** Keeps one `mulligan()` for each origin, or one for all interchangeable origins. */
export class LearnedOrigins<Value> {
  readonly clock: Clock;
  readonly origins: readonly string[] | undefined;
  private readonly options: LearnedOptions<Value>;
  private readonly passed: Passed<Value>;
  private readonly kind: ValueKind<Value>;
  private readonly retryStatuses: ReadonlySet<number>;
  private readonly saved: LearningStore;
  /** In order of use, the least recent first. */
  private readonly byName = new Map<string, OneOrigin<Value>>();
  private readonly listeners = new Set<ListenerOfAll>();
  private made = 0;
  private disposed = false;

  constructor(options: LearnedOptions<Value>, kind: ValueKind<Value>) {
    const { origins, key, retry, retryStatuses, load, save, ...passed } = options;
    this.options = options;
    this.kind = kind;
    this.passed = passed;
    this.clock = options.clock ?? platformClock;
    this.origins = options.origins?.map(readOrigin);
    if (this.origins?.length === 0) throw new TypeError("mulligan: origins must have an origin, got none");
    this.retryStatuses = new Set(options.retryStatuses ?? RETRY_STATUSES);
    this.saved = new LearningStore(
      options,
      this.clock,
      () => this.snapshot(),
      (during, error) => this.tell({ during, error }),
    );
    // Throws now if an option is wrong, not at the first request.
    this.make(this.origins ?? ["https://example.com"], undefined);
  }

  /** Returns the name of the learner for a request; undefined if nothing is learned from it. */
  nameOf({ origin, protocol }: URL): string | undefined {
    if (!/^https?:$/.test(protocol)) return undefined;
    if (this.origins === undefined) return origin;
    return this.origins.includes(origin) ? "*" : undefined;
  }

  keyOf(request: OutgoingRequest): string {
    return this.options.key?.(request) ?? routeOf(request);
  }

  mayRepeat(request: OutgoingRequest): boolean {
    return this.options.retry?.(request) ?? isRepeatable(request);
  }

  /** Settles when `load` has finished; undefined if there is nothing to wait for. */
  get loading(): Promise<void> | undefined {
    return this.saved.loading;
  }

  /**
   * Makes attempts until one succeeds. If none does, returns the last answer, as plain fetch would. Without any answer, rejects
   * with the error of the last attempt, or with a `TimeoutError` at the deadline.
   */
  async run(
    name: string,
    send: Send<Value>,
    { signal, key, again, startedAt }: RequestLimits,
  ): Promise<Value> {
    if (this.disposed) throw new Error("mulligan: a request must not be made after the disposal");
    let held: Value | undefined;
    const hold = (value: Value | undefined) => {
      if (held !== undefined) this.kind.discard(held);
      held = value;
    };
    const { deadline } = this.options;
    try {
      const value = await this.of(name).calls.execute({
        key,
        input: async (origin, onAbort) => {
          const attempt: SentAttempt = { over: false, abort: undefined };
          onAbort((reason) => {
            attempt.over = true;
            attempt.abort?.(reason);
          });
          const holdNow = (value: Value) => (attempt.over ? this.kind.discard(value) : hold(value));
          const value = await send(origin, attempt, holdNow);
          if (this.mayMend(value)) holdNow(value);
          return value;
        },
        ...(signal === undefined ? {} : { signal: signal as AbortSignal }),
        ...(deadline === undefined ? {} : { deadline: deadline - (this.clock.now() - startedAt) }),
        ...(again ? {} : { maxAttempts: 1 }),
      });
      hold(undefined);
      return value;
    } catch (error) {
      if (!(error instanceof AttemptsFailedError)) {
        hold(undefined);
        throw error;
      }
      if (held !== undefined) return held;
      throw failureOf(error);
    } finally {
      this.saved.change();
    }
  }

  get learned(): LearnedControls<Value> {
    return {
      on: (event, listener) => this.on(event, listener as never),
      explain: (given, method = "GET") => {
        if (typeof given === "object" && "execution" in given) return this.explainEvent(given);
        const url = readUrl(given, this.origins?.[0]);
        const key = this.keyOf({ method, url, headers: new Headers() });
        return this.of(this.nameOf(url) ?? url.origin).calls.explain(key);
      },
      stats: () => Object.fromEntries([...this.byName].map(([name, { calls }]) => [name, calls.stats()])),
      snapshot: () => this.snapshot(),
      save: () => this.saved.save(),
      [Symbol.asyncDispose]: async () => {
        this.disposed = true;
        for (const { calls } of this.byName.values()) await calls[Symbol.asyncDispose]();
        await this.saved.save();
      },
    };
  }

  private explainEvent({ execution, key }: OfExecution): Explanation<string> {
    const number = Math.floor(execution / EXECUTIONS);
    for (const each of this.byName.values()) if (each.number === number) return each.calls.explain(key);
    throw new Error(`the origin of execution ${execution} is no longer known`);
  }

  /** True if another attempt may bring a better answer. */
  mayMend(value: Value): boolean {
    return this.retryStatuses.has(this.kind.status(value));
  }

  private of(name: string): OneOrigin<Value> {
    let known = this.byName.get(name);
    if (known === undefined) {
      known = this.begin(name);
      if (this.byName.size >= MOST_ORIGINS) this.byName.delete(this.byName.keys().next().value!);
    } else {
      this.byName.delete(name);
    }
    this.byName.set(name, known);
    return known;
  }

  private begin(name: string): OneOrigin<Value> {
    const origins = this.origins ?? [name];
    let calls: Calls<Value>;
    try {
      calls = this.make(origins, this.saved.take(name));
    } catch (error) {
      this.tell({ during: "load", error });
      calls = this.make(origins, undefined);
    }
    this.made += 1;
    const begun = { calls, number: this.made };
    for (const each of this.listeners) listen(begun, each);
    return begun;
  }

  private make(origins: readonly string[], snapshot: RuntimeSnapshot | undefined): Calls<Value> {
    const arm = (origin: string) => (context: AttemptContext<Input<Value>>) =>
      context.input(origin, context.onAbort);
    return mulligan<Given<Value>>({
      keepFirst: true,
      maxKeys: MOST_KEYS,
      maxAttempts: MAX_ATTEMPTS,
      ...this.passed,
      clock: this.clock,
      arms: Object.fromEntries(origins.map((origin) => [origin, arm(origin)])),
      reward: (value) => (this.mayMend(value) ? 0 : 1),
      discard: (value) => this.kind.discard(value),
      ...(snapshot === undefined ? {} : { snapshot }),
    });
  }

  private on(event: keyof LearnedEvents<Value>, listener: (event: never) => void): () => void {
    const entry = { event, listener, stops: [] };
    this.listeners.add(entry);
    for (const each of this.byName.values()) listen(each, entry);
    return () => {
      this.listeners.delete(entry);
      for (const stop of entry.stops as (() => void)[]) stop();
    };
  }

  /** Emits `persistence`. Errors of listeners go to the console, as in core, so that no request fails because of them. */
  private tell(problem: LearnedEvents<Value>["persistence"]): void {
    for (const { event, listener } of [...this.listeners]) {
      if (event !== "persistence") continue;
      try {
        listener(problem as never);
      } catch (error) {
        console.error('mulligan: a listener of "persistence" threw', error);
      }
    }
  }

  private snapshot(): LearnedSnapshot {
    const origins = Object.fromEntries([...this.byName].map(([name, { calls }]) => [name, calls.snapshot()]));
    return { version: 1, origins: { ...this.saved.rest, ...origins } };
  }
}

interface OneOrigin<Value> {
  readonly calls: Calls<Value>;
  readonly number: number;
}

interface ListenerOfAll {
  readonly event: string;
  readonly listener: (event: never) => void;
  readonly stops: (() => void)[];
}

/** Each origin counts its executions from 0. Listeners get unique numbers. */
function listen<Value>({ calls, number }: OneOrigin<Value>, { event, listener, stops }: ListenerOfAll): void {
  if (event === "persistence") return;
  const stop = calls.on(event as keyof RuntimeEvents<string, Value>, (given) =>
    listener({ ...given, execution: number * EXECUTIONS + given.execution } as never),
  );
  stops.push(stop);
}

function readOrigin(given: string): string {
  const { origin, href } = new URL(given);
  if (href === `${origin}/`) return origin;
  throw new TypeError(`mulligan: origins must have no path, got ${given}`);
}

/** The error that plain fetch would reject with. */
function failureOf(failed: AttemptsFailedError): unknown {
  const last = failed.attempts.at(-1);
  if (last?.why === "rejected") return last.error;
  return failed.reason === "deadline" ? timeoutError(failed) : failed;
}

/** More executions than any origin will have. */
const EXECUTIONS = 2 ** 32;
/** The server is busy or away for a moment. A 500 is not in the list, since it usually comes again. */
const RETRY_STATUSES: readonly number[] = [408, 429, 502, 503, 504];
/** The number of origins that are remembered, and of kinds of requests for each. */
const MOST_ORIGINS = 100;
const MOST_KEYS = 100;
/** A server that is down gets at most three more requests, and soon none, since they draw from the extra load. */
const MAX_ATTEMPTS = 4;
