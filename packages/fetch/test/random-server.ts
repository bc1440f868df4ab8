import fc from "fast-check";
import type { VirtualClock } from "../../core/test/situations/situation.ts";

/** What a server does with one request. */
export interface Answer {
  /** Until the headers come, or the request fails. */
  readonly headersMs: number;
  readonly connects: boolean;
  readonly status: number;
  readonly retryAfter?: string;
  readonly redirected: boolean;
  readonly chunks: readonly { readonly gapMs: number; readonly bytes: number }[];
  /** After the last chunk and `endMs`. */
  readonly end: "closes" | "breaks" | "stalls";
  readonly endMs: number;
}

const ms = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 30 }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 3_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 40_000 }) },
);

export const anyAnswer: fc.Arbitrary<Answer> = fc.record(
  {
    headersMs: ms,
    connects: fc.oneof(
      { weight: 5, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
    status: fc.constantFrom(200, 200, 200, 206, 204, 301, 304, 400, 404, 408, 429, 500, 502, 503, 504),
    retryAfter: fc.constantFrom("0", "1", "100", "nonsense"),
    redirected: fc.boolean(),
    chunks: fc.array(fc.record({ gapMs: ms, bytes: fc.integer({ min: 1, max: 50 }) }), { maxLength: 4 }),
    end: fc.constantFrom("closes", "closes", "closes", "breaks", "stalls"),
    endMs: ms,
  },
  { requiredKeys: ["headersMs", "connects", "status", "redirected", "chunks", "end", "endMs"] },
);

/** A request as the server saw it, and how it ended. */
export interface Served {
  readonly number: number;
  readonly url: string;
  readonly method: string;
  readonly body: Uint8Array;
  readonly answer: Answer;
  readonly startedAt: number;
  /** All bytes of the answer. */
  readonly bytes: Uint8Array;
  state: "open" | "ended" | "aborted" | "cancelled";
}

const EMPTY = new Set([204, 304]);

/** Whether the answer has a body. */
export function hasBody({ status }: Answer): boolean {
  return !EMPTY.has(status);
}

/** The bytes of an attempt differ from those of any other. */
function bytesOf(number: number, { chunks }: Answer): Uint8Array {
  const length = chunks.reduce((sum, { bytes }) => sum + bytes, 0);
  return Uint8Array.from({ length }, (_, i) => (31 * number + 7 * i) % 251);
}

/** A `fetch` in memory: the n-th request gets the n-th answer, and the last one for ever. */
export function randomServer(answers: readonly Answer[], clock: VirtualClock) {
  const served: Served[] = [];
  const fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const request = input instanceof Request ? input : undefined;
    const signal = init.signal!;
    const given = init.body ?? (request?.bodyUsed ? null : request?.body);
    const number = served.length + 1;
    const answer = answers[Math.min(number, answers.length) - 1];
    const entry: Served = {
      number,
      url: request?.url ?? String(input),
      method: init.method ?? request?.method ?? "GET",
      body: new Uint8Array(0),
      answer,
      startedAt: clock.now(),
      bytes: hasBody(answer) ? bytesOf(number, answer) : new Uint8Array(0),
      state: "open",
    };
    served.push(entry);
    signal.throwIfAborted();
    Object.assign(entry, { body: new Uint8Array(await new Response(given).arrayBuffer()) });
    signal.addEventListener("abort", () => {
      if (entry.state === "open") entry.state = "aborted";
    });
    await clock.sleep(answer.headersMs, signal);
    if (!answer.connects) {
      entry.state = "ended";
      throw new TypeError("fetch failed");
    }
    return respond(entry, clock, signal);
  };
  return { served, fetch: fetch as typeof globalThis.fetch };
}

function respond(entry: Served, clock: VirtualClock, signal: AbortSignal): Response {
  const { answer, number } = entry;
  const headers = new Headers({ "x-attempt": String(number) });
  if (answer.retryAfter !== undefined) headers.set("retry-after", answer.retryAfter);
  const body = hasBody(answer) ? bodyOf(entry, clock, signal) : null;
  if (body === null) entry.state = "ended";
  const response = new Response(body, { status: answer.status, statusText: `text ${number}`, headers });
  return Object.defineProperties(response, {
    url: { value: `https://redirected.test/${number}` },
    redirected: { value: answer.redirected },
    type: { value: "basic" },
  });
}

function bodyOf(entry: Served, clock: VirtualClock, signal: AbortSignal): ReadableStream {
  const { answer, bytes } = entry;
  let [next, sent] = [0, 0];
  return new ReadableStream({
    type: "bytes",
    start(controller) {
      signal.addEventListener("abort", () => controller.error(signal.reason));
    },
    async pull(controller) {
      try {
        const chunk = answer.chunks[next++];
        await clock.sleep(chunk?.gapMs ?? answer.endMs, signal);
        if (chunk !== undefined) {
          controller.enqueue(bytes.slice(sent, (sent += chunk.bytes)));
        } else if (answer.end === "stalls") {
          await new Promise(() => {});
        } else {
          if (entry.state === "open") entry.state = "ended";
          if (answer.end === "breaks") throw new TypeError("terminated");
          controller.close();
          controller.byobRequest?.respond(0);
        }
      } catch (error) {
        controller.error(error);
      }
    },
    cancel() {
      if (entry.state === "open") entry.state = "cancelled";
    },
  });
}

/** After how long an attempt alone is a response, by `until`; Infinity if it never is. */
export function responseMs(answer: Answer, until: "headers" | "first-byte" | "end"): number {
  const { headersMs, connects, status, chunks, end, endMs } = answer;
  if (!connects) return Infinity;
  // An answer that another attempt may mend is handed back without a look at its body.
  const early = until === "headers" || !hasBody(answer) || [408, 429, 502, 503, 504].includes(status);
  if (early) return headersMs;
  if (until === "first-byte" && chunks.length > 0) return headersMs + chunks[0].gapMs;
  if (end === "stalls") return Infinity;
  return headersMs + chunks.reduce((sum, { gapMs }) => sum + gapMs, 0) + endMs;
}
