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

const PATIENCE = { timeout: 60_000 };

/** A connection that asks for events and reads only what it is told to. */
function listener(port: number, path: string, localAddress = "127.0.0.1", headers = ""): Socket {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  onTestFinished(() => void socket.destroy());
  socket.pause();
  socket.on("error", () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`);
  return socket;
}

/** A service with problems of many arms with long names, so that the first state is 7 MB. */
async function largeService(options: Parameters<typeof served>[0]) {
  const large = await served(options);
  const arms = Array.from({ length: 64 }, (_, arm) => ({ name: `${arm} ${"x".repeat(100)}` }));
  for (let i = 0; i < 600; i++) {
    await large.service.create(definition({ name: `p${String(i).padStart(3, "0")}`, arms }));
  }
  return large;
}

/** A service with one problem, and listeners to it. */
async function heardService(listeners: number) {
  const { port, service } = await served();
  await service.create(definition({ name: "a" }));
  for (let i = 0; i < listeners; i++) listener(port, "/v1/problems/a/events");
  await expect.poll(() => service.subscribers.size, PATIENCE).toBe(listeners);
  return service.subscribers;
}

test("listeners that do not read, and lists that are not read, are dropped, cost one part each, and hold up nobody", async () => {
  const times = { ...TIMES, unreadTimeout: 300 };
  const { port, service, ask } = await largeService({ stalledMs: 500, times });
  const listeners = Array.from({ length: 10 }, () => listener(port, "/v1/events"));
  const lists = Array.from({ length: 10 }, () => listener(port, "/v1/problems"));
  const before = process.memoryUsage().external;
  await Promise.all([...listeners, ...lists].map((socket) => once(socket, "readable")));
  expect(process.memoryUsage().external - before).toBeLessThan(2 ** 26);
  let most = 0;
  while (service.subscribers.size > 0) {
    most = Math.max(most, service.subscribers.waitingBytes);
    expect((await ask("GET", "/healthz")).status).toBe(200);
    await pause(10);
  }
  // It was on its way, but never waited.
  expect(most).toBeLessThanOrEqual(listeners.length * 2 * WRITE_BYTES);
  await pause(1_500);
  for (const socket of lists) socket.resume();
  await Promise.all(lists.map((socket) => (socket.closed ? undefined : once(socket, "close"))));
});

test("a listener that reads slowly but steadily gets the whole first state, and every event once", async () => {
  const { port, service, ask } = await largeService({ stalledMs: 5_000 });
  const socket = listener(port, "/v1/events");
  await once(socket, "readable");
  // The one is in the first state by now, the other is still to come.
  await ask("POST", "/v1/problems/p000/decisions");
  await ask("POST", "/v1/problems/p599/decisions");
  let text = "";
  while (!text.includes('"problem":"p000"')) {
    text += String(socket.read(Math.min(2 ** 17, socket.readableLength || 1)) ?? "");
    expect(socket.destroyed).toBe(false);
    await pause(5);
  }
  const body = text.slice(text.indexOf("\r\n\r\n") + 4).replaceAll(/(?:^|\r\n)[0-9a-f]+\r\n/g, "");
  const [first, ...events] = body.split("\n\n");
  const { problems, folder } = JSON.parse(first.slice(first.indexOf("data: ") + 6));
  // No event tells again what the state has.
  expect([folder, problems.length, problems[0].sequence, problems[599].sequence]).toEqual([null, 600, 0, 1]);
  expect(events.filter((event) => event.startsWith("event: decision"))).toHaveLength(1);
  expect(service.subscribers.size).toBe(1);
});

test("a listener for which more than a megabyte of events waits is dropped", async () => {
  const subscribers = await heardService(1);
  const data = () => JSON.stringify({ text: "x".repeat(2 ** 16) });
  let most = 0;
  for (let sequence = 1; sequence < 1_000 && subscribers.size > 0; sequence++) {
    subscribers.publish({ event: "outcome", problem: "a", sequence, data });
    most = Math.max(most, subscribers.waitingBytes);
    await pause(1);
  }
  expect(subscribers.size).toBe(0);
  expect(most).toBeLessThan(MAX_BEHIND + 2 * WRITE_BYTES);
});

test("for all listeners together at most 32 MiB wait; those with the most are dropped", async () => {
  const subscribers = await heardService(60);
  const data = () => JSON.stringify({ text: "x".repeat(2 ** 16) });
  const sizes: number[] = [];
  for (let sequence = 1; sequence < 1_000 && subscribers.size > 0; sequence++) {
    subscribers.publish({ event: "outcome", problem: "a", sequence, data });
    expect(subscribers.waitingBytes).toBeLessThanOrEqual(MAX_WAITING_BYTES);
    sizes.push(subscribers.size);
    if (sequence % 8 === 0) await pause(1);
  }
  // Some are dropped for the memory of all before each has its own megabyte.
  expect(sizes.some((size) => size > 0 && size < 60)).toBe(true);
});

test.each([
  ["each address has its share, which is free again when its listeners are gone", false],
  ["behind a trusted proxy each client has its share; another proxy is one client", true],
])("%s", async (_, trustProxy) => {
  const { port, service } = await served({ trustProxy });
  const via = (address: string) =>
    trustProxy
      ? listener(port, "/v1/events", "127.0.0.1", `x-forwarded-for: 203.0.113.1, 203.0.113.${address}\r\n`)
      : listener(port, "/v1/events", `127.0.0.${address}`, `x-forwarded-for: 203.0.113.9\r\n`);
  const listeners = Array.from({ length: MAX_LISTENERS_PER_ADDRESS }, () => via("1"));
  await expect.poll(() => service.subscribers.size, PATIENCE).toBe(listeners.length);
  const answerVia = async (address: string) => {
    const socket = via(address);
    await once(socket, "readable");
    return String(socket.read());
  };
  expect(await answerVia("1")).toMatch(/^HTTP\/1\.1 429 [\s\S]*At most 100 of one address may listen/);
  expect(await answerVia("2")).toMatch(/^HTTP\/1\.1 200 /);
  listeners[0].destroy();
  await expect.poll(() => service.subscribers.size, PATIENCE).toBe(listeners.length);
  expect(await answerVia("1")).toMatch(/^HTTP\/1\.1 200 /);
});
