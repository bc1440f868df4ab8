import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { newFolder } from "../new-folder.ts";
import { listening } from "./listening.ts";
import { newProblem } from "./served.ts";
import { startServe } from "./start-serve.ts";

test("a service that was stopped by Ctrl-Z goes on where it was, with its listeners", async () => {
  const { child, url, ask, ended } = await startServe();
  await ask("POST", "/v1/problems", newProblem("a"));
  const { until } = await listening(`${url}/v1/problems/a/events`);
  await until((heard) => heard.length > 0);
  // As Ctrl-Z does: the system ignores SIGTSTP itself where no shell could continue the process, as under CI.
  child.kill("SIGSTOP");
  await pause(300);
  const asked = ask("POST", "/v1/problems/a/decisions");
  expect(await Promise.race([asked.then(() => "answered"), pause(500, "waits")])).toBe("waits");
  child.kill("SIGCONT");
  expect((await asked).status).toBe(200);
  await until((heard) => heard.some(({ event }) => event === "decision"));
  child.kill("SIGTERM");
  expect((await ended).code).toBe(0);
});

test("a second Ctrl-C ends the service at once, though a request is under way", async () => {
  const { child, url, ended } = await startServe();
  const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => {});
  socket.write("POST /v1/problems HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\n{");
  await pause(200);
  child.kill("SIGINT");
  await pause(100);
  expect(child.exitCode).toBeNull();
  const began = performance.now();
  child.kill("SIGINT");
  expect((await ended).code).toBe(130);
  expect(performance.now() - began).toBeLessThan(1_400);
  socket.destroy();
});

test("a client that holds its connection does not keep the service from ending", async () => {
  const { child, url, ended } = await startServe();
  const port = Number(new URL(url).port);
  const sockets = [
    "",
    "GET /healthz HTTP/1.1\r\nhost: x",
    "GET /v1/events HTTP/1.1\r\nhost: localhost\r\n\r\n",
  ].map((text) => {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    socket.write(text);
    return socket;
  });
  await once(sockets[2], "readable");
  child.kill("SIGTERM");
  expect((await ended).code).toBe(0);
  for (const socket of sockets) socket.destroy();
});

test("the state may be a link to a folder elsewhere, and so may its problems", async () => {
  const [place, links] = [newFolder(), newFolder()];
  mkdirSync(join(place, "real", "elsewhere"), { recursive: true });
  symlinkSync(join(place, "real"), join(links, "state"));
  symlinkSync(join(place, "real", "elsewhere"), join(place, "real", "problems"));
  const first = await startServe(["--state", join(links, "state")]);
  await first.ask("POST", "/v1/problems", newProblem("a"));
  await first.ask("POST", "/v1/problems/a/decisions");
  first.child.kill("SIGKILL");
  await first.ended;
  const again = await startServe(["--state", join(links, "state")]);
  expect((await again.ask("GET", "/v1/problems/a")).body.decisions).toBe(1);
  expect(readdirSync(join(place, "real", "elsewhere"))).toHaveLength(1);
  const second = await startServe(["--state", join(place, "real")]);
  expect(second.url).toBe("");
  expect((await second.ended).code).toBe(2);
});

test("a problem whose file is a link is read and written where it is", async () => {
  const [state, elsewhere] = [newFolder(), newFolder()];
  const first = await startServe(["--state", state]);
  await first.ask("POST", "/v1/problems", newProblem("a"));
  first.child.kill("SIGTERM");
  await first.ended;
  const [file] = readdirSync(join(state, "problems"));
  renameSync(join(state, "problems", file), join(elsewhere, file));
  symlinkSync(join(elsewhere, file), join(state, "problems", file));
  const again = await startServe(["--state", state]);
  expect((await again.ask("POST", "/v1/problems/a/decisions")).status).toBe(200);
  expect(readFileSync(join(elsewhere, file), "utf8")).toContain('"decided"');
  expect((await again.ask("DELETE", "/v1/problems/a")).status).toBe(204);
  // Only the link is removed: the service does not delete outside of its folder.
  expect(readdirSync(join(state, "problems"))).toEqual([]);
  expect(readdirSync(elsewhere)).toEqual([file]);
});
