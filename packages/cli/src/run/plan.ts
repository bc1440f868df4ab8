import { availableParallelism } from "node:os";
import { isatty } from "node:tty";
import { policies } from "@mulligan/core/policies";
import type { Header } from "../journal/journal-format.ts";
import { parseDuration } from "../shell/duration.ts";
import { readTextBytes } from "../shell/files.ts";
import { wholeNumber } from "../shell/option-values.ts";
import type { HideSecrets } from "../shell/secrets.ts";
import { UsageError } from "../shell/usage-error.ts";
import { type InputList, LineList, ProductList } from "../tasks/input-list.ts";
import type { Halt } from "../tasks/loop.ts";
import type { Repeat } from "../tasks/task-list.ts";
import { type PolicyOptions, readPolicySetup, type TaskPolicySetup } from "../tasks/task-policy.ts";
import { type MeasureOptions, type Measures, readMeasures } from "./measures.ts";
import { readOutputLimit } from "./output-limit.ts";
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

/** A program takes at least this long to start and end, so cutoffs that differ by less are treated as equal. */
const RESOLUTION_MS = 2;
/**
 * While nothing has succeeded, the first tries are not cut before this. Most programs end sooner, and if tries hang,
 * the time is lost once a run.
 */
const GRACE_MS = 10_000;

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
  const setup = readRunPolicySetup(given, programs, measures, repeats);
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

function readRunPolicySetup(
  given: RunCommandOptions,
  programs: readonly Program[],
  { budgetMs: horizon, timeoutMs: timeout }: Measures,
  repeats: boolean,
): TaskPolicySetup {
  const inMs = { policy: policyInMs(given.policy), cutoffs: cutoffsInMs(given.cutoffs) };
  return readPolicySetup(
    { ...given, ...inMs },
    {
      arms: programs.map(({ name }) => name),
      resolution: RESOLUTION_MS,
      horizon,
      timeout,
      planned: { grace: Math.min(GRACE_MS, (horizon ?? Infinity) / 1.5), repeats },
    },
  );
}

/** A time with or without a unit; words such as `auto` and `inf` are none. */
const TIME = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*[a-z]*\s*$/i;

/** Reads the durations of `--cutoffs`, such as `100ms,0.5s,inf`, `log:10ms:10s:9` or `100ms..1s`; writes them in ms. */
function cutoffsInMs(text: string): string {
  const [, times, count = ""] = /^(\s*log:.*:.*)(:.*)$/.exec(text) ?? ["", text];
  return times
    .split(/([,:]|\.\.)/)
    .map((part) => (TIME.test(part) ? String(parseDuration(part, "--cutoffs")) : part))
    .join("")
    .concat(count);
}

/** Reads the durations of a policy's options, such as `fixed:cutoff=2s`; writes them in ms. */
function policyInMs(text: string): string {
  const [name] = text.split(":", 1);
  const fields = policies.find((policy) => policy.name === name.trim())?.options ?? {};
  return text.replace(/([^:,=]+)=([^,]*)/g, (pair, option: string, value: string) => {
    const field = fields[option.trim()];
    const isTime = field?.kind === "number" && field.time === true && value.trim() !== "inf";
    return isTime ? `${option}=${parseDuration(value, `--policy ${name.trim()}: ${option.trim()}`)}` : pair;
  });
}

function chosenFrom({ cutoffs }: RunCommandOptions, setup: TaskPolicySetup): number {
  return cutoffs.trim() === "auto" && setup.searches ? setup.longest : 0;
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
