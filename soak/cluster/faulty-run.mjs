import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pause, startCommand } from "../started.mjs";
import { checkJournal } from "./journal-check.mjs";

/** @typedef {import("./fleet.mjs").Fleet} Fleet */
/** @typedef {Awaited<ReturnType<ReturnType<typeof startCommand>["ended"]["then"]>>} Ended */
/** @typedef {ReturnType<typeof startCommand> & { readonly done: number }} PlayedRun */
/** @typedef {{ uniform(): number }} Random */

/**
 * A fault: it happens to the fleet while the run is at work. Returns the run that is to end well, which is another one if
 * the fault ended it, and what went wrong; and whether tasks may be given up, since a stranger spoiled their jobs.
 * @typedef {(about: { fleet: Fleet, run: PlayedRun, again(): PlayedRun, random: Random }) =>
 *   Promise<{ run: PlayedRun, problems: string[], mayFail?: boolean }>} Fault
 */

const program = fileURLToPath(new URL("task.sh", import.meta.url));
/** A run without faults takes 2 s. */
const HANG_MS = 90_000;
/** How long programs may go on after their run: a worker may have to find out that it is over. */
const LEFT_MS = 10_000;

/**
 * Plays a run on the fleet while a fault happens: every task is solved once, in what it prints, in its journal and in
 * its results, and no program is left running.
 * @param {Fleet} fleet
 * @param {Fault} fault
 * @param {Random} random
 * @param {number} [tasks]
 */
export async function playFaultyRun(fleet, fault, random, tasks = 24) {
  const folder = mkdtempSync(join(tmpdir(), "mulligan-cluster-"));
  const [journal, results] = [join(folder, "journal"), join(folder, "results")];
  const inputs = Array.from({ length: tasks }, (_, place) => `task-${place}`);
  const began = performance.now();
  const words = ["run", "--redis", fleet.url, "--json", "--state", journal, "--results", results];
  const start = () =>
    startRun(
      [...words, "--cutoffs", "50ms..5s", "--", "sh", program, "{seed}", "{}", ":::", ...inputs],
      fleet,
    );
  const first = start();
  /** @type {PlayedRun} */
  let last = first;
  const again = () => {
    last = start();
    return last;
  };
  const timer = setTimeout(() => last.child.kill("SIGKILL"), HANG_MS);
  try {
    // One of four happens while the run starts, the others when some tasks are done.
    const moment = random.uniform() < 0.25 ? 0 : 1 + Math.floor((random.uniform() * tasks) / 2);
    while (first.done < moment && first.child.exitCode === null) await pause(5);
    const { run, problems, mayFail = false } = await fault({ fleet, run: first, again, random });
    const end = await run.ended;
    const tookMs = Math.round(performance.now() - began);
    const reported = run === first ? [] : (await first.ended).lines;
    if (tookMs >= HANG_MS) problems.push(`hang: a run was not over after ${tookMs} ms: ${end.stderr}`);
    else problems.push(...checkEnd(end, reported, { journal, results, inputs, mayFail }));
    problems.push(...(await fleet.leftAfter(LEFT_MS)));
    return { tookMs, trials: end.lines.at(-1)?.tries ?? 0, problems };
  } finally {
    clearTimeout(timer);
    last.child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * @param {readonly string[]} words
 * @param {Fleet} fleet
 * @returns {PlayedRun}
 */
function startRun(words, fleet) {
  const started = startCommand(words, fleet.main);
  let done = 0;
  started.child.stdout.on("data", (part) => {
    done += String(part).split("\n").length - 1;
  });
  return {
    ...started,
    get done() {
      return done;
    },
  };
}

/**
 * What the end of a run, its journal and its results say that should not be.
 * @param {Ended} end
 * @param {any[]} earlier lines of a start of it that was killed
 * @param {{ journal: string, results: string, inputs: string[], mayFail: boolean }} about
 */
function checkEnd({ code, lines, stderr }, earlier, { journal, results, inputs, mayFail }) {
  const tasks = [...earlier, ...lines].filter(({ type }) => type === "task");
  const reported = tasks.filter((task) => task.solved).map(({ input }) => input);
  const { trials, solved, problems } = checkJournal(journal, mayFail ? reported : inputs);
  const claim = (/** @type {boolean} */ holds, /** @type {string} */ problem) => {
    if (!holds) problems.push(problem);
  };
  claim(code === 0 || (mayFail && (code === 1 || code === 2)), `code: a run ended with ${code}: ${stderr}`);
  claim(!/\n\s+at .*:\d+:\d+/.test(stderr), `crash: a run printed a stack: ${stderr}`);
  claim(new Set(reported).size === reported.length, "count: a task was reported twice");
  const files = readdirSync(results).filter((name) => name.endsWith(".out"));
  const expected = mayFail ? solved.length : inputs.length;
  claim(files.length === expected, `count: ${files.length} results of ${expected} tasks`);
  for (const { instance, seed, result } of solved) {
    const text = readFileSync(join(results, result), "utf8");
    claim(text === `${instance} ${seed}\n`, `lost: the result of ${instance} is ${text}`);
  }
  if (mayFail) return problems;
  const summary = lines.at(-1);
  const { length } = inputs;
  claim(summary?.tasks === length && summary.solved === length, `lost: ${JSON.stringify(summary)}`);
  claim(summary?.tries === trials.length, `count: ${summary?.tries} tries, ${trials.length} in the journal`);
  // A kill may come between the line of the journal and that of the report.
  const complete = earlier.length > 0 || reported.length === length;
  claim(complete, `lost: ${reported.length} of ${length} tasks were reported`);
  return problems;
}
