import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { goneAfter } from "./marked.mjs";

const main = fileURLToPath(new URL("../packages/cli/dist/bundle/main.js", import.meta.url));

/** How a command may end: done, unsolved, refused, satisfiable, budget spent, interrupted. 70 is a defect. */
const CODES = [0, 1, 2, 3, 10, 124, 130];

/** One that was asked to end is to be gone then. */
const PROMPT_MS = 2_000;
/** Nothing may take longer than this to answer. */
const HANG_MS = 10_000;
/** Who is ended by the signal itself is so at once. */
const AT_ONCE_MS = 500;

/**
 * Starts the command, asks it to end at some moment, if it is still there, and says how that went.
 * @param {readonly string[]} words
 * @param {{ cwd: string, stdin?: string | "open", askAfterMs: number, signal: NodeJS.Signals }} how
 */
export async function endOf(words, { cwd, stdin = "", askAfterMs, signal }) {
  const child = spawn(process.execPath, [main, ...words], { cwd, stdio: ["pipe", "pipe", "pipe"] });
  const pid = Number(child.pid);
  let [stderr, askedAt] = ["", 0];
  child.stdin.on("error", () => {});
  if (stdin !== "open") child.stdin.end(stdin);
  child.stdout.resume();
  child.stderr.on("data", (part) => {
    stderr = (stderr + part).slice(-4_000);
  });
  const asking = setTimeout(() => {
    askedAt = performance.now();
    child.kill(signal);
  }, askAfterMs);
  const hanging = setTimeout(() => child.kill("SIGKILL"), askAfterMs + HANG_MS);
  /** @type {{ code: number | null, by: NodeJS.Signals | null }} */
  const { code, by } = await new Promise((resolve) => {
    child.on("close", (exit, killer) => resolve({ code: exit, by: killer }));
  });
  clearTimeout(asking);
  clearTimeout(hanging);
  const lateMs = askedAt === 0 ? 0 : performance.now() - askedAt;
  return { code, by, pid, stderr, asked: askedAt > 0, lateMs };
}

/**
 * What was not in order with an end, and with what was left behind.
 * @param {Awaited<ReturnType<typeof endOf>>} end
 * @param {string} what
 */
export async function faultsOf({ code, by, pid, stderr, asked, lateMs }, what) {
  const faults = [];
  const say = (/** @type {string} */ kind, /** @type {unknown} */ text) =>
    faults.push(`${kind}: ${what}: ${text}`);
  // Before the command listens, and when it has ended but for its process, a signal ends it as it would any program.
  const plain = asked && by !== null && by !== "SIGKILL" && lateMs < AT_ONCE_MS;
  if (by === "SIGKILL") say("hang", `had to be killed ${Math.round(lateMs)} ms after it was asked to end`);
  else if (lateMs > PROMPT_MS) say("late", `ended ${Math.round(lateMs)} ms after it was asked to`);
  if (by !== null && by !== "SIGKILL" && !plain) say("crash", `ended by ${by}: ${stderr}`);
  if (code !== null && !CODES.includes(code))
    say(code === 70 ? "crash" : "code", `ended with ${code}: ${stderr}`);
  if (/\n\s+at .*:\d+:\d+/.test(stderr)) say("crash", `a stack on stderr: ${stderr}`);
  if ((await goneAfter(pid, 1_000)) >= 1_000) say("left", "a program outlived it by a second");
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(`mulligan-${pid}-`));
  if (folders.length > 0 && by !== "SIGKILL") say("left", `${folders} in the folder for temporary files`);
  return faults;
}
