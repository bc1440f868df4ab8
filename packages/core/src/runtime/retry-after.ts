/**
 * How long a server asks to be left alone, in ms: the `Retry-After` header (RFC 9110, 10.2.3) of a `Response`, or of an error that
 * carries `headers` or a `response`, as those of most HTTP clients do. 0 if there is none; an hour at most.
 */
export function retryAfterMs(answer: unknown): number {
  const header = headerOf(answer, "retry-after");
  if (header === undefined) return 0;
  const seconds = Number(header);
  // A date counts from that of the answer, so the clocks of both machines do not matter; without one it says nothing.
  const ms = Number.isNaN(seconds)
    ? Date.parse(header) - Date.parse(headerOf(answer, "date") ?? "")
    : 1_000 * seconds;
  return ms > 0 ? Math.min(ms, LONGEST_MS) : 0;
}

function headerOf(answer: unknown, name: string): string | undefined {
  const { headers, response } = (answer ?? {}) as {
    headers?: { get?(name: string): unknown } & Record<string, unknown>;
    response?: unknown;
  };
  if (headers === undefined || headers === null)
    return response == null ? undefined : headerOf(response, name);
  const given = Object.keys(headers).find((key) => key.toLowerCase() === name) ?? name;
  const value = typeof headers.get === "function" ? headers.get(name) : headers[given];
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

const LONGEST_MS = 3_600_000;
