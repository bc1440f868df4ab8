import fc from "fast-check";
import { expect, test } from "vitest";
import { isThorough } from "../../../test/thorough.ts";
import { virtualClock } from "../../core/test/situations/virtual-clock.mjs";
import { type FetchOptions, type Idle, learnedFetch, StalledBodyError } from "../src/index.ts";
import { anyAnswer, hasBody, randomServer, responseMs, type Served } from "./random-server.ts";

/** `npm run soak` plays all ten thousand. */
const SERVERS = isThorough ? 10_000 : 300;

const quick = { headersMs: 5, connects: true, status: 200, redirected: false, chunks: [], endMs: 5 } as const;

/** What fifty quick calls teach: from then on, an attempt of more than some ms gets a second one beside it. */
async function taught(origins: readonly string[]): Promise<unknown> {
  const clock = virtualClock();
  const { fetch } = randomServer([{ ...quick, end: "closes" }], clock);
  const learned = learnedFetch({ fetch, clock, seed: 1, ...(origins.length > 0 ? { origins } : {}) });
  for (let i = 0; i < 50; i++) {
    await clock.until(
      learned(`https://a.test/${i}`, { method: ["GET", "PUT", "POST"][i % 3], body: i % 3 ? "x" : null }),
    );
  }
  return learned.snapshot();
}
const MIRRORS = ["https://a.test", "https://b.test"];
const known = { one: await taught([]), several: await taught(MIRRORS) };

const bodies = {
  none: () => null,
  text: () => "text",
  bytes: () => new Uint8Array([1, 2, 3]),
  blob: () => new Blob(["blob"]),
  parameters: () => new URLSearchParams({ a: "b" }),
  stream: () => new Blob(["a stream"]).stream(),
  longStream: () => new Blob(["a stream that is too long to be kept"]).stream(),
} satisfies Record<string, () => RequestInit["body"]>;

const anyCall = fc.record(
  {
    method: fc.constantFrom("GET", "HEAD", "OPTIONS", "PUT", "DELETE", "POST", "PATCH"),
    body: fc.constantFrom(...(Object.keys(bodies) as (keyof typeof bodies)[])),
    asRequest: fc.boolean(),
    idempotencyKey: fc.boolean(),
    until: fc.constantFrom("headers", "first-byte", "end"),
    deadline: fc.constantFrom(100, 2_000, 20_000),
    abortAt: fc.integer({ min: 0, max: 25_000 }),
    several: fc.boolean(),
    knows: fc.boolean(),
    idle: fc.constantFrom<Idle>("auto", 1_000),
    maxAttempts: fc.integer({ min: 1, max: 5 }),
  },
  {
    requiredKeys: ["method", "body", "asRequest", "idempotencyKey", "until", "deadline", "several", "knows"],
  },
);
type Call = typeof anyCall extends fc.Arbitrary<infer Value> ? Value : never;

/** Sends one request, and reads the response to its end. */
async function play(call: Call, answers: Parameters<typeof randomServer>[0]) {
  const clock = virtualClock({ turns: 2 });
  const { served, fetch } = randomServer(answers, clock);
  const { method, until, deadline, several, knows, idle, maxAttempts, abortAt } = call;
  const options: FetchOptions = {
    fetch,
    clock,
    seed: 1,
    until,
    deadline,
    maxBufferBytes: 20,
    ...(several ? { origins: MIRRORS } : {}),
    ...(knows ? { load: () => known[several ? "several" : "one"] } : {}),
    ...(idle === undefined ? {} : { idle }),
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
  };
  const learned = learnedFetch(options);
  const events: unknown[] = [];
  learned.on("persistence", (event) => events.push(event));
  const aborts = new AbortController();
  const aborted = abortAt === undefined ? undefined : new Error("the caller's");
  if (aborted !== undefined) clock.setTimer(() => aborts.abort(aborted), abortAt!);
  const body = method === "GET" || method === "HEAD" ? null : bodies[call.body]();
  const init = {
    method,
    body,
    duplex: "half",
    headers: { "x-a": "1", ...(call.idempotencyKey ? { "idempotency-key": "1" } : {}) },
    ...(aborted === undefined ? {} : { signal: aborts.signal }),
  } as RequestInit;
  const url = "https://a.test/items/7";
  const input: Parameters<typeof learned> = call.asRequest ? [new Request(url, init)] : [url, init];
  const result = await clock.until(
    learned(...input).then(
      (response) => ({ response, at: clock.now() }),
      (error: unknown) => ({ error, at: clock.now() }),
    ),
  );
  const end = "response" in result ? await clock.until(readAll(result.response, served)) : undefined;
  await clock.until(learned[Symbol.asyncDispose]());
  await clock.until(clock.sleep(0));
  return { served, result, end, aborted, events };
}

/** Reads a body; one that would never end is cancelled after its bytes. */
async function readAll(response: Response, served: readonly Served[]) {
  const bytes: number[] = [];
  const from = served[Number(response.headers.get("x-attempt")) - 1];
  if (response.body === null) return { bytes, error: undefined, from };
  const reader = response.body.getReader();
  try {
    for (;;) {
      if (from.answer.end === "stalls" && bytes.length === from.bytes.length) {
        await reader.cancel();
        return { bytes, error: undefined, from };
      }
      const { done, value } = await reader.read();
      if (done) return { bytes, error: undefined, from };
      bytes.push(...value);
    }
  } catch (error) {
    return { bytes, error, from };
  }
}

/** Whether another attempt is made after it. */
const isBad = ({ status, end }: Served["answer"]) =>
  [408, 429, 502, 503, 504].includes(status) || end === "breaks";

const sentBytes = async (call: Call) =>
  new Uint8Array(
    await new Response(/^(GET|HEAD)$/.test(call.method) ? null : bodies[call.body]()).arrayBuffer(),
  );

/** Checks what the documents promise. */
async function judge(call: Call, played: Awaited<ReturnType<typeof play>>): Promise<void> {
  const { served, result, end, aborted, events } = played;
  const { method, until, deadline, abortAt = Infinity } = call;
  expect(events).toEqual([]);
  // Nothing is sent twice that may not be, and never more often than allowed.
  const once = /POST|PATCH/.test(method) && !call.idempotencyKey;
  const hasLongStream = call.body === "longStream" && !/GET|HEAD/.test(method);
  expect(served.length).toBeLessThanOrEqual(once || hasLongStream ? 1 : (call.maxAttempts ?? 4));
  const sent = await sentBytes(call);
  for (const each of served) {
    if (each.body.length > 0 || each.state === "ended") expect(each.body).toEqual(sent);
    expect(each.method).toBe(method);
  }
  // Plain fetch is the first request, left alone.
  const [first] = served;
  const limit = Math.min(deadline, abortAt);
  const plainMs = first === undefined ? Infinity : first.startedAt + responseMs(first.answer, until);
  // While a bad answer is being retried, an abort is an abort.
  const retried = aborted !== undefined && !once && first !== undefined && isBad(first.answer);
  if (plainMs < limit && !retried) expect(result).toHaveProperty("response");
  if ("response" in result) {
    const { response } = result;
    const { from, bytes, error } = end!;
    expect(from).toBeDefined();
    expect(response.status).toBe(from.answer.status);
    expect(response.statusText).toBe(`text ${from.number}`);
    expect(response.url).toBe(`https://redirected.test/${from.number}`);
    expect(response.redirected).toBe(from.answer.redirected);
    expect(response.type).toBe("basic");
    expect(result.at).toBeLessThanOrEqual(limit);
    expect(Uint8Array.from(bytes)).toEqual(from.bytes.slice(0, bytes.length));
    if (error === undefined) {
      expect(bytes.length).toBe(from.bytes.length);
      if (hasBody(from.answer)) expect(from.answer.end).not.toBe("breaks");
    } else if (error instanceof StalledBodyError) {
      expect(call.idle).toBe(1_000);
    } else if (error !== aborted) {
      expect(error).toMatchObject({ name: "TypeError", message: "terminated" });
      expect(from.answer.end).toBe("breaks");
    }
  } else if (result.error !== aborted) {
    const { name, message } = result.error as Error;
    expect(["TimeoutError", "TypeError"]).toContain(name);
    if (name === "TimeoutError") expect(result.at).toBeGreaterThanOrEqual(deadline - 1e-6);
    else expect(message).toMatch("fetch failed");
  }
  // No request is left open, whatever became of it.
  expect(served.filter(({ state }) => state === "open")).toEqual([]);
}

test(`over ${SERVERS} random servers, a call gets what one attempt received, and gets it if plain fetch does`, async () => {
  const property = fc.asyncProperty(
    anyCall,
    fc.array(anyAnswer, { minLength: 1, maxLength: 4 }),
    async (call, answers) => judge(call, await play(call, answers)),
  );
  await fc.assert(property, { numRuns: SERVERS, seed: 32 });
});
