import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { virtualClock } from "../../core/test/situations/virtual-clock.mjs";
import { learnedFetch } from "../src/index.ts";
import { received, serve } from "./serve.ts";

describe("a response", () => {
  test("is like that of fetch: url, redirected, status, type, headers, and a body that can be read in every way", async () => {
    const origin = await serve((request, response) => {
      if (request.url === "/from") return response.writeHead(302, { location: "/to" }).end();
      response.setHeader("set-cookie", ["a=1", "b=2"]);
      response.setHeader("content-type", "application/json");
      return response.end('{"a":1}');
    });
    const inItsPlace: typeof fetch = learnedFetch();
    const get = () => inItsPlace(`${origin}/from`);
    const [ours, plain] = [await get(), await fetch(`${origin}/from`)];
    for (const name of ["url", "redirected", "statusText", "type"] as const) {
      expect(ours[name], name).toBe(plain[name]);
    }
    // Not `Response`: the server of another test in this process may have replaced the global one.
    expect(ours).toBeInstanceOf(plain.constructor);
    expect([...ours.headers].filter(([name]) => name !== "date")).toEqual(
      [...plain.headers].filter(([name]) => name !== "date"),
    );
    expect(await ours.clone().json()).toEqual({ a: 1 });
    expect((await ours.blob()).type).toBe("application/json");
    expect(ours.bodyUsed).toBe(true);
    const chunks = [];
    for await (const chunk of (await get()).body!) chunks.push(...chunk);
    expect(String.fromCharCode(...chunks)).toBe('{"a":1}');
  });

  test("has a body that a reader can read into its own buffer, to the end", async () => {
    const origin = await serve((_, response) => {
      response.write("abc");
      setTimeout(() => response.end("de"), 20);
    });
    const reader = (await learnedFetch()(origin)).body!.getReader({ mode: "byob" });
    let [text, ended] = ["", false];
    while (!ended) {
      const { done, value } = await reader.read(new Uint8Array(2));
      text += Buffer.from(value ?? []).toString();
      ended = done;
    }
    expect(text).toBe("abcde");
  });

  test("streams: its chunks come when the server sends them, and the server waits for a reader that is slow", async () => {
    let written = 0;
    let goOn = () => {};
    const origin = await serve((request, response) => {
      if (request.url === "/slow") {
        response.write("first");
        goOn = () => response.end("second");
        return;
      }
      const more = () => {
        while (written < 64 && response.write(Buffer.alloc(2 ** 20))) written += 1;
        written += 1;
        if (written < 64) response.once("drain", more);
      };
      more();
    });
    const reader = (await learnedFetch()(`${origin}/slow`)).body!.getReader();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe("first");
    goOn();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe("second");
    const response = await learnedFetch()(`${origin}/big`);
    await sleep(100);
    expect(written).toBeLessThan(32);
    await response.body!.cancel();
  });

  test.each(["headers", "first-byte"] as const)(
    "until %s is aborted by the caller's signal while it streams, with the caller's reason, also with a chunk unread",
    async (until) => {
      let closed = 0;
      const origin = await serve((_, response) => {
        response.on("close", () => (closed += 1));
        response.write("and so on");
      });
      const aborts = new AbortController();
      const get = learnedFetch({ until });
      const [read, unread] = [
        await get(origin, { signal: aborts.signal }),
        await get(new Request(origin, { signal: aborts.signal })),
      ];
      const reader = read.body!.getReader();
      await reader.read();
      const next = reader.read();
      const reason = new Error("enough");
      aborts.abort(reason);
      await expect(next).rejects.toBe(reason);
      await expect(unread.text()).rejects.toBe(reason);
      while (closed < 2) await sleep(5);
    },
  );
});

describe("a request", () => {
  test("that hangs gets a second one beside it, and its answer counts if it comes after all", async () => {
    const clock = virtualClock();
    let hangs = false;
    let slow = 0;
    const answer = async (_: unknown, { signal }: { signal: AbortSignal }) => {
      // The first request is only slow, the others hang for good.
      const ms = !hangs ? 2 : ++slow === 1 ? 300 : 1e9;
      await clock.sleep(ms, signal);
      return new Response(hangs ? "slow" : "quick");
    };
    const get = learnedFetch({ clock, seed: 1, fetch: answer as typeof fetch, deadline: 20_000 });
    for (let i = 0; i < 30; i++) await (await clock.until(get("https://a.test/"))).text();
    hangs = true;
    expect(await (await clock.until(get("https://a.test/"))).text()).toBe("slow");
    expect(slow).toBeGreaterThan(1);
  });

  test("is repeated with all its bytes: with an Idempotency-Key, if `retry` says so, and as a stream that is short", async () => {
    const seen: string[] = [];
    const origin = await serve(async (request, response) => {
      seen.push(`${request.method} ${await received(request)}`);
      response.writeHead(503).end();
    });
    const get = learnedFetch({ maxAttempts: 2 });
    const stream = (text: string) => new Blob([text]).stream();
    const bytes = new Uint8Array([65, 66]);
    await get(origin, { method: "POST", body: "key", headers: { "Idempotency-Key": "1" } });
    const changed = get(origin, { method: "PUT", body: bytes });
    bytes[0] = 0;
    await changed;
    await get(new Request(origin, { method: "PUT", body: "a request" }));
    await get(origin, { method: "PUT", body: stream("a stream"), duplex: "half" } as RequestInit);
    await learnedFetch({ maxAttempts: 2, retry: ({ url }) => url.search === "?safe" })(`${origin}?safe`, {
      method: "POST",
      body: "safe",
    });
    expect(seen).toEqual(
      ["POST key", "PUT AB", "PUT a request", "PUT a stream", "POST safe"].flatMap((line) => [line, line]),
    );
    seen.length = 0;
    const little = learnedFetch({ maxAttempts: 2, maxBufferBytes: 3 });
    await little(origin, { method: "PUT", body: stream("too long"), duplex: "half" } as RequestInit);
    await little(new Request(origin, { method: "PUT", body: "a long request" }));
    expect(seen).toEqual(["PUT too long", "PUT a long request"]);
  });

  test("with a stream that stalls ends at the deadline, and at an abort, and the stream is cancelled", async () => {
    const clock = virtualClock();
    let cancelled = 0;
    const stalled = () =>
      new ReadableStream({ pull: () => new Promise(() => {}), cancel: () => void cancelled++ });
    const put = learnedFetch({
      clock,
      deadline: 1_000,
      fetch: () => Promise.reject(new Error("not reached")),
    });
    const init = () => ({ method: "PUT", body: stalled(), duplex: "half" }) as RequestInit;
    await expect(clock.until(put("https://a.test/", init()))).rejects.toMatchObject({ name: "TimeoutError" });
    expect(clock.now()).toBe(1_000);
    const aborts = new AbortController();
    clock.setTimer(() => aborts.abort(new Error("enough")), 10);
    await expect(clock.until(put("https://a.test/", { ...init(), signal: aborts.signal }))).rejects.toThrow(
      "enough",
    );
    expect(cancelled).toBe(2);
  });

  test("fails as that of fetch does: at the deadline, by an abort, by the network, by a wrong URL", async () => {
    const origin = await serve(() => {});
    const get = learnedFetch({ deadline: 100, maxAttempts: 2 });
    await expect(get(origin)).rejects.toMatchObject({ name: "TimeoutError", cause: { reason: "deadline" } });
    await expect(get(origin)).rejects.toBeInstanceOf(DOMException);
    await expect(get(origin, { signal: AbortSignal.abort("mine") })).rejects.toBe("mine");
    await expect(get(origin, { signal: AbortSignal.timeout(20) })).rejects.toMatchObject({
      name: "TimeoutError",
    });
    await expect(get("http://127.0.0.1:9/")).rejects.toThrow(new TypeError("fetch failed"));
    await expect(get("/path")).rejects.toThrow(TypeError);
    expect(await (await get("data:text/plain,hello")).text()).toBe("hello");
  });

  test("gets the last bad answer if no other comes", async () => {
    const origin = await serve((_, response, count) =>
      response.writeHead(count === 1 ? 502 : 504).end(`${count}`),
    );
    const response = await learnedFetch({ maxAttempts: 3 })(origin);
    expect([response.status, await response.text()]).toEqual([504, "3"]);
    const own = learnedFetch({ maxAttempts: 3, retryStatuses: [] });
    expect(await (await own(origin)).text()).toBe("4");
  });
});

describe("origins", () => {
  test("a Retry-After cools one origin down, and not the others", async () => {
    let busy = 0;
    const limited = await serve((_, response) => {
      busy += 1;
      response.writeHead(429, { "retry-after": "30" }).end();
    });
    const other = await serve((_, response) => response.end("other"));
    const get = learnedFetch({ deadline: 40_000 });
    const waiting = new AbortController();
    const first = get(limited, { signal: waiting.signal });
    await expect.poll(() => get.stats()[limited].arms[limited].state).toBe("cooling");
    expect(await (await get(other)).text()).toBe("other");
    expect(busy).toBe(1);
    waiting.abort();
    await expect(first).rejects.toMatchObject({ name: "AbortError" });
    // A shorter deadline is no reason to give up without a request: the server decides.
    const hurried = learnedFetch({ deadline: 1_000 });
    expect((await hurried(limited)).status).toBe(429);
    expect((await hurried(limited)).status).toBe(429);
    expect(busy).toBe(3);
  });

  test("that are alike are learned apart: paths go to the best, other origins pass, and a Request keeps its parts", async () => {
    const hang = await serve((_, response) => response.writeHead(503).end());
    const seen: string[] = [];
    const good = await serve(async (request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers["x-a"]} ${await received(request)}`);
      response.end("good");
    });
    const third = await serve((_, response) => response.end("third"));
    const get = learnedFetch({ origins: [hang, good], deadline: 10_000, seed: 1 });
    for (let i = 0; i < 10; i++) expect(await (await get(`/items/${i}?q=1`)).text()).toBe("good");
    expect(get.explain("/items/3").arm).toBe(good);
    expect(get.explain(`${hang}/items/3`).arm).toBe(good);
    const request = new Request(`${hang}/put`, { method: "PUT", body: "all of it", headers: { "x-a": "1" } });
    expect(await (await get(request)).text()).toBe("good");
    expect(seen).toContain("GET /items/9?q=1 undefined ");
    expect(seen.at(-1)).toBe("PUT /put 1 all of it");
    const once = new Request(`${good}/post`, { method: "POST", body: "once", headers: { "x-a": "2" } });
    expect((await get(once)).status).toBe(200);
    expect(seen.at(-1)).toBe("POST /post 2 once");
    expect(await (await get(third)).text()).toBe("third");
    expect(Object.keys(get.stats())).toEqual(["*"]);
  });

  test("get every path, also one that begins with two slashes, as a worker passes it on", async () => {
    const origins = ["https://a.test", "https://b.test"];
    const sent: string[] = [];
    const get = learnedFetch({
      origins,
      fetch: async (url, init) => {
        sent.push(`${url} ${new Headers(init?.headers).get("authorization")}`);
        return new Response(null, { status: sent.length % 2 === 0 ? 200 : 503 });
      },
    });
    for (const path of ["//c.test/x?q=1", "/\\c.test/x?q=1"]) {
      expect((await get(path, { headers: { authorization: "secret" } })).status).toBe(200);
    }
    const expected = origins.map((origin) => `${origin}//c.test/x?q=1 secret`);
    expect(sent).toHaveLength(4);
    expect(new Set(sent)).toEqual(new Set(expected));
    expect(Object.keys(get.stats())).toEqual(["*"]);
    expect(get.explain("//c.test/x").attempts).toBeGreaterThan(0);
  });

  test("are limited in number: the one used longest ago is forgotten", async () => {
    const get = learnedFetch({ fetch: async () => new Response("") });
    for (let i = 0; i < 150; i++) await get(`https://${i}.test/`);
    const names = Object.keys(get.stats());
    expect([names.length, names[0], names.at(-1)]).toEqual([100, "https://50.test", "https://149.test"]);
  });
});

test("events come from all origins, and their executions have numbers of their own", async () => {
  const get = learnedFetch({ fetch: async () => new Response("") });
  await get("https://a.test/");
  const seen: [string, number, number][] = [];
  const stop = get.on("success", ({ arm, execution, value }) => seen.push([arm, execution, value.status]));
  for (const origin of ["https://a.test", "https://b.test", "https://a.test"]) await get(origin);
  stop();
  await get("https://b.test");
  expect(seen.map(([arm, , status]) => [arm, status])).toEqual([
    ["https://a.test", 200],
    ["https://b.test", 200],
    ["https://a.test", 200],
  ]);
  expect(new Set(seen.map(([, execution]) => execution)).size).toBe(3);
});

test("after the disposal nothing is sent, what waits is aborted, and what streams goes on", async () => {
  const origin = await serve((request, response) => {
    if (request.url === "/hang") return;
    response.write("a");
    setTimeout(() => response.end("b"), 50);
  });
  const get = learnedFetch();
  const streams = await get(origin);
  const hangs = get(`${origin}/hang`);
  await sleep(20);
  await get[Symbol.asyncDispose]();
  await expect(hangs).rejects.toMatchObject({ name: "AbortError" });
  await expect(get(origin)).rejects.toThrow("disposal");
  expect(await streams.text()).toBe("ab");
});

test.each([
  [{ until: "body" }, /until must be/],
  [{ idle: -1 }, /idle must be/],
  [{ maxBufferBytes: Number.NaN }, /maxBufferBytes must be/],
  [{ origins: [] }, /origins must have/],
  [{ origins: ["https://a.test/v1"] }, /must have no path/],
  [{ origins: ["nonsense"] }, /Invalid URL/],
  [{ deadlin: 5 }, /unknown option "deadlin"/],
  [{ maxExtraLoad: -1 }, /maxExtraLoad must/],
])("the options %o are refused at once", (options, message) => {
  expect(() => learnedFetch(options as never)).toThrow(message);
});
