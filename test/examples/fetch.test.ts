import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { connectRedis, parseRedisUrl } from "@mulligan/cluster";
import { build } from "esbuild";
import * as undici from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../markdown.ts";
import { withRedis } from "../with-redis.ts";
import { load } from "./load.ts";
import { type Handler, serving } from "./serve.ts";

const folder = mkdtempSync(join(tmpdir(), "mulligan-fetch-"));
afterAll(() => rmSync(folder, { recursive: true }));

const start = serving();
const serve = async (handler: Handler) => `http://${await start(handler)}`;

/** Answers at once, but the first byte of every tenth answer never comes. */
const hangsNowAndThen: Handler = (_, response, count) => {
  if (count % 10 === 0) response.flushHeaders();
  else response.end("hello");
};

describe("fetch", () => {
  test("gets past first bytes that hang, and the next process knows what this one has learned", async () => {
    const { rememberingFetch } = await load("fetch");
    const file = join(folder, "deep/learned.json");
    const origin = await serve(hangsNowAndThen);
    const first = rememberingFetch(file);
    const problems: unknown[] = [];
    first.on("persistence", (problem: unknown) => problems.push(problem));
    for (let i = 0; i < 30; i++) expect(await (await first(`${origin}/items/${i}`)).text()).toBe("hello");
    await first[Symbol.asyncDispose]();
    const next = rememberingFetch(file);
    await (await next(`${origin}/items/31`)).text();
    expect(next.explain(`${origin}/items/32`).attempts).toBeGreaterThan(20);
    expect(problems).toEqual([]);
    expect(JSON.parse(readFileSync(file, "utf8")).version).toBe(1);
    writeFileSync(file, "{ half a fi");
    const third = rememberingFetch(file);
    third.on("persistence", (problem: unknown) => problems.push(problem));
    // It has learned nothing, so it would wait for a first byte that hangs.
    const steady = await serve((_, response) => response.end("hello"));
    expect(await (await third(steady)).text()).toBe("hello");
    expect(problems).toMatchObject([{ during: "load", error: { name: "SyntaxError" } }]);
  });
});

describe("undici", () => {
  test("all of undici's and Node's own requests learn, and get past first bytes that hang", async () => {
    const { learnEverywhere } = await load("undici");
    const before = undici.getGlobalDispatcher();
    try {
      const learned = learnEverywhere();
      const origin = await serve(hangsNowAndThen);
      for (let i = 0; i < 15; i++) {
        expect(await (await undici.request(origin)).body.text()).toBe("hello");
        expect(await (await fetch(origin)).text()).toBe("hello");
      }
      expect(learned.stats()[origin]).toMatchObject({ succeeded: 30, failed: 0 });
    } finally {
      undici.setGlobalDispatcher(before);
    }
  });
});

describe("worker", () => {
  let code: Uint8Array;
  beforeAll(async () => {
    const entryPoints = [join(root, "examples/worker.mjs")];
    const options = { bundle: true, minify: true, write: false, format: "esm", platform: "browser" } as const;
    const { outputFiles } = await build({ entryPoints, ...options });
    code = outputFiles[0].contents;
  });

  test("its bundle needs no part of Node and nothing from outside", () => {
    const text = new TextDecoder().decode(code);
    expect(text).not.toMatch(/\bimport[ {*("]|\brequire\(|\bnode:|\bprocess\.|\bBuffer\b/);
    expect(gzipSync(code).length).toBeLessThan(26_000);
  });

  test("hands requests to the origin that answers, and their bodies with them", async () => {
    const file = join(folder, "worker.mjs");
    writeFileSync(file, code);
    const { default: worker } = await import(pathToFileURL(file).href);
    const busy = await serve((_, response) => response.writeHead(503).end());
    const good = await serve((request, response) => request.pipe(response));
    const env = { ORIGINS: `${busy} ${good}` };
    const ask = (path: string, init?: RequestInit) =>
      worker.fetch(new Request(`https://edge.test${path}`, init), env);
    for (let i = 0; i < 5; i++) expect((await ask(`/items/${i}?q=1`)).status).toBe(200);
    const response = await ask("/items/7", { method: "PUT", body: "a body" });
    expect([response.status, await response.text()]).toEqual([200, "a body"]);
  });
});

withRedis("fetch-redis", (redis) => {
  test("functions that live for one request add to what the others have learned", async () => {
    const { handle, sharedFetch } = await load("fetch-redis");
    const client = connectRedis(parseRedisUrl(redis().url, "test"), () => {});
    try {
      const origin = await serve((_, response) => response.end("hello"));
      for (let i = 0; i < 5; i++) expect(await handle(client, `${origin}/items/${i}`)).toBe("hello");
      const fetch = sharedFetch(client);
      await fetch(`${origin}/items/6`);
      expect(fetch.explain(`${origin}/items/7`).attempts).toBeGreaterThan(5);
    } finally {
      client.disconnect();
    }
  });
});
