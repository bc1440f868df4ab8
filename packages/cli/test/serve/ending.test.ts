import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { startServe } from "./start-serve.ts";

const BODY = "POST /v1/problems HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\n{";

/** A service with clients that hold their connections: one sends nothing, the others begin a request or listen. */
async function heldService() {
  const service = await startServe();
  const texts = [
    "",
    "GET /healthz HTTP/1.1\r\nhost: x",
    BODY,
    "GET /v1/events HTTP/1.1\r\nhost: localhost\r\n\r\n",
  ];
  const sockets = texts.map((text) => {
    const socket = connect(Number(new URL(service.url).port), "127.0.0.1").on("error", () => {});
    socket.write(text);
    return socket;
  });
  await once(sockets[3], "readable");
  return service;
}

test("clients that hold their connections do not keep the service from ending", async () => {
  const { child, ended } = await heldService();
  child.kill("SIGTERM");
  expect((await ended).code).toBe(0);
});

test("a second signal ends the service at once, though a request is under way", async () => {
  const { child, ended } = await heldService();
  child.kill("SIGTERM");
  // The service waits for the request for 1.5 s, and would then end with code 0.
  await pause(50);
  child.kill("SIGINT");
  expect((await ended).code).toBe(130);
});
