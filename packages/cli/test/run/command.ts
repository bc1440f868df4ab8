import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { onTestFinished } from "vitest";
import type { RunCommandOptions } from "../../src/run/plan.ts";
import { mulligan } from "../call-command.ts";
import { main } from "../start-command.ts";

/** True if the command can look for processes in /proc. macOS has none. */
export const hasProc = existsSync("/proc/self/stat");

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  // biome-ignore lint/suspicious/noExplicitAny: JSON lines, of which a test expects what it says.
  readonly lines: any[];
}

/** The real command, as a user starts it. */
export function startRun(args: readonly string[], stdin = "", environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [main, "run", ...args], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  // One that a failed test leaves behind would go on; its watchdog takes its programs.
  onTestFinished(() => void child.kill("SIGKILL"));
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (code, signal) => {
      resolve({ code, signal, stdout, stderr, lines: linesOf(args, stdout) });
    });
  });
  return { child, ended, output: () => stdout };
}

/** A killed command may leave a line half written. */
function linesOf(args: readonly string[], stdout: string) {
  if (!args.includes("--json")) return [];
  return stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** The command in this process, for what is not about processes. */
export async function run(args: readonly string[], stdin = ""): Promise<Ended> {
  const { code, stdout, stderr } = await mulligan(["run", ...args], stdin);
  return { code, signal: null, stdout, stderr, lines: linesOf(args, stdout) };
}

/** The trials in a journal, of which a killed command may have left the last one half written. */
export function trialsIn(journal: string) {
  const text = readFileSync(journal, "utf8");
  const lines = text.slice(0, text.lastIndexOf("\n")).split("\n").slice(1);
  return lines.map((line) => JSON.parse(line));
}

/** The options of a plan that a test makes itself. */
export const usualOptions: RunCommandOptions = {
  ...{ mode: "abandon", policy: "never", cutoffs: "auto", seed: 1, jobs: 1 },
  ...{ success: "0", reward: "exit", grace: "1s" },
};
