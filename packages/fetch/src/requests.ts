/** A request, as the options `key` and `retry` get it. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
}

/** Reads a URL. A path is enough in a page, or with a `base`, which is an origin. */
export function readUrl(given: string | URL, base: string | undefined): URL {
  const { location } = globalThis as { location?: { href: string } };
  // URLs ignore spaces and control characters at the start, and take a backslash for a slash.
  const path = /^[^!-\uffff]*([/\\].*)/s.exec(String(given))?.[1];
  // It is joined, since `//host/` would resolve to another host.
  return new URL(base && path ? base + path : given, base ?? location?.href);
}

/** Returns the error of plain fetch with `AbortSignal.timeout`. */
export function timeoutError(cause?: unknown): DOMException {
  const error = new DOMException("The operation was aborted due to timeout", "TimeoutError");
  return Object.defineProperty(error, "cause", { value: cause });
}

/** The idempotent methods of HTTP (RFC 9110, 9.2.2): a second request has no further effect. */
const IDEMPOTENT = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]);

/** True if a request may be sent again by default. */
export function isRepeatable({ method, headers }: OutgoingRequest): boolean {
  return IDEMPOTENT.has(method) || headers.has("idempotency-key");
}

/**
 * Returns the kind of a request: the method and the path, with a star for each segment that looks like an id, and without the
 * query. Requests of one kind share a learner, so there should be few kinds.
 */
export function routeOf({ method, url }: Pick<OutgoingRequest, "method" | "url">): string {
  const segments = url.pathname.split("/", MOST_SEGMENTS);
  let route = `${method} `;
  for (let i = 1; i < segments.length; i++) route += `/${isId(segments[i]) ? "*" : segments[i]}`;
  return route.slice(0, LONGEST_ROUTE);
}

/** True for numbers, dates, hashes, UUIDs, tokens, and names that are encoded or have an @; false for `v1` or `index.html`. */
function isId(segment: string): boolean {
  return (
    /^\d[\d.,:_-]*(\.\w+)?$/.test(segment) ||
    /^(?=.*\d)[\da-f-]{6,}(\.\w+)?$/i.test(segment) ||
    /\d.*\d.*\d/.test(segment) ||
    /[%@:=,~]/.test(segment) ||
    segment.length > LONGEST_WORD
  );
}

const MOST_SEGMENTS = 12;
const LONGEST_ROUTE = 500;
const LONGEST_WORD = 40;
