import { afterEach, describe, expect, test } from "vitest";

import { load } from "./load.ts";
import { answer, openaiServer, type Reply } from "./openai-server.ts";

const servers: { close(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(reply: (model: string, request: number) => Reply) {
  const server = await openaiServer(reply);
  servers.push(server);
  return server;
}

/** All that is yielded until the end, or until it throws. */
async function collect<Value>(parts: AsyncIterable<Value>) {
  const read: Value[] = [];
  try {
    for await (const part of parts) read.push(part);
    return { read };
  } catch (error) {
    return { read, error };
  }
}

describe("ai-sdk", () => {
  /** An assistant that has learned nothing yet, so the next attempt begins at the ceiling. */
  async function assistantOf(
    reply: (model: string, request: number) => Reply,
    models = ["only"],
    options = {},
  ) {
    const { assistant, ask } = await load("ai-sdk");
    const server = await serve(reply);
    const learned = assistant({
      baseURL: server.baseURL,
      apiKey: "none",
      models,
      maxCutoffMs: 300,
      ...options,
    });
    return { server, learned, ask: (own = {}) => collect<unknown>(ask(learned, "hi", own)) };
  }

  test("a stall before the content is asked again: a role is no content, and the stalled request is closed", async () => {
    const stalled = (request: number): Reply => (request === 1 ? ["role", "stall"] : answer);
    const { server, ask } = await assistantOf((_, request) => stalled(request), ["only"], {
      maxCutoffMs: 1_000,
    });
    const { read } = await ask();
    expect(read.slice(0, -1).join("")).toBe("hello");
    const { attempts } = read.at(-1) as { attempts: unknown[] };
    expect(attempts[0]).toMatchObject({ ended: "cancelled", estimated: true });
    const known = { ended: "succeeded", estimated: false, inputTokens: 3, outputTokens: 5 };
    expect(attempts).toContainEqual(expect.objectContaining(known));
    await expect.poll(() => server.seen[0].closed).toBe(true);
  });

  test("a 429 is retried when its Retry-After is over, or at once by another model", async () => {
    const limited: Reply = { status: 429, headers: { "retry-after": "0.2" } };
    const alone = await assistantOf((_, request) => (request === 1 ? limited : answer));
    const start = performance.now();
    expect((await alone.ask()).read.slice(0, -1).join("")).toBe("hello");
    expect(performance.now() - start).toBeGreaterThan(190);
    const two = await assistantOf((model) => (model === "limited" ? limited : answer), ["limited", "free"]);
    expect((await two.ask()).read.at(-1)).toMatchObject({ arm: "free" });
  });

  test("a stall in the middle is not cut: the caller's abort ends it, and the request", async () => {
    const reply = (): Reply => ["role", { say: "hel" }, "stall"];
    const { server, ask } = await assistantOf(reply, ["only"], { maxCutoffMs: 1_000 });
    // Longer than the ceiling.
    const { read } = await ask({ signal: AbortSignal.timeout(1_300) });
    expect(read).toEqual(["hel"]);
    expect(server.seen).toHaveLength(1);
    await expect.poll(() => server.seen[0].closed).toBe(true);
  });

  test("an error after the content is passed on, and nothing is asked twice", async () => {
    for (const broken of ["break", { error: "overloaded" }] as const) {
      const { server, ask } = await assistantOf(() => ["role", { say: "hel" }, broken, "stall"]);
      const { read, error } = await ask();
      expect(read).toEqual(["hel"]);
      expect(error).toBeDefined();
      expect(server.seen).toHaveLength(1);
    }
  });

  test("an error before the content is retried, and a wrong request is final", async () => {
    const early = await assistantOf((_, request) =>
      request === 1 ? ["role", { error: "overloaded" }] : answer,
    );
    expect((await early.ask()).read.slice(0, -1).join("")).toBe("hello");
    const wrong = await assistantOf(() => ({ status: 400 }));
    expect((await wrong.ask()).error).toMatchObject({ statusCode: 400, name: "AI_APICallError" });
    expect(wrong.server.seen).toHaveLength(1);
  });
});

describe("openai", () => {
  async function clientOf(reply: (model: string, request: number) => Reply, options = {}) {
    const { client, ask } = await load("openai");
    const server = await serve(reply);
    const openai = client({ baseURL: server.baseURL, apiKey: "none", ...options });
    return { server, ask: () => collect<string>(ask(openai, "any", "hi")) };
  }

  test("a completion without a first byte is asked again, and a 429 when its Retry-After is over", async () => {
    const hangs = await clientOf((_, request) => (request === 1 ? ["stall"] : answer), {
      firstCutoffMs: 200,
    });
    expect((await hangs.ask()).read.join("")).toBe("hello");
    const limited: Reply = { status: 429, headers: { "retry-after": "0.2" } };
    const { ask } = await clientOf((_, request) => (request === 1 ? limited : answer));
    expect((await ask()).read.join("")).toBe("hello");
  });

  test("what stalls or breaks after the first byte is not asked again", async () => {
    const { server, ask } = await clientOf(() => ["role", { say: "hel" }, "break"]);
    const { read, error } = await ask();
    expect([read.join(""), error === undefined]).toEqual(["hel", false]);
    expect(server.seen).toHaveLength(1);
  });
});
