import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pause } from "../started.mjs";

/** The names under which a Redis or a Valkey is looked for on PATH. */
const NAMES = ["redis-server", "valkey-server"];

/** The program, or undefined if there is none on this machine. */
export function findRedis() {
  return NAMES.find((name) => spawnSync(name, ["--version"]).status === 0);
}

/** What it has answered survives a kill. */
const LASTING = ["--appendonly", "yes", "--appendfsync", "always"];

/**
 * A Redis of our own, on a port that was free.
 * @param {{ lasting?: boolean, words?: readonly string[] }} [options] whether it has an append-only file; more of its options
 */
export async function startRedis({ lasting = false, words: more = [] } = {}) {
  const program = findRedis();
  if (program === undefined) throw new Error(`none of ${NAMES.join(", ")} is on PATH`);
  const folder = mkdtempSync(join(tmpdir(), "mulligan-redis-"));
  const port = await freePort();
  const words = ["--save", "", "--port", String(port), "--bind", "127.0.0.1", "--dir", folder];
  const start = async () => {
    const child = spawn(program, [...words, ...more, ...(lasting ? LASTING : [])], { stdio: "ignore" });
    /** @type {Promise<void>} */
    const ended = new Promise((resolve) => {
      child.on("close", () => resolve());
    });
    try {
      await answering(port);
    } catch (error) {
      child.kill("SIGKILL");
      throw error;
    }
    return { child, ended };
  };
  let running = await start();
  const end = async (/** @type {NodeJS.Signals} */ signal) => {
    running.child.kill(signal);
    await running.ended;
  };
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    /** Killed in the middle, and started again after so long. */
    async restart(/** @type {number} */ milliseconds) {
      await end("SIGKILL");
      await pause(milliseconds);
      running = await start();
    },
    /** Stopped for so long, with all connections open: nothing is answered. */
    async suspend(/** @type {number} */ milliseconds) {
      running.child.kill("SIGSTOP");
      await pause(milliseconds);
      running.child.kill("SIGCONT");
    },
    async stop() {
      await end("SIGKILL");
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(address.port));
    });
  });
}

/** @param {number} port */
async function answering(port) {
  for (let tries = 0; tries < 400; tries++) {
    if (await answers(port)) return;
    await pause(25);
  }
  throw new Error("redis-server did not answer within 10 s");
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    socket.once("data", (text) => {
      socket.destroy();
      // While it reads its file it says LOADING, and NOAUTH if it wants a password.
      resolve(/^(\+PONG|-NOAUTH)/.test(String(text)));
    });
    socket.once("error", () => resolve(false));
  });
}
