import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A Redis of its own on a free port, with its append-only file, in a folder that is gone when it is stopped. */
export async function startRedis() {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "mulligan-redis-"));
  const words = ["--port", String(port), "--save", "", "--appendonly", "yes", "--dir", folder];
  const server = spawn("redis-server", words, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => server.on("exit", resolve));
  await new Promise((resolve, reject) => {
    server.on("error", reject);
    server.stdout.on("data", (part) => String(part).includes("Ready to accept connections") && resolve());
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: server.pid,
    async stop() {
      server.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
