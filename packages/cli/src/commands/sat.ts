import { mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import type { ScheduleName } from "@mulligan/core";
import { heuristicNames } from "@mulligan/sat";
import { type Command, Option } from "commander";
import { decisionsFigure, type TriedCutoff } from "../report/decisions-figure.ts";
import { type ArmTotals, summaryText, taskText, valueLines } from "../report/sat-text.ts";
import { decisionsOf } from "../sat/decisions.ts";
import { findFiles } from "../sat/find-files.ts";
import { readBudget } from "../sat/read-budget.ts";
import { readHeuristic } from "../sat/read-heuristic.ts";
import { type SatTask, solveFiles } from "../sat/solve-files.ts";
import { watchForStop } from "../sat/stopping.ts";
import { exitCode } from "../shell/exit-code.ts";
import { reasonOf } from "../shell/failure.ts";
import { writeText } from "../shell/files.ts";
import { printJsonLine } from "../shell/json.ts";
import { repeated, wholeNumber } from "../shell/number-option.ts";
import { oneOf } from "../shell/one-of.ts";
import { printSoon } from "../shell/print-soon.ts";
import { progressLine, timeLeft } from "../shell/progress.ts";
import { UsageError } from "../shell/usage-error.ts";

const EXAMPLES = `
One file speaks the SAT competition's output: s SATISFIABLE and v lines with exit code 10, or s UNKNOWN.
A folder, or several files: a line an instance and a summary.

Examples:
  printf 'p cnf 3 2\\n1 -2 0\\n2 3 0\\n' > tiny.cnf; mulligan sat tiny.cnf
  mulligan sat instances/ --arm rnovelty:noise=0.5 --arm probsat --solutions models --budget 5m
  mulligan sat instances/ --policy fixed:cutoff=100 --schedule luby --seed 1 --jobs 1 --json

Heuristics: ${heuristicNames.join(", ")}, with :noise=, :walk= and :tenure=`;

/**
 * Measured on the SATLIB halves (bench/cli/sat.mjs): km-ts, which fits tasks of very different hardness,
 * takes 1.3 to 1.5 times the flips of the best Luby base, km-ucb 1.0 to 1.1 times.
 */
const DEFAULT_POLICY = "km-ucb";

interface Options {
  arm?: string[];
  mode: string;
  schedule?: string;
  maxRestarts?: number;
  policy: string;
  cutoffs: string;
  budget?: string;
  jobs: number;
  seed: number;
  solutions?: string;
  json?: true;
  svg?: string;
}

export function register(program: Command): void {
  program
    .command("sat")
    .argument("<path...>", "DIMACS files, plain or gzip, or folders; - for standard input")
    .description("solve DIMACS files with WalkSAT under learned restarts")
    .addOption(
      new Option(
        "--arm <name>",
        "a heuristic, NAME[:noise=0.5,…]; may be repeated (default: rnovelty:noise=0.5)",
      ).argParser(repeated),
    )
    .option("--mode <mode>", "retry: a file is tried until solved | abandon: each file once", "retry")
    .option(
      "--schedule <name>",
      "how cutoffs grow within a file: luby | geometric | constant (default: luby)",
    )
    .addOption(
      new Option("--max-restarts <n>", "then a file is left unsolved (default: never)").argParser(
        wholeNumber("--max-restarts", 0),
      ),
    )
    .option("--policy <name>", "NAME[:option=value,…]", DEFAULT_POLICY)
    .option("--cutoffs <set>", "in flips: auto | LIST | log:FROM:TO:COUNT | LOW..HIGH", "auto")
    .option("--budget <time>", "a duration such as 5m, or a number of flips")
    .addOption(
      new Option("--jobs <n>", "worker threads")
        .argParser(wholeNumber("--jobs", 1))
        .default(availableParallelism(), "all cores"),
    )
    .addOption(
      new Option("--seed <n>", "same seed, same run, with --jobs 1")
        .argParser(wholeNumber("--seed", 0))
        .default(1),
    )
    .option("--solutions <dir>", "write each model as DIR/NAME.sol")
    .option("--svg <file>", "draw which cutoffs were tried, over time")
    .option("--json", "JSON lines on stdout: one a file, and a summary")
    .addHelpText("after", EXAMPLES)
    .action(sat);
}

async function sat(paths: string[], options: Options): Promise<void> {
  const arms = (options.arm ?? ["rnovelty:noise=0.5"]).map(readHeuristic);
  const names = arms.map(({ name }) => name);
  const mode = oneOf("--mode", options.mode, ["retry", "abandon"]);
  const schedule: ScheduleName | undefined =
    options.schedule === undefined
      ? undefined
      : oneOf<ScheduleName>("--schedule", options.schedule, ["luby", "geometric", "constant"]);
  const budget = readBudget(options.budget);
  const decisions = decisionsOf({
    policy: options.policy,
    cutoffs: options.cutoffs,
    mode,
    ...(schedule === undefined ? {} : { schedule }),
    arms: names,
    seed: options.seed,
  });
  const { files, single } = findFiles(paths);
  if (options.solutions !== undefined) {
    checkNames(files);
    makeFolder(options.solutions);
  }

  const began = Date.now();
  const line = progressLine();
  const stopping = watchForStop(budget.ms);
  const totals: ArmTotals[] = names.map((name) => ({ name, tries: 0, solved: 0, time: 0 }));
  const finished: SatTask[] = [];
  const tried: TriedCutoff[] = [];
  let spent = 0;
  const competition = single && !options.json;
  try {
    await solveFiles({
      files,
      arms,
      decisions,
      maxTries: mode === "abandon" ? 1 : (options.maxRestarts ?? Infinity) + 1,
      budget: budget.flips,
      jobs: options.jobs,
      seed: options.seed,
      models: competition || options.solutions !== undefined,
      stop: stopping.flag,
      onTry(arm, cutoff, flips, solved) {
        totals[arm].tries += 1;
        totals[arm].time += flips;
        if (options.svg !== undefined) tried.push({ at: (spent += flips), arm: names[arm], cutoff, solved });
        if (solved) totals[arm].solved += 1;
        line.update(() => {
          const left = timeLeft(finished.length, files.length, Date.now() - began);
          return `${finished.length}/${files.length} files, now ${names[arm]} within ${Math.floor(cutoff)} flips, ${left}`;
        });
      },
      onTask(task) {
        finished.push(task);
        if (task.problem !== undefined) process.stderr.write(`mulligan: ${task.problem}\n`);
        if (task.model !== undefined && options.solutions !== undefined) saveModel(options.solutions, task);
        delete (competition ? {} : task).model;
        if (options.json) printJsonLine(taskLine(task, names));
        else if (!competition) {
          line.clear();
          printSoon(taskText(task, names));
        }
      },
    });
  } finally {
    line.clear();
    stopping.release();
  }
  const solved = finished.filter((task) => task.solved).length;
  if (options.json) {
    printJsonLine({
      type: "summary",
      tasks: files.length,
      solved,
      tries: totals.reduce((sum, arm) => sum + arm.tries, 0),
      time: totals.reduce((sum, arm) => sum + arm.time, 0),
      arms: totals,
    });
  } else if (!competition) {
    printSoon(summaryText(files.length, finished, totals, Date.now() - began));
  }
  const bad = finished.some((task) => task.problem !== undefined);
  if (competition && !bad) sayResult(finished[0]);
  if (options.svg !== undefined) {
    const { writeFigure } = await import("../report/write-figure.ts");
    await writeFigure(options.svg, decisionsFigure(tried, "flips"));
  }
  process.exitCode = codeOf(bad, stopping.reason(), single, solved === files.length);
}

function codeOf(
  bad: boolean,
  reason: "budget" | "interrupted" | undefined,
  single: boolean,
  all: boolean,
): number {
  if (bad) return exitCode.usage;
  if (reason === "interrupted") return exitCode.interrupted;
  if (single) return all ? exitCode.satisfiable : exitCode.done;
  if (all) return exitCode.done;
  return reason === "budget" ? exitCode.budget : exitCode.unsolved;
}

function sayResult(task: SatTask | undefined): void {
  if (task?.model === undefined) process.stdout.write("s UNKNOWN\n");
  else process.stdout.write(`s SATISFIABLE\n${valueLines(task.model)}`);
}

function taskLine(task: SatTask, arms: readonly string[]) {
  const { file, solved, tries, flips, arm, cutoff, problem } = task;
  return {
    type: "task",
    input: file,
    solved,
    tries,
    time: flips,
    arm: tries === 0 ? null : arms[arm],
    cutoff: tries === 0 ? null : cutoff,
    ...(problem === undefined ? {} : { problem }),
  };
}

/** Models are named for their files: two of one name would overwrite each other. */
function checkNames(files: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const file of files) {
    const other = seen.get(basename(file));
    if (other !== undefined) {
      throw new UsageError(`--solutions: file names must differ, got ${other} and ${file}`);
    }
    seen.set(basename(file), file);
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new UsageError(`${folder}: cannot be made: ${reasonOf(error)}`);
  }
}

function saveModel(folder: string, task: SatTask): void {
  writeText(join(folder, `${basename(task.file)}.sol`), `s SATISFIABLE\n${valueLines(task.model!)}`);
}
