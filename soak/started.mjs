import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Where the command is. */
export const installed = fileURLToPath(new URL("../packages/cli/dist/bundle/main.js", import.meta.url));

/**
 * The command, started as a user would, and what it prints as lines of JSON; one that a kill tore is left out.
 * @param {readonly string[]} words
 * @param {string} [main] where the command is
 * @param {NodeJS.ProcessEnv} [env]
 */
export function startCommand(words, main = installed, env = process.env) {
  const child = spawn(process.execPath, [main, ...words], { stdio: ["ignore", "pipe", "pipe"], env });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (part) => {
    stdout += part;
  });
  child.stderr.on("data", (part) => {
    stderr += part;
  });
  /** @type {Promise<{ code: number | null, stderr: string, lines: any[] }>} */
  const ended = new Promise((resolve) => {
    child.on("close", (code) => resolve({ code, stderr, lines: wholeLines(stdout) }));
  });
  return { child, ended, pid: Number(child.pid) };
}

/**
 * The values of a text of JSON lines, without a last line that was torn.
 * @param {string} text
 * @returns {any[]}
 */
export function wholeLines(text) {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** @param {number} milliseconds */
export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
