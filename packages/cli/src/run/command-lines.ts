import { closeSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { constants } from "node:os";
import { elapsed, type Trial } from "@mulligan/core/problem";
import { reasonOf } from "../shell/exit.ts";
import { quoteWord } from "../shell/quote-word.ts";
import { hideSecrets, hideSecretsIn } from "../shell/secrets.ts";
import { UsageError } from "../shell/usage-error.ts";
import type { RunState } from "../tasks/run-state.ts";
import type { Task } from "../tasks/task.ts";
import { seedOf, type TrialResult } from "../tasks/task-scheduler.ts";
import type { RunPlan } from "./plan.ts";
import { fillCommand, fillIn, inputsOf } from "./programs.ts";

type NamedTask = Pick<Task, "input" | "index">;
type Start = Pick<Trial, "arm" | "seed"> & { readonly slot: number };

/** The command of a try without its secrets, quoted as for a shell, in one line; `{tmp}` stays, since the folder has no name yet. */
function commandLine(plan: RunPlan, { input, index }: NamedTask, { arm, seed, slot }: Start): string {
  const { programs, lists, stdinFrom, hideInput } = plan;
  const { name, command } = programs[arm];
  const inputs = inputsOf(input, lists).map((word) => hideInput(word));
  const values = { seed, inputs, number: index, slot, arm: name };
  const words = hideSecrets(fillCommand(command, values)).map(shellWord);
  const file = stdinFrom === undefined ? [] : ["<", shellWord(hideSecretsIn(fillIn(stdinFrom, values)))];
  return [...words, ...file].join(" ");
}

/** A word without control characters, which would end the line or move the cursor. */
function shellWord(word: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
  const control = /[\u0000-\u001f\u007f]/g;
  if (!control.test(word)) return quoteWord(word);
  const escaped = word
    .replaceAll(/[\\']/g, "\\$&")
    .replaceAll(control, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`);
  return `$'${escaped}'`;
}

/** Yields the lines of `--dry-run`: of each task that is left, the first try by each arm. */
export function* dryRunLines(plan: RunPlan, { tasks }: RunState): Generator<string> {
  for (const task of tasks.rest()) {
    if (task.state !== "open") continue;
    const seed = seedOf(plan.seed, task);
    for (const arm of plan.programs.keys()) yield `${commandLine(plan, task, { arm, seed, slot: 1 })}\n`;
  }
}

/** A joblog has the commands and inputs of its owner. */
const PRIVATE = 0o600;

const JOBLOG_HEAD = "Seq\tHost\tStarttime\tJobRuntime\tSend\tReceive\tExitval\tSignal\tCommand\n";

/** A file with a line for each try, as `--joblog` of GNU parallel writes it. */
export interface Joblog {
  log(task: NamedTask, trial: Trial, result: TrialResult & { readonly slot: number }): void;
  close(): void;
}

/**
 * Opens a joblog. An existing joblog is replaced, or continued if the run resumes a journal. Any other file is
 * refused. Seq is the number of the task, so the last line with it says how the task ended.
 */
export function openJoblog(path: string, plan: RunPlan, { resumes }: { readonly resumes: boolean }): Joblog {
  const file = openFile(path, resumes);
  const write = (text: string) => {
    try {
      writeSync(file, text);
    } catch (error) {
      throw new UsageError(`${path}: cannot be written: ${reasonOf(error)}`);
    }
  };
  if (!resumes || beginningOf(path) === "") write(JOBLOG_HEAD);
  return {
    log(task, trial, { received = 0, slot }) {
      const { outcome, worker = ":" } = trial;
      const ran = elapsed(outcome, 0);
      const runtime = (outcome.time / 1_000).toFixed(3).padStart(10);
      const began = ((Date.now() - ran) / 1_000).toFixed(3);
      const command = commandLine(plan, task, { ...trial, slot });
      const fields = [task.index, worker, began, runtime, 0, received, ...endOf(trial), command];
      write(`${fields.join("\t")}\n`);
    },
    close: () => closeSync(file),
  };
}

/** Exitval and Signal. A cut is what parallel writes after its `--timeout`. */
function endOf({ outcome, exit = 0 }: Trial): readonly [exitValue: number, signal: number] {
  if (outcome.kind === "censored") return [-1, 15];
  if (typeof exit === "number") return [exit, 0];
  return [0, constants.signals[exit as NodeJS.Signals] ?? 0];
}

function openFile(path: string, resumes: boolean): number {
  const beginning = beginningOf(path);
  if (beginning !== "" && beginning !== JOBLOG_HEAD) {
    throw new UsageError(`${path}: must be a joblog or a new file, got another file`);
  }
  try {
    return openSync(path, resumes ? "a" : "w", PRIVATE);
  } catch (error) {
    throw new UsageError(`${path}: cannot be written: ${reasonOf(error)}`);
  }
}

/** The first line of a regular file; empty for other files, such as a pipe, and if there is no file. */
function beginningOf(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return "";
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(JOBLOG_HEAD.length);
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}
