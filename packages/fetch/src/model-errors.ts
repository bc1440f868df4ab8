import { AttemptsFailedError, retryAfterMs } from "@mulligan/core/runtime";

/** The fields of errors of the AI SDK and of the providers' clients. */
interface ProviderError {
  readonly name?: unknown;
  readonly statusCode?: unknown;
  readonly status?: unknown;
  readonly isRetryable?: unknown;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly headers?: unknown;
}

/**
 * True if another attempt may succeed after this error. An invalid request fails everywhere. A bad key, an unknown model or a missing
 * feature concerns one arm, so another arm may succeed.
 */
export function mayMend(error: unknown, arms: number): boolean {
  const { name, statusCode, status, isRetryable } = (error ?? {}) as ProviderError;
  const code = typeof statusCode === "number" ? statusCode : status;
  if (typeof code === "number" && code >= 400 && code < 500) {
    return PASSING.has(code) || (OF_THE_ARM.has(code) && arms > 1);
  }
  if (WRONG_IN_ITSELF.has(name)) return false;
  return (isRetryable !== false && !WRONG_FOR_THE_ARM.has(name)) || arms > 1;
}

/** Returns how long the provider asks clients to wait, in ms. */
export function providerBackoffMs(error: unknown): number {
  const { responseHeaders, headers = responseHeaders } = (error ?? {}) as ProviderError;
  const answer = responseHeaders === undefined ? error : { headers };
  // Some providers send this header, which is more exact than the standard one.
  const ms = Number(responseHeaders?.["retry-after-ms"] ?? Number.NaN);
  return ms >= 0 ? Math.min(ms, AN_HOUR_MS) : retryAfterMs(answer);
}

/** Returns an `Error` for an error part of a stream, which may be a string or a plain object. */
export function errorOfPart(error: unknown): unknown {
  if (error instanceof Error) return error;
  const { message } = (error ?? {}) as { readonly message?: unknown };
  const text = [error, message].find((each) => typeof each === "string");
  return new Error(text ?? "the provider reported an error", { cause: error });
}

/** Returns the error for the caller: the provider's own error if no retry can help, as without retries. */
export function shownError(error: unknown): unknown {
  const final = error instanceof AttemptsFailedError && error.reason === "final";
  return final ? error.attempts.at(-1)?.error : error;
}

/** Timeout, conflict, too early, too many requests. */
const PASSING = new Set([408, 409, 425, 429]);
/** Key, payment, permission, no such model. */
const OF_THE_ARM = new Set([401, 402, 403, 404]);
const WRONG_IN_ITSELF = new Set<unknown>(["AI_InvalidPromptError", "AI_InvalidArgumentError"]);
const WRONG_FOR_THE_ARM = new Set<unknown>([
  "AI_LoadAPIKeyError",
  "AI_LoadSettingError",
  "AI_NoSuchModelError",
  "AI_UnsupportedFunctionalityError",
]);
const AN_HOUR_MS = 3_600_000;
