import { setTimeout as sleep } from "node:timers/promises";
import * as undici from "undici";
import { afterEach, describe, expect, test } from "vitest";
import { dispatcher, interceptor } from "../src/undici.ts";
import { received, serve } from "./serve.ts";

const GLOBAL = Symbol.for("undici.globalDispatcher.1");
const before = undici.getGlobalDispatcher();
afterEach(() => undici.setGlobalDispatcher(before));

/** Each way to send a request with it. */
const clients = {
  "Node's fetch": async (url: string, init: object = {}) => fetch(url, init),
  "undici.fetch": async (url: string, init: object = {}) => undici.fetch(url, init),
  "undici.request": async (url: string, init: object = {}) => {
    const { statusCode, headers, body } = await undici.request(url, init);
    return {
      status: statusCode,
      headers: { get: (name: string) => String(headers[name]) },
      text: () => body.text(),
      bytes: () => body.bytes(),
    };
  },
};
const ways = {
  "the global dispatcher of undici": () => dispatcher({ deadline: 20_000, dispatcher: new undici.Agent() }),
  "an interceptor under others": () => {
    const intercept = interceptor({ deadline: 20_000 });
    const agent = new undici.Agent().compose(intercept, undici.interceptors.redirect({ maxRedirections: 2 }));
    return Object.assign(agent, { learned: intercept.learned });
  },
};
const all = Object.entries(ways).flatMap(([way, make], place) =>
  Object.entries(clients)
    .slice(place)
    .map(([client, get]) => ({ way, make, client, get })),
);

describe.each(all)("$client with $way", ({ make, get }) => {
  test("gets answers byte for byte, past hanging first bytes, and with the status and headers of the server", async () => {
    const large = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251));
    const origin = await serve((request, response, count) => {
      if (count % 7 === 0) return response.flushHeaders();
      response.setHeader("x-a", "ä".normalize("NFC").length === 1 ? "a" : "b");
      if (request.url === "/none") return response.writeHead(204).end();
      if (request.url === "/large") return response.end(large);
      response.write("{");
      setTimeout(() => response.end("}"), 2);
      return undefined;
    });
    const made = make();
    undici.setGlobalDispatcher(made);
    for (let i = 0; i < 30; i++) {
      const response = await get(`${origin}/items/${i}`);
      expect([response.status, response.headers.get("x-a"), await response.text()]).toEqual([200, "a", "{}"]);
    }
    const response = await get(`${origin}/large`);
    const bytes =
      (await (response as Response).bytes?.()) ?? new Uint8Array(await (response as Response).arrayBuffer());
    expect(Buffer.from(bytes).equals(large)).toBe(true);
    const none = await get(`${origin}/none`);
    expect([none.status, await none.text()]).toEqual([204, ""]);
    const { attempts, stopped } = made.learned.stats()[origin].arms[origin];
    expect(stopped).toBeGreaterThan(3);
    expect(attempts).toBeLessThan(60);
    await made.destroy();
  });

  test("hands back the last bad answer, sends a POST once, and fails as without it", async () => {
    const seen: string[] = [];
    const origin = await serve(async (request, response) => {
      if (request.url === "/hang") return;
      seen.push(`${request.method} ${await received(request)}`);
      response.writeHead(503).end("busy");
    });
    const made = make();
    undici.setGlobalDispatcher(made);
    const response = await get(origin);
    expect([response.status, await response.text()]).toEqual([503, "busy"]);
    expect(seen).toEqual(["GET ", "GET ", "GET ", "GET "]);
    seen.length = 0;
    expect((await get(origin, { method: "POST", body: "once" })).status).toBe(503);
    async function* body() {
      yield "stream";
    }
    expect((await get(origin, { method: "PUT", body: body(), duplex: "half" })).status).toBe(503);
    expect(seen).toEqual(["POST once", "PUT stream"]);
    const aborts = new AbortController();
    const aborted = get(`${origin}/hang`, { signal: aborts.signal });
    await sleep(20);
    const reason = new Error("enough");
    aborts.abort(reason);
    await expect(aborted).rejects.toBe(reason);
    await expect(get("http://127.0.0.1:2/")).rejects.toSatisfy(
      (error: Error & { code?: string; cause?: { code?: string } }) =>
        (error.code ?? error.cause?.code) === "ECONNREFUSED",
    );
    await made.destroy();
  });

  test("aborts a body that streams, and a reader that is slow makes the server wait", async () => {
    let written = 0;
    let closed = 0;
    const origin = await serve((_, response) => {
      response.on("close", () => (closed += 1));
      const more = () => {
        while (written < 64 && response.write(Buffer.alloc(2 ** 20))) written += 1;
        written += 1;
        if (written < 64) response.once("drain", more);
      };
      more();
    });
    const made = make();
    const errors: unknown[] = [];
    for (const each of [before, made]) {
      undici.setGlobalDispatcher(each);
      [written, closed] = [0, 0];
      const aborts = new AbortController();
      const response = await get(origin, { signal: aborts.signal });
      await sleep(100);
      expect(written).toBeLessThan(32);
      aborts.abort(new Error("enough"));
      errors.push(await response.text().catch((error: unknown) => String(error)));
      while (closed === 0) await sleep(5);
    }
    // Node's fetch does not hand the reason on.
    expect(errors[1]).toBe(errors[0]);
    await made.destroy();
  });
});

test("Node's own dispatcher is taken where undici's was never there, and its fetch goes through", async () => {
  const made = dispatcher();
  const origin = await serve((_, response) => response.end("through"));
  (globalThis as Record<symbol, unknown>)[GLOBAL] = made;
  expect(await (await fetch(origin)).text()).toBe("through");
  expect(made.learned.stats()[origin].succeeded).toBe(1);
});

test("a PUT with bytes is repeated with all of them; with `idle`, a body that stalls is aborted", async () => {
  const seen: string[] = [];
  const origin = await serve(async (request, response) => {
    seen.push(await received(request));
    if (seen.length === 1) return response.writeHead(503).end();
    return response.write("then nothing");
  });
  const agent = dispatcher({ dispatcher: new undici.Agent(), idle: 100 });
  const { body } = await agent.request({ origin, path: "/", method: "PUT", body: Buffer.from("bytes") });
  await expect(body.text()).rejects.toMatchObject({ name: "StalledBodyError" });
  expect(seen).toEqual(["bytes", "bytes"]);
  await agent.destroy();
});

describe("a path is on its own origin, whatever it looks like", () => {
  const headers = { authorization: "Bearer secret" };
  const record = async (status: number) => {
    const seen: string[] = [];
    const origin = await serve(({ method, url, headers: { host, authorization } }, response) => {
      seen.push(`${host} ${method} ${url} ${authorization}`);
      response.writeHead(status).end();
    });
    return { origin, seen, host: new URL(origin).host };
  };

  test.each(Object.entries(clients))("%s, with the dispatcher installed globally", async (_, get) => {
    const [own, other] = [await record(200), await record(200)];
    const made = dispatcher({ dispatcher: new undici.Agent(), maxAttempts: 1 });
    undici.setGlobalDispatcher(made);
    const paths = [
      `//${other.host}/x`,
      `//${other.host}`,
      `/\\${other.host}/x`,
      `/..//${other.host}/x`,
      `/@${other.host}/x`,
      `//user@${other.host}/x`,
      `/${other.origin}/x`,
      `/?//${other.host}`,
    ];
    for (const path of paths) expect((await get(own.origin + path, { headers })).status).toBe(200);
    // As the URL standard reads them.
    expect(own.seen).toEqual(
      paths.map((path) => {
        const { pathname, search } = new URL(own.origin + path);
        return `${own.host} GET ${pathname}${search} Bearer secret`;
      }),
    );
    expect(other.seen).toEqual([]);
    expect(Object.keys(made.learned.stats())).toEqual([own.origin]);
    await made.destroy();
  });

  test("a dispatched path is sent as it is given, as plain undici sends it, or refused as plain undici refuses it", async () => {
    const [own, other] = [await record(200), await record(200)];
    const plain = new undici.Agent();
    const made = dispatcher({ dispatcher: plain, maxAttempts: 1 });
    const paths = [
      `//${other.host}/x`,
      `${other.origin}/x`,
      `/\\${other.host}/x`,
      `/../..//${other.host}/x`,
      `/@${other.host}/x`,
      `@${other.host}/x`,
      `\\\\${other.host}/x`,
      "*",
      "",
      undefined as unknown as string,
    ];
    const through = async (agent: undici.Dispatcher) => {
      own.seen.length = 0;
      const ends: unknown[] = [];
      for (const path of paths) {
        const ask = () =>
          new Promise((resolve, reject) => {
            const part = { origin: own.origin, path, method: "OPTIONS" as const, headers };
            agent.dispatch(part, {
              onRequestStart() {},
              onResponseStart: (_, status) => resolve(status),
              onResponseError: (_, error) => reject(error),
            });
          });
        ends.push(await ask().catch(({ code, message }) => [code, message]));
      }
      return { seen: [...own.seen], ends };
    };
    const expected = await through(plain);
    expect(expected.seen).toContain(`${own.host} OPTIONS ${other.origin}/x Bearer secret`);
    expect(await through(made)).toEqual(expected);
    expect(other.seen).toEqual([]);
    expect(Object.keys(made.learned.stats())).toEqual([own.origin]);
    await made.destroy();
  });

  test("also at the next of several origins, and at the only one of a client", async () => {
    const [busy, good, other, third] = [
      await record(503),
      await record(200),
      await record(200),
      await record(200),
    ];
    const options = { origins: [busy.origin, good.origin], seed: 1 };
    const made = dispatcher({ dispatcher: new undici.Agent(), ...options });
    const client = new undici.Client(good.origin).compose(interceptor());
    for (const path of [`//${other.host}/x`, `${other.origin}/x`]) {
      for (let i = 0; i < 3; i++) {
        const { statusCode } = await made.request({ origin: busy.origin, path, method: "GET", headers });
        expect(statusCode).toBe(200);
      }
      expect((await client.request({ path, method: "GET", headers })).statusCode).toBe(200);
    }
    expect(busy.seen.length).toBeGreaterThan(0);
    const sent = (path: string) => `${good.host} GET ${path} Bearer secret`;
    expect(new Set(good.seen)).toEqual(new Set([sent(`//${other.host}/x`), sent(`${other.origin}/x`)]));
    expect(other.seen).toEqual([]);
    expect((await made.request({ origin: third.origin, path: "/", method: "GET" })).statusCode).toBe(200);
    expect(third.seen).toHaveLength(1);
    expect(Object.keys(made.learned.stats())).toEqual(["*"]);
    await Promise.all([made.destroy(), client.destroy()]);
  });
});

test("wrong options are refused at once", () => {
  expect(() => interceptor({ until: "body" as never })).toThrow(/until must be/);
  expect(() => interceptor({ idle: 0 })).toThrow(/idle must be/);
  expect(() => dispatcher({ deadlin: 5 } as never)).toThrow(/unknown option "deadlin"/);
});

test("handlers of both kinds see a request once, with its headers as before, and an upgrade passes", async () => {
  const origin = await serve((_, response, count) => {
    if (count === 1) return response.writeHead(503).end();
    return response.writeHead(200, ["X-A", "1", "x-a", "2", "X-B", "3"]).end("text");
  });
  const made = dispatcher({ dispatcher: new undici.Agent() });
  const seen: unknown[] = [];
  await new Promise<void>((resolve, reject) => {
    made.dispatch(
      { origin, path: "/", method: "GET" },
      {
        onRequestStart: (_, context) => seen.push(typeof context),
        onResponseStart: (controller, status, { "x-a": a, "x-b": b }) => {
          seen.push(status, a, b);
          controller.pause();
          setTimeout(() => controller.resume(), 10);
        },
        onResponseData: (_, chunk) => seen.push(String(chunk)),
        onResponseEnd: () => resolve(),
        onResponseError: (_, error) => reject(error),
      },
    );
  });
  expect(seen).toEqual(["object", 200, ["1", "2"], "3", "text"]);
  await made.destroy();
});
