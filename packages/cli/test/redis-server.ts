import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createServer } from "node:net";
import { Redis } from "ioredis";
import { onTestFinished } from "vitest";
import { newFolder } from "./new-folder.ts";

export const hasRedis = (() => {
  try {
    execFileSync("redis-server", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

/** A real Redis on a port of its own, gone when the test is over. What it answered is in its file by then. */
export async function startRedis() {
  const port = await freePort();
  const dir = newFolder();
  const words = [
    "--port",
    String(port),
    "--save",
    "",
    "--appendonly",
    "yes",
    "--dir",
    dir,
    "--appendfsync",
    "always",
  ];
  let server: ChildProcess;
  const start = async () => {
    server = spawn("redis-server", words, { stdio: "ignore" });
    await ready(port);
  };
  const stop = () =>
    new Promise<void>((resolve) => {
      if (server.exitCode !== null || server.signalCode !== null) return resolve();
      server.on("exit", () => resolve());
      server.kill("SIGKILL");
    });
  await start();
  onTestFinished(stop);
  const connect = () => {
    const redis = new Redis({ port, maxRetriesPerRequest: null, retryStrategy: () => 50 });
    redis.on("error", () => {});
    onTestFinished(() => redis.disconnect());
    return redis;
  };
  return { port, start, stop, connect, connections: () => ({ commands: connect(), reader: connect() }) };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

async function ready(port: number): Promise<void> {
  const redis = new Redis({ port, maxRetriesPerRequest: null, retryStrategy: () => 20 });
  redis.on("error", () => {});
  await redis.ping();
  redis.disconnect();
}
