// Commands that compute in threads are run to their end, with threads that all compile something when they end: the
// results are whole, and the exit code is that of the command, not of a process that aborted.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stream } from "@mulligan/core/random";
import { installed } from "./started.mjs";

const LATE_COMPILER = fileURLToPath(new URL("late-compiler.cjs", import.meta.url));
const LAW = ["--law", "exponential(mean=1)"];

/** Each with what its output ends with. */
const COMMANDS = [
  { words: ["sat", "formulas", "--json"], last: /"type":"summary"[^\n]+\n$/ },
  { words: ["simulate", ...LAW, "--horizon", "50", "--runs", "4", "--json"], last: /\n}\n$/ },
  { words: ["reproduce", "thm:opt-int", "--tiny", "--json"], last: /\n}\n$/ },
];

/**
 * @param {number} seed
 * @param {number} runs of each command
 */
export async function endThreads(seed, runs = 50) {
  const random = stream(seed, "threads");
  const folder = mkdtempSync(join(tmpdir(), "mulligan-soak-"));
  /** @type {string[]} */
  const problems = [];
  let longestMs = 0;
  try {
    mkdirSync(join(folder, "formulas"));
    for (let i = 1; i <= 8; i++) writeFileSync(join(folder, "formulas", `${i}.cnf`), "p cnf 2 1\n1 2 0\n");
    for (let run = 0; run < runs; run++) {
      for (const { words, last } of COMMANDS) {
        const began = performance.now();
        const jobs = 1 + Math.floor(4 * random.uniform());
        const all = [...words, "--seed", `${1_000 * seed + run}`, "--jobs", `${jobs}`];
        const { code, by, stdout, stderr } = await endWithLateCompiler(all, folder);
        longestMs = Math.max(longestMs, Math.ceil(performance.now() - began));
        if (code !== 0) problems.push(`crash: ${all.join(" ")}: code ${code}, signal ${by}: ${stderr}`);
        if (!last.test(stdout)) problems.push(`lost: ${all.join(" ")}: ends with ${stdout.slice(-100)}`);
      }
    }
    return { commands: COMMANDS.length * runs, longestMs, problems };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Runs the command in `cwd`; its threads end as late-compiler.cjs says.
 * @param {readonly string[]} words
 * @param {string} cwd
 * @returns {Promise<{ code: number | null, by: NodeJS.Signals | null, stdout: string, stderr: string }>}
 */
function endWithLateCompiler(words, cwd) {
  const env = { ...process.env, NODE_OPTIONS: `--require ${LATE_COMPILER}` };
  const child = spawn(process.execPath, [installed, ...words], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (part) => {
    stdout += part;
  });
  child.stderr.on("data", (part) => {
    stderr = (stderr + part).slice(-4_000);
  });
  return new Promise((resolve) => {
    child.on("close", (code, by) => resolve({ code, by, stdout, stderr }));
  });
}
