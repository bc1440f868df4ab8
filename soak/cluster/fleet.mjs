import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const installed = fileURLToPath(new URL("worker-main.mjs", import.meta.url));

/** @typedef {{ worker: string, counted: number, seen: number, late: number }} Told */

/**
 * A fake worker in a process of its own.
 * @param {{ port: number, jobs?: number, lockMs?: number, pauseMs?: number, thrice?: boolean, versions?: readonly string[] }} setting
 * @param {string} [main] where `worker-main.mjs` is
 */
export function startFakeWorker(setting, main = installed) {
  const child = spawn(process.execPath, [main, JSON.stringify(setting)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (part) => {
    stdout += part;
  });
  child.stderr.on("data", (part) => {
    stderr += part;
  });
  /** @type {Promise<void>} */
  const ready = new Promise((resolve) => {
    child.stdout.once("data", () => resolve());
    child.once("close", () => resolve());
  });
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => {
    child.once("close", (code) => resolve(code));
  });
  return {
    ready,
    /** Killed: nobody hears more of it. */
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    /**
     * Asked to end; what it says then.
     * @returns {Promise<{ code: number | null, stderr: string, told: Told | undefined }>}
     */
    async end() {
      child.kill("SIGTERM");
      const code = await ended;
      const last = stdout.trim().split("\n").at(-1) ?? "";
      return { code, stderr, told: last.startsWith("{") ? JSON.parse(last) : undefined };
    },
  };
}
