// `mulligan run --state` is killed with -9 at random moments and started again, over and over, then left to end:
// nothing reported is lost, nothing is counted twice, no program outlives its run by a second, no file is left.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stream } from "@mulligan/core/random";
import { goneAfter, programsOf } from "./marked.mjs";
import { pause, startCommand, wholeLines } from "./started.mjs";

const solver = fileURLToPath(new URL("../bench/run/fake-solver.sh", import.meta.url));

/** The first input. Its program does nothing until a file is there, so a run cannot end, and one can be killed at work. */
const GATE = "gate";
const script = 'while [ "$1" = gate ] && [ ! -e "$0" ]; do sleep 60; done; shift; exec sh "$@"';

/**
 * @param {number} seed
 * @param {number} kills
 */
export async function killRun(seed, kills = 50) {
  const folder = mkdtempSync(join(tmpdir(), "mulligan-soak-"));
  const state = join(folder, "state");
  const open = join(folder, "open");
  const inputs = [GATE, ...Array.from({ length: 16 * kills }, (_, i) => `task ${i}`)];
  const program = ["--", "sh", "-c", script, open, "{input}", solver, "{seed}", "5", "0.6", "2000"];
  const words = ["run", "--json", "--state", state, "--jobs", "2", ...program, ":::", ...inputs];
  try {
    const before = await killed(words, state, stream(seed, "kill"), kills);
    writeFileSync(open, "");
    const { code, lines } = await startCommand(words).ended;
    const problems = [
      ...before.problems,
      ...lost(inputs, before, { code, lines }, readFileSync(state, "utf8")),
    ];
    const { running, longestMs } = before;
    return { kills, running, longestMs: Math.ceil(longestMs), tries: lines.at(-1)?.tries ?? 0, problems };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * What was reported in spite of so many kills, and what went wrong meanwhile.
 * @param {readonly string[]} words
 * @param {string} state
 * @param {{ uniform(): number }} random
 * @param {number} kills
 */
async function killed(words, state, random, kills) {
  /** @type {string[]} */
  const [reported, folders, problems] = [[], [], []];
  let [text, longestMs, running] = ["", 0, 0];
  for (let kill = 0; kill < kills; kill++) {
    const { child, ended, pid } = startCommand(words);
    try {
      // A fifth of them while it starts or replays, the others at work, however slow the machine is today.
      if (kill % 5 > 0) await begun(child, pid);
      await pause(200 * random.uniform());
      // Another fifth while a program runs, not between two.
      running += kill % 5 === 1 ? await begun(child, pid) : programsOf(pid).length;
    } finally {
      child.kill("SIGKILL");
    }
    reported.push(...inputsOf((await ended).lines));
    longestMs = Math.max(longestMs, await goneAfter(pid, 3_000));
    folders.push(`mulligan-${pid}-`);
    // Append-only: what was there stays, byte for byte, but for a line that was torn.
    const now = existsSync(state) ? readFileSync(state, "utf8") : "";
    if (!now.startsWith(text)) problems.push(`lost: kill ${kill}: what the journal held was changed`);
    text = now.slice(0, now.lastIndexOf("\n") + 1);
  }
  if (longestMs >= 1_000) problems.push(`left: a program outlived its run by ${longestMs} ms`);
  const left = readdirSync(tmpdir()).filter((name) => folders.some((folder) => name.startsWith(folder)));
  if (left.length > 0) problems.push(`left: ${left}`);
  return { reported, text, longestMs, running, problems };
}

/**
 * Waits for a program of this run. Resolves to how many were seen; none if the run has ended.
 * @param {import("node:child_process").ChildProcess} child
 * @param {number} pid
 */
async function begun(child, pid) {
  let programs = programsOf(pid).length;
  while (programs === 0 && child.exitCode === null) {
    await pause(5);
    programs = programsOf(pid).length;
  }
  return programs;
}

/**
 * What the last run, which was left alone, and the journal say that should not be.
 * @param {readonly string[]} inputs
 * @param {{ reported: string[], text: string }} before
 * @param {{ code: number | null, lines: any[] }} last
 * @param {string} text
 */
function lost(inputs, before, { code, lines }, text) {
  const problems = [];
  const claim = (/** @type {boolean} */ holds, /** @type {string} */ what) => {
    if (!holds) problems.push(`lost: ${what}`);
  };
  const early = solvedIn(before.text);
  claim(new Set(early).size === early.length, "the journal has a task solved twice");
  const missing = before.reported.filter((input) => !early.includes(input));
  claim(missing.length === 0, `reported, but not in the journal: ${missing}`);
  const summary = lines.at(-1);
  claim(code === 0, `the last run ended with code ${code}`);
  claim(
    summary?.tasks === inputs.length && summary.solved === inputs.length,
    `at the end: ${JSON.stringify(summary)}`,
  );
  const all = [...before.reported, ...inputsOf(lines)];
  claim(new Set(all).size === all.length, "a task was reported twice");
  claim(solvedIn(text).sort().join() === [...inputs].sort().join(), "not each task is solved once");
  const trials = trialsIn(text);
  claim(
    new Set(trials.map((t) => `${t.seed} ${t.instance}`)).size === trials.length,
    "two trials of a task had one seed",
  );
  claim(
    summary?.tries === trials.length,
    `${summary?.tries} tries were counted, the journal has ${trials.length}`,
  );
  return problems;
}

/** @param {any[]} lines @returns {string[]} */
const inputsOf = (lines) => lines.filter(({ type }) => type === "task").map(({ input }) => input);

/** @param {string} text */
const trialsIn = (text) => wholeLines(text).slice(1);

/** @param {string} text @returns {string[]} */
const solvedIn = (text) =>
  trialsIn(text)
    .filter(({ completed, reward }) => completed === 1 && reward > 0)
    .map(({ instance }) => instance);
