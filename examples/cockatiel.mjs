// A learned timeout and retry as a policy inside cockatiel's `wrap`, under a circuit breaker of cockatiel's own.
import { mulligan } from "@mulligan/core";
import { ConsecutiveBreaker, circuitBreaker, EventEmitter, handleAll, wrap } from "cockatiel";

/** What `wrap` asks of a policy: execute(fn, signal) and two events. The function comes with each call. */
export function learnedTimeout(options = {}) {
  const calls = mulligan({
    ...options,
    arms: { call: ({ input, signal, attempt }) => input({ signal, attempt }) },
  });
  const successes = new EventEmitter();
  const failures = new EventEmitter();
  calls.on("success", ({ timeMs }) => successes.emit({ duration: timeMs }));
  calls.on("failure", ({ error, timeMs }) =>
    failures.emit({ duration: timeMs, handled: true, reason: { error } }),
  );
  return {
    onSuccess: successes.addListener,
    onFailure: failures.addListener,
    execute: (call, signal) => calls.execute({ input: call, ...(signal ? { signal } : {}) }),
  };
}

export function guarded(options) {
  const breaker = circuitBreaker(handleAll, { halfOpenAfter: 10_000, breaker: new ConsecutiveBreaker(3) });
  return wrap(breaker, learnedTimeout(options));
}
