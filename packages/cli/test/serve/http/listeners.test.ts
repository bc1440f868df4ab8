import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { TIMES } from "../../../dist/serve/http/server.js";
import { MAX_BEHIND } from "../../../dist/serve/http/subscriber.js";
import { MAX_LISTENERS_PER_ADDRESS, MAX_WAITING_BYTES } from "../../../dist/serve/http/subscribers.js";
import { WRITE_BYTES } from "../../../src/serve/http/paced-writer.ts";
import { definition } from "../definition.ts";
import { served } from "../served.ts";

/** A connection that asks for events and reads only what it is told to. */
function listener(port: number, path: string, localAddress = "127.0.0.1", headers = ""): Socket {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  onTestFinished(() => void socket.destroy());
  socket.pause();
  socket.on("error", () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`);
  return socket;
}

/** Many problems with long names, so that the first state is some megabytes. */
async function makeProblems(service: Awaited<ReturnType<typeof served>>["service"], count: number) {
  const arms = Array.from({ length: 64 }, (_, arm) => ({ name: `${arm} ${"x".repeat(100)}` }));
  for (let i = 0; i < count; i++) {
    await service.create(definition({ name: `p${String(i).padStart(6, "0")}`, arms }));
  }
}

/** Reads a chunked answer piece by piece until `isDone`. Resolves to its body. */
async function readSlowly(socket: Socket, bytes: number, everyMs: number, isDone: (text: string) => boolean) {
  let text = "";
  for (;;) {
    const part: Buffer | null = socket.read(Math.min(bytes, socket.readableLength || bytes)) ?? socket.read();
    if (part !== null) text += part.toString("latin1");
    if (isDone(text)) break;
    if (socket.destroyed) throw new Error(`the stream ended after ${text.length} bytes`);
    await pause(everyMs);
  }
  return text.slice(text.indexOf("\r\n\r\n") + 4).replaceAll(/(?:^|\r\n)[0-9a-f]+\r\n/g, "");
}

test("a listener that does not read is dropped, costs one part of the first state, and holds up nobody", async () => {
  const { port, service, ask } = await served({ stalledMs: 500 });
  await makeProblems(service, 600);
  const listeners = Array.from({ length: 20 }, () => listener(port, "/v1/events"));
  await Promise.all(listeners.map((socket) => once(socket, "readable")));
  const began = performance.now();
  let most = 0;
  while (service.subscribers.size > 0 && performance.now() - began < 60_000) {
    most = Math.max(most, service.subscribers.waitingBytes);
    expect((await ask("GET", "/healthz")).status).toBe(200);
    await pause(10);
  }
  expect(service.subscribers.size).toBe(0);
  // The first state is 7 MB for each; it was on its way, but never waited.
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(listeners.length * 2 * WRITE_BYTES);
});

test("a listener that reads slowly but steadily gets the whole first state, and every event once", async () => {
  const { port, service, ask } = await served({ stalledMs: 1_000 });
  await makeProblems(service, 600);
  const socket = listener(port, "/v1/events");
  await once(socket, "readable");
  // The one is in the first state by now, the other is still to come.
  await ask("POST", "/v1/problems/p000000/decisions");
  await ask("POST", "/v1/problems/p000599/decisions");
  const text = await readSlowly(socket, 2 ** 17, 10, (all) => all.includes('"problem":"p000000"'));
  await ask("POST", "/v1/problems/p000599/decisions");
  const [first, ...events] = text.split("\n\n");
  const { problems, folder } = JSON.parse(first.slice(first.indexOf("data: ") + 6));
  expect(folder).toBeNull();
  expect(problems).toHaveLength(600);
  expect(problems[0].sequence).toBe(0);
  // No event tells again what the state has.
  expect(problems[599].sequence).toBe(1);
  expect(events.filter((event) => event.startsWith("event: decision"))).toHaveLength(1);
  expect(service.subscribers.size).toBe(1);
});

test("a listener for which more than a megabyte of events waits is dropped", async () => {
  const { port, service } = await served();
  await service.create(definition({ name: "a" }));
  listener(port, "/v1/problems/a/events");
  await expect.poll(() => service.subscribers.size).toBe(1);
  const data = () => JSON.stringify({ text: "x".repeat(2 ** 16) });
  let most = 0;
  for (let sequence = 1; sequence < 1_000 && service.subscribers.size > 0; sequence++) {
    service.subscribers.publish({ event: "outcome", problem: "a", sequence, data });
    most = Math.max(most, service.subscribers.waitingBytes);
    await pause(1);
  }
  expect(service.subscribers.size).toBe(0);
  expect(most).toBeLessThan(MAX_BEHIND + 2 * WRITE_BYTES);
});

test("for all listeners together at most 32 MiB wait; those with the most are dropped", async () => {
  const { port, service } = await served();
  await service.create(definition({ name: "a" }));
  for (let i = 0; i < 60; i++) listener(port, "/v1/problems/a/events");
  await expect.poll(() => service.subscribers.size).toBe(60);
  const data = () => JSON.stringify({ text: "x".repeat(2 ** 16) });
  const sizes: number[] = [];
  for (let sequence = 1; sequence < 1_000 && service.subscribers.size > 0; sequence++) {
    service.subscribers.publish({ event: "outcome", problem: "a", sequence, data });
    expect(service.subscribers.waitingBytes).toBeLessThanOrEqual(MAX_WAITING_BYTES);
    sizes.push(service.subscribers.size);
    if (sequence % 8 === 0) await pause(1);
  }
  // Some are dropped for the memory of all before each has its own megabyte.
  expect(sizes.some((size) => size > 0 && size < 60)).toBe(true);
});

test("one address has a share of the slots, so that another can still listen", async () => {
  const { port, service } = await served();
  const listeners = Array.from({ length: MAX_LISTENERS_PER_ADDRESS }, () => listener(port, "/v1/events"));
  await expect.poll(() => service.subscribers.size).toBe(listeners.length);
  const refused = listener(port, "/v1/events");
  await once(refused, "readable");
  expect(String(refused.read())).toMatch(/^HTTP\/1\.1 429 [\s\S]*At most 100 of one address may listen/);
  const other = listener(port, "/v1/events", "127.0.0.2");
  await once(other, "readable");
  expect(String(other.read())).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  ["with trustProxy each client has its share", true, 200],
  ["otherwise a proxy is one client", false, 429],
])("behind a proxy: %s", async (_, trustProxy, status) => {
  const { port, service } = await served({ trustProxy });
  const via = (address: string) =>
    listener(port, "/v1/events", "127.0.0.1", `x-forwarded-for: 203.0.113.1, ${address}\r\n`);
  for (let i = 0; i < MAX_LISTENERS_PER_ADDRESS; i++) via("203.0.113.1");
  await expect.poll(() => service.subscribers.size).toBe(MAX_LISTENERS_PER_ADDRESS);
  const other = via("203.0.113.2");
  await once(other, "readable");
  expect(String(other.read())).toContain(`HTTP/1.1 ${status} `);
});

test("the slots of listeners that are gone are free again", async () => {
  const { port, service } = await served();
  const socket = listener(port, "/v1/events");
  await expect.poll(() => service.subscribers.size).toBe(1);
  socket.destroy();
  await expect.poll(() => service.subscribers.size).toBe(0);
});

test("a list that is not read costs one part, and its connection is closed", async () => {
  const { port, service, ask } = await served({ times: { ...TIMES, unreadTimeout: 300 } });
  await makeProblems(service, 600);
  const sockets = Array.from({ length: 20 }, () => listener(port, "/v1/problems"));
  const before = process.memoryUsage().external;
  await Promise.all(sockets.map((socket) => once(socket, "readable")));
  expect((await ask("GET", "/healthz")).status).toBe(200);
  expect(process.memoryUsage().external - before).toBeLessThan(2 ** 26);
  await pause(1_500);
  for (const socket of sockets) socket.resume();
  await Promise.all(sockets.map((socket) => (socket.closed ? undefined : once(socket, "close"))));
});
