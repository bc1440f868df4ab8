import { AttemptsFailedError, retryAfterMs } from "@mulligan/core/runtime";

/** What the AI SDK and the providers' clients write into their errors. */
interface ProviderError {
  readonly name?: unknown;
  readonly statusCode?: unknown;
  readonly status?: unknown;
  readonly isRetryable?: unknown;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly headers?: unknown;
}

/**
 * True if another attempt may mend the error. A request that is wrong in itself is wrong everywhere. A bad key, a name that does not
 * exist, or a feature that is missing is the arm's own matter, so another arm may do better.
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

/** How long the provider asks to be left alone, in ms. */
export function providerBackoffMs(error: unknown): number {
  const { responseHeaders, headers = responseHeaders } = (error ?? {}) as ProviderError;
  const answer = responseHeaders === undefined ? error : { headers };
  // Some providers are more exact than the standard header allows.
  const ms = Number(responseHeaders?.["retry-after-ms"] ?? Number.NaN);
  return ms >= 0 ? Math.min(ms, AN_HOUR_MS) : retryAfterMs(answer);
}

/** An error that came as a part of a stream, where it may be a string or a plain object. */
export function errorOfPart(error: unknown): unknown {
  if (error instanceof Error) return error;
  const { message } = (error ?? {}) as { readonly message?: unknown };
  const text = [error, message].find((each) => typeof each === "string");
  return new Error(text ?? "the provider reported an error", { cause: error });
}

/** What the caller gets to see: for an error that no attempt mends the provider's own, as without retries. */
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
