import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";

import { load } from "./load.ts";

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

async function serve(handler: Handler): Promise<string> {
  let count = 0;
  const server = createServer((request, response) => handler(request, response, ++count));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers at once, but every fifth request not at all. */
const flaky: Handler = (_, response, count) => {
  if (count % 5 !== 0) response.end("hello");
};

describe("examples", () => {
  test("fetch: the body comes from a mirror that answers, and Retry-After is kept", async () => {
    const { mirrored, read } = await load("fetch");
    const east = await serve((_, response, count) => {
      if (count > 1) return response.end("east");
      return response.writeHead(503, { "retry-after": "1" }).end();
    });
    const west = await serve((_, response) => response.end("west"));
    const mirrors = mirrored(east, west);
    // The one that was refused is left alone for a second; the other is asked at once.
    expect(await read(mirrors, "/")).toBe("west");
    expect(mirrors.stats().arms.east.state).toBe("cooling");
    const later = expect.poll(() => mirrors.stats().arms.east, { timeout: 20_000 });
    await later.toMatchObject({ attempts: 1, state: "ready" });
    const slow = mirrored(
      await serve(flaky),
      await serve((_, response) => void setTimeout(() => response.end("slow"), 60)),
    );
    for (let i = 0; i < 30; i++) expect(await read(slow, "/", { deadline: 3_000 })).toMatch(/hello|slow/);
    const { east: fast, west: other } = slow.stats().arms;
    expect(fast.attempts).toBeGreaterThan(other.attempts);
  });

  test("fetch: a body that nobody will read is cancelled, also one whose request was aborted meanwhile", async () => {
    const { cancelBody, mirrored } = await load("fetch");
    let cancelled = 0;
    const body = () => new ReadableStream({ cancel: () => void cancelled++ });
    cancelBody(new Response(body()));
    cancelBody(new Response(null));
    expect(cancelled).toBe(1);
    const aborted = new ReadableStream({ start: (controller) => controller.error(new Error("aborted")) });
    cancelBody(new Response(aborted)); // a rejection that nobody hears would fail this test
    const refusing = mirrored("http://none", "http://none", {
      arms: { only: async () => new Response(body(), { status: 500 }) },
      maxAttempts: 2,
    });
    await expect(refusing.execute({ input: "/" })).rejects.toMatchObject({ reason: "attempts" });
    let late = (_: Response) => {};
    const left = mirrored("http://none", "http://none", {
      arms: { only: () => new Promise((resolve) => (late = resolve)) },
    });
    await expect(left.execute({ input: "/", deadline: 5 })).rejects.toMatchObject({ reason: "deadline" });
    late(new Response(body()));
    await expect.poll(() => cancelled).toBe(1 + 2 + 1);
  });

  test("undici: a client's mistake is final, a server's is tried again", async () => {
    const { reader } = await load("undici");
    const origin = await serve((request, response, count) => {
      response.writeHead(request.url === "/missing" ? 404 : count < 3 ? 500 : 200).end("text");
    });
    const calls = reader(origin);
    expect(await calls.execute({ input: "/" })).toBe("text");
    expect(calls.stats().arms.get).toMatchObject({ attempts: 3, failures: 2 });
    await expect(calls.execute({ input: "/missing" })).rejects.toMatchObject({
      reason: "final",
      cause: { statusCode: 404 },
    });
  });

  test("cockatiel: inside wrap, a hanging call is tried again, and the breaker sees what fails for good", async () => {
    const { guarded } = await load("cockatiel");
    // only a first attempt hangs, so that a stalled machine, which may cost one more, does not exhaust all three
    const url = await serve((request, response) => {
      if (request.url !== "/hang") response.end("hello");
    });
    const policy = guarded({ maxCutoffMs: 2_000, maxAttempts: 3 });
    let asked = 0;
    const get = async ({ signal, attempt }: { signal: AbortSignal; attempt: number }) => {
      const hangs = attempt === 1 && ++asked % 5 === 0;
      return (await fetch(new URL(hangs ? "/hang" : "/", url), { signal })).text();
    };
    for (let i = 0; i < 12; i++) expect(await policy.execute(get)).toBe("hello");
    const broken = () => Promise.reject(new Error("down"));
    for (let i = 0; i < 3; i++) await expect(policy.execute(broken)).rejects.toThrow("none of 3 attempts");
    await expect(policy.execute(get)).rejects.toThrow("circuit");
  });

  test("p-retry: what three attempts do not mend, its pauses do; an abort ends both", async () => {
    const { patient } = await load("p-retry");
    const url = await serve((_, response, count) =>
      response.writeHead(count <= 4 ? 503 : 200).end("up again"),
    );
    const call = async (path: string, signal: AbortSignal) => {
      const response = await fetch(new URL(path, url), { signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return response.text();
    };
    expect(await patient(call, { pauseMs: 10 })("/")).toBe("up again");
    const hanging = patient(() => new Promise(() => {}));
    await expect(hanging("/", { signal: AbortSignal.timeout(20) })).rejects.toMatchObject({
      name: "TimeoutError",
    });
  });
});
