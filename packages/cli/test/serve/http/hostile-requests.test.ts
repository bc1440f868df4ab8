import { once } from "node:events";
import { IncomingMessage } from "node:http";
import { connect, Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { addressGroup, clientAddress } from "../../../dist/serve/http/client-address.js";
import { MAX_PIPELINED } from "../../../dist/serve/http/connections.js";
import { TIMES } from "../../../dist/serve/http/server.js";
import { rawRequest } from "../raw-request.ts";
import { newProblem, served } from "../served.ts";

const PATIENCE = { timeout: 60_000 };
const HOST = "host: localhost\r\n";
const POST = `POST /v1/problems/a/decisions HTTP/1.1\r\n${HOST}content-type: application/json\r\n`;

/** The statuses of all answers on a connection. */
function statusesOf(answer: string): number[] {
  return [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
}

describe("every request gets an answer, and every refusal is problem+json:", () => {
  test.each([
    ["no Host", "GET /healthz HTTP/1.1\r\n\r\n", 400],
    ["two Hosts", `GET /healthz HTTP/1.1\r\n${HOST}host: localhost\r\n\r\n`, 400],
    [
      "a Host after 2,000 headers",
      `GET /healthz HTTP/1.1\r\n${HOST}${"a:b\r\n".repeat(2_100)}${HOST}\r\n`,
      400,
    ],
    ["a Host with a port that is none", "GET /healthz HTTP/1.1\r\nhost: localhost:99999999\r\n\r\n", 400],
    [
      "two tokens",
      `GET /healthz HTTP/1.1\r\n${HOST}authorization: Bearer a\r\nauthorization: Bearer b\r\n\r\n`,
      400,
    ],
    ["GET *", `GET * HTTP/1.1\r\n${HOST}\r\n`, 400],
    ["a backslash", `GET /v1\\problems HTTP/1.1\r\n${HOST}\r\n`, 400],
    ["a URL of this host", `GET http://localhost/healthz HTTP/1.1\r\n${HOST}\r\n`, 200],
    ["a URL of another", `GET http://evil.example/healthz HTTP/1.1\r\n${HOST}\r\n`, 400],
    ["HEAD", `HEAD /v1/problems HTTP/1.1\r\n${HOST}\r\n`, 200],
    ["OPTIONS", `OPTIONS /v1/problems HTTP/1.1\r\n${HOST}\r\n`, 405],
    ["CONNECT", `CONNECT localhost:80 HTTP/1.1\r\n${HOST}\r\n`, 405],
    ["a method that nobody knows", `BREW / HTTP/1.1\r\n${HOST}\r\n`, 400],
    ["a query of 20,000 characters", `GET /healthz?${"x".repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`, 431],
    ["a body shorter than its length", `${POST}content-length: 20\r\n\r\n{}`, 400],
    [
      "chunks and a length",
      `${POST}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      400,
    ],
    ["a space before the colon", `${POST}transfer-encoding : chunked\r\n\r\n0\r\n\r\n`, 400],
    ["a chunk without a length", `${POST}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`, 400],
    ["lines without a return", "GET /healthz HTTP/1.1\nhost: localhost\n\n", 400],
  ])("%s", async (_, text, status) => {
    const { port, defects } = await served();
    const answer = await rawRequest(port, text, !text.startsWith("CONNECT"));
    expect(statusesOf(answer)).toEqual([status]);
    if (status >= 400) {
      expect(answer).toContain("content-type: application/problem+json");
      expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4))).toMatchObject({ status });
    }
    expect(defects).toEqual([]);
  });
});

test("a compressed body is refused, not unpacked; a JSON document of 200,000 levels is refused", async () => {
  const { ask, url, defects } = await served();
  const bomb = gzipSync(Buffer.alloc(2 ** 24, " "));
  const headers = { "content-type": "application/json", "content-encoding": "gzip" };
  expect((await fetch(`${url}/v1/problems`, { method: "POST", headers, body: bomb })).status).toBe(415);
  const levels = 200_000;
  const nested = "[".repeat(levels) + "]".repeat(levels);
  expect((await ask("POST", "/v1/problems", nested)).status).toBe(400);
  const options = `${'{"a":'.repeat(levels / 2)}1${"}".repeat(levels / 2)}`;
  const problem = JSON.stringify(newProblem("a")).replace(/}$/, `,"options":${options}}`);
  expect((await ask("POST", "/v1/problems", problem)).status).toBe(400);
  expect(defects).toEqual([]);
});

test("pipelined requests are answered in order, and refused when too many wait", async () => {
  const { port } = await served();
  const request = `GET /healthz HTTP/1.1\r\n${HOST}\r\n`;
  expect(statusesOf(await rawRequest(port, request.repeat(20)))).toEqual(Array(20).fill(200));
  // A slow answer first, so that the others wait for it.
  const slow = `GET /v1/problems HTTP/1.1\r\n${HOST}\r\n`;
  const statuses = statusesOf(await rawRequest(port, slow.repeat(1_000)));
  expect(statuses.slice(0, MAX_PIPELINED)).toEqual(Array(MAX_PIPELINED).fill(200));
  // The first refusal closes the connection.
  expect(statuses.slice(MAX_PIPELINED)).toEqual([429]);
});

test("what follows a request on the connection of an event stream cannot write into the stream", async () => {
  const { port, service } = await served();
  const socket = connect(port, "127.0.0.1");
  let heard = "";
  socket.on("data", (part) => (heard += part));
  socket.write(`GET /v1/events HTTP/1.1\r\n${HOST}\r\n`);
  await expect.poll(() => heard, PATIENCE).toContain('"problems":[]');
  socket.write("no request\r\n\r\n");
  await once(socket, "close");
  expect(statusesOf(heard)).toEqual([200]);
  await expect.poll(() => service.subscribers.size, PATIENCE).toBe(0);
});

const QUICK = { ...TIMES, headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 };

test.each([
  ["headers", "GET /healthz HTTP/1.1\r\nhost: loc"],
  ["a body", `${POST}content-length: 100\r\n\r\n{"count"`],
  ["a chunked body", `${POST}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`],
  ["nothing at all", ""],
])("a client that sends %s too slowly is answered with 408", async (_, text) => {
  const { port, ask, defects } = await served({ times: QUICK });
  await ask("POST", "/v1/problems", newProblem("a"));
  const answer = await rawRequest(port, text, false);
  expect(statusesOf(answer)).toEqual([408]);
  expect(answer).toContain("content-type: application/problem+json");
  expect((await ask("GET", "/v1/problems/a")).body.decisions).toBe(0);
  expect(defects).toEqual([]);
});

/** A client that keeps its side of the connection open whatever the server does, and counts as closed when that was destroyed. */
function stubborn(port: number, text: string): Socket {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {}).resume();
  socket.write(text);
  return socket;
}

test.each([
  ["a body", `${POST}content-length: 1000000\r\n\r\n{`],
  ["a body that is not read", `GET /healthz HTTP/1.1\r\n${HOST}content-length: 1000000\r\n\r\n{`],
  ["a chunked body", `${POST}transfer-encoding: chunked\r\n\r\nf4240\r\n{`],
])("a client that drips %s and does not close is closed shortly after the 408", async (_, text) => {
  const { port, defects } = await served({ times: { ...QUICK, refusedTimeout: 100 } });
  const socket = stubborn(port, text);
  let answer = "";
  socket.on("data", (part) => (answer += part));
  const drip = setInterval(() => socket.write(" "), 20);
  await expect.poll(() => socket.closed, PATIENCE).toBe(true);
  clearInterval(drip);
  expect(statusesOf(answer).at(-1)).toBe(408);
  expect(defects).toEqual([]);
});

test("a client that neither asks again nor closes is closed after a while", async () => {
  const { port } = await served({ times: { ...QUICK, keepAliveTimeout: 100 } });
  const socket = stubborn(port, `GET /healthz HTTP/1.1\r\n${HOST}\r\n`);
  await once(socket, "end");
  // The server does not hear what it sends now.
  const beat = setInterval(() => socket.write("\r\n"), 20);
  await expect.poll(() => socket.closed, PATIENCE).toBe(true);
  clearInterval(beat);
});

test("as many clients as there are connections, which stay after the 408, keep nobody out", async () => {
  const { port, ask } = await served({ maxConnections: 50, times: { ...QUICK, refusedTimeout: 60_000 } });
  const text = `${POST}content-length: 100\r\n\r\n{`;
  const ended = Array.from({ length: 50 }, () => once(stubborn(port, text), "end"));
  await Promise.all(ended);
  expect((await ask("GET", "/healthz")).status).toBe(200);
});

describe("of 50 connections, from 127.0.0.1 with a share of 10,", () => {
  const BODY = `${POST}content-length: 100\r\n\r\n{`;
  const IDLE = `GET /healthz HTTP/1.1\r\n${HOST}\r\n`;

  /** Opens connections one after the other. Resolves when the server has what they sent. */
  async function open(port: number, count: number, text: string, localAddress?: string): Promise<Socket[]> {
    const sockets: Socket[] = [];
    for (let i = 0; i < count; i++) {
      const socket = connect({ port, host: "127.0.0.1", ...(localAddress && { localAddress }) });
      onTestFinished(() => void socket.destroy());
      socket.on("error", () => {});
      await once(socket, "connect");
      socket.write(text);
      if (text === IDLE) await once(socket, "data");
      sockets.push(socket);
    }
    return sockets;
  }
  const closed = (sockets: readonly Socket[]) => sockets.map((socket) => socket.closed);
  const all = (count: number, value: boolean) => Array(count).fill(value);

  test("up to 40 stay; beyond, the longest incomplete one goes for each that comes; idle ones and those of others stay", async () => {
    const { port } = await served({ maxConnections: 50 });
    const slow = await open(port, 8, BODY, "127.0.0.3");
    const idle = await open(port, 2, IDLE);
    const bodies = await open(port, 30, BODY);
    const [last] = await open(port, 1, IDLE, "127.0.0.2");
    await expect.poll(() => closed(bodies), PATIENCE).toEqual([true, ...all(29, false)]);
    await open(port, 5, BODY);
    await expect.poll(() => closed(bodies), PATIENCE).toEqual([...all(6, true), ...all(24, false)]);
    expect(closed([...idle, ...slow, last])).toEqual(all(11, false));
  });

  test("idle ones go where all others have a request under way", async () => {
    const { port } = await served({ maxConnections: 50 });
    const idle = await open(port, 20, IDLE);
    const streams = await open(port, 20, `GET /v1/events HTTP/1.1\r\n${HOST}\r\n`);
    await Promise.all(streams.map((socket) => once(socket, "data")));
    const [other] = await open(port, 1, BODY, "127.0.0.2");
    await expect.poll(() => closed(idle), PATIENCE).toEqual([true, ...all(19, false)]);
    expect(closed([other, ...streams])).toEqual(all(21, false));
  });

  test("behind a proxy the address is the one that the proxy adds, with trustProxy, else the proxy's", async () => {
    const from = (address: string) =>
      BODY.replace("\r\n", `\r\nx-forwarded-for: 198.51.100.1, ${address}\r\n`);
    for (const trustProxy of [true, false]) {
      const { port } = await served({ maxConnections: 50, trustProxy });
      const slow = await open(port, 8, from("203.0.113.7"));
      const bodies = await open(port, 32, from("[2001:db8::9]:4711"));
      const [newest] = await open(port, 1, IDLE);
      await expect.poll(() => closed([...slow, ...bodies]).filter(Boolean), PATIENCE).toHaveLength(1);
      expect(trustProxy ? bodies[0].closed : slow[0].closed).toBe(true);
      expect(newest.closed).toBe(false);
    }
  });
});

test.each([
  ["127.0.0.1", "127.0.0.1"],
  ["::ffff:10.0.0.1", "10.0.0.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["::1", "0:0:0:0"],
])("limits count the address %s as %s", (address, group) => {
  expect(addressGroup(address)).toBe(group);
});

test.each([
  ["203.0.113.7:4711", "203.0.113.7"],
  ["198.51.100.1, 203.0.113.7", "203.0.113.7"],
  ["[2001:db8:1:2::9]:4711", "2001:db8:1:2"],
  ["2001:db8:1:2::9", "2001:db8:1:2"],
  ["unknown", "127.0.0.1"],
  ["1.2.3.4.5", "127.0.0.1"],
])("X-Forwarded-For: %s is the address %s if the proxy is trusted", (header, address) => {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: "127.0.0.1" });
  const request = new IncomingMessage(socket);
  Object.assign(request.headersDistinct, { "x-forwarded-for": ["192.0.2.1", header] });
  expect(clientAddress(request, true)).toBe(address);
  expect(clientAddress(request)).toBe("127.0.0.1");
});
