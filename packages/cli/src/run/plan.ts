import { availableParallelism } from "node:os";
import { isatty } from "node:tty";
import type { Header } from "../journal/journal-format.ts";
import { parseDuration } from "../shell/duration.ts";
import { readTextBytes } from "../shell/files.ts";
import { wholeNumber } from "../shell/option-values.ts";
import type { HideSecrets } from "../shell/secrets.ts";
import { UsageError } from "../shell/usage-error.ts";
import { type InputList, LineList, ProductList } from "../tasks/input-list.ts";
import type { Halt } from "../tasks/loop.ts";
import { learnsSilence, readSilenceRule, type SilenceRule } from "../tasks/silence.ts";
import { milliseconds, type Unit } from "../tasks/task.ts";
import type { Repeat } from "../tasks/task-list.ts";
import type { PolicyOptions, TaskPolicySetup } from "../tasks/task-policy.ts";
import { readOutputLimit } from "./output-limit.ts";
import { chosenFrom, readRunPolicySetup } from "./policy-setup.ts";
import { type NumberReader, parseRewardSource } from "./printed-number.ts";
import {
  inputHider,
  mentionsInput,
  mentionsTask,
  mistakeIn,
  type Program,
  placesIn,
  readPrograms,
  SEPARATOR,
  withInputs,
} from "./programs.ts";
import { type RewardRange, readRewardRange, scoreOf } from "./reward-range.ts";

/** The options on how a try is measured, as they were given. */
interface MeasureOptions {
  readonly budget?: string;
  readonly timeout?: string;
  readonly reward: string;
  readonly rewardRange?: string;
  readonly idle?: string;
  /** The programs are run on other machines. */
  readonly elsewhere?: boolean;
}

/** The measures of a try: its time, its reward and its silence. */
interface Measures {
  readonly unit: Unit;
  /** The time that the run may take. */
  readonly budgetMs: number | undefined;
  /** How long a try may run (`--timeout`): HIGH of `--cutoffs`. */
  readonly timeoutMs: number | undefined;
  /** Absent where every success is worth 1. */
  readonly reward: NumberReader | undefined;
  /** The range of printed rewards, if it is not [0, 1]. */
  readonly range: RewardRange | undefined;
  /** How long a program may print nothing, if that is limited. */
  readonly silence: SilenceRule | undefined;
}

/** The options of `mulligan run`, as they were given. */
export interface RunCommandOptions extends PolicyOptions, MeasureOptions {
  readonly arm?: readonly string[];
  readonly inputs?: readonly string[];
  readonly until?: number;
  readonly halt?: string;
  readonly jobs: number;
  readonly success: string;
  readonly grace: string;
  readonly stdinFrom?: string;
  readonly out?: string;
  readonly results?: string;
  readonly outputLimit?: string;
  readonly quiet?: true;
  readonly json?: true;
}

/** The options and arguments of `mulligan run`, checked. */
export interface RunPlan extends Measures {
  readonly programs: readonly Program[];
  readonly inputs: InputList | undefined;
  /** How many lists of inputs there are: each task has an input of each. */
  readonly lists: number;
  /** Hides the secrets of an input. */
  readonly hideInput: HideSecrets;
  readonly setup: TaskPolicySetup;
  /** Cutoffs from this length on, in ms, are what the user chose; shorter ones are a search of the policy. */
  readonly chosenFrom: number;
  /** Whether a task that fails again and again is given up: where the user did not say how often to try. */
  readonly givesUp: boolean;
  /** Whether the tries of a task are expected to repeat themselves: no command has `{seed}`. */
  readonly repeats: boolean;
  /** Whether an input whose tries fail alike is broken: there is one command, which has it, and tries repeat. */
  readonly findsBroken: boolean;
  readonly success: readonly number[];
  readonly output: {
    /** Whether what the programs write is printed or saved. */
    readonly wanted: boolean;
    readonly limit: number | undefined;
    /** The folder that it is saved to. */
    readonly results: string | undefined;
  };
  readonly until: number | undefined;
  readonly halt: Halt | undefined;
  /** Whether a command without inputs is run again and again. */
  readonly repeat: Repeat;
  readonly jobs: number;
  readonly graceMs: number;
  readonly seed: number;
  /** The file that a program reads as its standard input, with its places. */
  readonly stdinFrom: string | undefined;
  /** Whether a try has its own folder, and where the folders of successful tries go. */
  readonly folders: { readonly wanted: boolean; readonly out: string | undefined };
  readonly header: Header;
  /** A likely mistake of the user: a notice, no error. */
  readonly mistake: string | undefined;
}

export async function readRunPlan(words: readonly string[], given: RunCommandOptions): Promise<RunPlan> {
  const place = words.indexOf(SEPARATOR);
  const command = place < 0 ? words : words.slice(0, place);
  const listed = place < 0 ? undefined : readLists(words.slice(place + 1));
  if (command.includes("::::")) {
    throw new UsageError("run: inputs in a file must be given by --inputs FILE, got ::::");
  }
  const { stdinFrom, out, results, outputLimit, json, quiet, jobs, seed, until } = given;
  const measures = readMeasures(given);
  const stdinWords = stdinFrom === undefined ? [] : [stdinFrom];
  const hasInputs = listed !== undefined || given.inputs !== undefined;
  const lists = listed?.length ?? 1;
  const named = readPrograms(given.arm ?? [], command, given.elsewhere);
  const programs = hasInputs && !mentionsInput(stdinWords, lists) ? withInputs(named, lists) : named;
  const success = readCodes(given.success);
  const templates = [...programs.flatMap((program) => program.command), ...stdinWords];
  const places = placesIn(templates);
  const repeats = !places.has("seed");
  const limits = { horizon: measures.budgetMs, timeout: measures.timeoutMs };
  const setup = readRunPolicySetup(given, programs, limits, repeats);
  const { mode, schedule } = setup;
  const graceMs = /^0(ms|s|m|h)?$/.test(given.grace) ? 0 : parseDuration(given.grace, "--grace");
  const limit = outputLimit === undefined ? undefined : readOutputLimit(outputLimit);
  const folders = { wanted: places.has("tmp"), out };
  if (out !== undefined && !folders.wanted) {
    throw new UsageError("--out: must be used with {tmp} in a command, got none");
  }
  if (places.has("%") && given.elsewhere) {
    throw new UsageError("run: {%} must not be used with --redis, since each worker has slots of its own");
  }
  // Last, since it may read standard input.
  const inputs = await readInputs(listed, given.inputs, mentionsInput(templates, 0));
  const { policy, cutoffs, reward, rewardRange } = given;
  const asGiven = { policy, mode, schedule, cutoffs, seed };
  return {
    programs,
    inputs,
    lists,
    hideInput: inputHider(programs, lists),
    setup,
    chosenFrom: chosenFrom(given, setup),
    repeats,
    // If the command does not depend on the input, a success at another input shows that failures are chance.
    findsBroken: repeats && programs.length === 1 && inputs !== undefined && mentionsTask(templates, lists),
    givesUp: given.retries === undefined,
    ...measures,
    success,
    output: { wanted: results !== undefined || !(json || quiet), limit, results },
    until,
    halt: given.halt === undefined ? undefined : readHalt(given.halt),
    repeat: readRepeat(given, mode),
    jobs,
    graceMs,
    seed,
    stdinFrom,
    folders,
    header: { unit: "ms", reward, rewardRange, arms: programs, ...asGiven, success },
    mistake: mistakeIn(programs),
  };
}

function readMeasures(given: MeasureOptions): Measures {
  const { rewardRange, idle } = given;
  if (given.elsewhere && idle !== undefined && learnsSilence(idle)) {
    throw new UsageError(
      `--idle ${idle}: must not be used with --redis, since workers do not learn; give a time`,
    );
  }
  const range = readRewardRange(rewardRange, given.reward);
  return {
    unit: range === undefined ? milliseconds : { ...milliseconds, score: (reward) => scoreOf(reward, range) },
    budgetMs: given.budget === undefined ? undefined : parseDuration(given.budget, "--budget"),
    timeoutMs: given.timeout === undefined ? undefined : parseDuration(given.timeout, "--timeout"),
    reward: parseRewardSource(given.reward),
    range,
    silence: idle === undefined ? undefined : readSilenceRule(idle),
  };
}

function readRepeat(
  { until, retries, budget }: RunCommandOptions,
  mode: TaskPolicySetup["mode"],
): RunPlan["repeat"] {
  if (until === undefined) return mode === "abandon" && budget !== undefined;
  return retries === undefined ? true : "until-given-up";
}

/** Reads `--halt`, of which percentages are not supported; undefined for `never`. */
function readHalt(text: string): Halt | undefined {
  if (text === "never") return undefined;
  const match = /^(now|soon),(fail|success)=([1-9]\d{0,14})$/.exec(text);
  if (match === null) {
    throw new UsageError(
      `--halt: must be never, or now or soon with fail=N or success=N, such as soon,fail=1, got "${text}"`,
    );
  }
  const [, when, on, count] = match;
  return { now: when === "now", on: on as Halt["on"], count: Number(count) };
}

const readCode = wholeNumber("--success", 0, 255);

function readCodes(text: string): number[] {
  return [...new Set(text.split(",").map(readCode))].sort((a, b) => a - b);
}

const NEWLINE = Buffer.from("\n");

/** The lists of inputs after the first `:::`, parted by others. */
function readLists(words: readonly string[]): string[][] {
  const lists: string[][] = [[]];
  for (const word of words) {
    if (word === SEPARATOR) lists.push([]);
    else if (/^:::[:+]+$/.test(word)) throw new UsageError(`run: inputs must follow :::, got ${word}`);
    else lists.at(-1)!.push(word);
  }
  return lists;
}

/**
 * The inputs of a run, or undefined if it has none: those `listed` after `:::`, or the lines of the files of `--inputs`,
 * where `-` is standard input. Without both, standard input is read only if a command `needs` an input: a run in a
 * script must not wait for an input that is never sent.
 */
async function readInputs(
  listed: readonly (readonly string[])[] | undefined,
  files: readonly string[] | undefined,
  needs: boolean,
): Promise<InputList | undefined> {
  if (listed !== undefined && files !== undefined) {
    throw new UsageError("run: inputs must come from ::: or from --inputs, got both");
  }
  if (listed !== undefined) return listed.length === 1 ? listed[0] : new ProductList(listed);
  if (files === undefined && !needs) return undefined;
  // This does not use `process.stdin`: accessing it makes a pipe fail that has nothing to read yet.
  if (files === undefined && isatty(0)) {
    throw new UsageError(
      "run: inputs must be given after :::, by --inputs FILE, or as lines on standard input",
    );
  }
  const texts: Buffer[] = [];
  for (const file of files ?? ["-"]) texts.push(await readTextBytes(file));
  const [first, ...others] = texts;
  if (others.length === 0) return new LineList(first);
  return new LineList(Buffer.concat(texts.flatMap((text) => [text, NEWLINE])));
}

/** Processes at a time: more than any machine has room for. */
const MAX_JOBS = 10_000;
const readNumber = wholeNumber("--jobs", 1, MAX_JOBS);

/** Reads `--jobs`: `4`, or `50%` of the cores, at least one. */
export function readJobs(text: string): number {
  const percent = /^(\d+)%$/.exec(text.trim())?.[1];
  if (percent === undefined) return readNumber(text);
  const jobs = Math.max(1, Math.round((Number(percent) * availableParallelism()) / 100));
  if (!(Number(percent) > 0 && jobs <= MAX_JOBS)) {
    throw new UsageError(`--jobs: must be a number, or a share of the cores such as 100%, got "${text}"`);
  }
  return jobs;
}
