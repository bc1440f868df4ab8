import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
export const fakeSolver = fileURLToPath(new URL("../../../../bench/run/fake-solver.sh", import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  // biome-ignore lint/suspicious/noExplicitAny: JSON lines, of which a test expects what it says.
  readonly lines: any[];
}

/** The real command, as a user starts it. */
export function startRun(args: readonly string[], stdin = "") {
  const child = spawn(process.execPath, [main, "run", ...args], { stdio: ["pipe", "pipe", "pipe"] });
  // One that a failed test leaves behind would go on; its guardian takes its programs.
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
      const lines = args.includes("--json") ? wholeLines(stdout).map((line) => JSON.parse(line)) : [];
      resolve({ code, signal, stdout, stderr, lines });
    });
  });
  return { child, ended, output: () => stdout };
}

/** A killed command may leave a line half written. */
function wholeLines(text: string): string[] {
  return text.split("\n").slice(0, -1);
}

export function run(args: readonly string[], stdin = ""): Promise<Ended> {
  return startRun(args, stdin).ended;
}
