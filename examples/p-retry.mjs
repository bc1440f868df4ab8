// Inside p-retry: each of its tries is one execution with learned timeouts, and p-retry adds its long pauses between them.
import { mulligan } from "@mulligan/core";
import pRetry from "p-retry";

export function patient(call, { pauseMs = 1_000, ...options } = {}) {
  const calls = mulligan({
    arms: { call: ({ signal, input }) => call(input, signal) },
    maxAttempts: 3,
    ...options,
  });
  return (input, { signal } = {}) =>
    pRetry(() => calls.execute({ input, ...(signal ? { signal } : {}) }), {
      retries: 4,
      minTimeout: pauseMs,
      ...(signal ? { signal } : {}),
    });
}
