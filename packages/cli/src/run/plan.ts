import type { Header } from "../journal/journal-format.ts";
import { parseDuration } from "../shell/duration.ts";
import { wholeNumber } from "../shell/option-values.ts";
import { UsageError } from "../shell/usage-error.ts";
import { type Decider, type DeciderWords, readDecider } from "../tasks/decider.ts";
import { readInputs, SEPARATOR } from "./inputs.ts";
import { mistakeIn } from "./mistakes.ts";
import { readOutputLimit } from "./output-limit.ts";
import { mentionsInput, mentionsTask, placesIn } from "./places.ts";
import { type Program, readPrograms } from "./programs.ts";
import { parseRewardSource, type RewardReader } from "./reward.ts";

/** The options of `mulligan run`, as they were given. */
export interface RunWords extends DeciderWords {
  readonly arm?: readonly string[];
  readonly inputs?: readonly string[];
  readonly budget?: string;
  readonly timeout?: string;
  readonly until?: number;
  readonly jobs: number;
  readonly success: string;
  readonly reward: string;
  readonly grace: string;
  readonly stdinFrom?: string;
  readonly out?: string;
  readonly results?: string;
  readonly outputLimit?: string;
  readonly quiet?: true;
  readonly json?: true;
  /** The programs are run on other machines. */
  readonly elsewhere?: boolean;
}

/** All that a run must know, checked. */
export interface RunPlan {
  readonly programs: readonly Program[];
  readonly inputs: readonly string[] | undefined;
  readonly decider: Decider;
  /** Whether a task that fails and fails is given up: where nobody said how often to try. */
  readonly givesUp: boolean;
  /** How much time a task may have (`--timeout`). */
  readonly timeoutMs: number | undefined;
  /** Whether the tries of a task are expected to repeat themselves: no command has `{seed}`. */
  readonly repeats: boolean;
  /** Whether an input whose tries fail alike is broken: there is one command, which has it, and tries repeat. */
  readonly findsBroken: boolean;
  readonly success: readonly number[];
  readonly reward: RewardReader | undefined;
  readonly output: {
    /** Whether what the programs write is printed or kept. */
    readonly wanted: boolean;
    readonly limit: number | undefined;
    /** The folder that keeps it. */
    readonly results: string | undefined;
  };
  readonly until: number | undefined;
  readonly budgetMs: number | undefined;
  /** A command without inputs is run again and again. */
  readonly repeat: boolean;
  readonly jobs: number;
  readonly graceMs: number;
  readonly seed: number;
  /** The file that a program reads as its standard input, with its places. */
  readonly stdinFrom: string | undefined;
  /** Whether a try has a folder of its own, and where it is kept from those that succeed. */
  readonly folders: { readonly wanted: boolean; readonly out: string | undefined };
  readonly header: Header;
  /** What looks like one, and is none that can be refused. */
  readonly mistake: string | undefined;
}

/** No program starts and ends in less: a shorter cutoff is not worth telling apart. */
const RESOLUTION_MS = 2;
/**
 * While nothing has succeeded, the first tries are not cut before this. Most programs end sooner, and where tries hang it
 * is lost once a run.
 */
const GRACE_MS = 10_000;

export async function readPlan(words: readonly string[], given: RunWords): Promise<RunPlan> {
  const place = words.indexOf(SEPARATOR);
  const command = place < 0 ? words : words.slice(0, place);
  if (command.includes("::::")) {
    throw new UsageError("run: inputs in a file must be given by --inputs FILE, got ::::");
  }
  const programs = readPrograms(given.arm ?? [], command, given.elsewhere);
  const [budgetMs, timeoutMs] = (["budget", "timeout"] as const).map((option) =>
    given[option] === undefined ? undefined : parseDuration(given[option], `--${option}`),
  );
  const success = readCodes(given.success);
  const repeats = !placesIn(wordsOf(programs, given.stdinFrom)).has("seed");
  const decider = readRunDecider(given, programs, budgetMs, repeats);
  const reward = parseRewardSource(given.reward);
  const graceMs = /^0(ms|s|m|h)?$/.test(given.grace) ? 0 : parseDuration(given.grace, "--grace");
  const output = readOutput(given);
  // Last, since it may read standard input.
  const feed = await readFeed(programs, given, place < 0 ? undefined : words.slice(place + 1));
  const { inputs, stdinFrom } = feed;
  return {
    programs,
    ...feed,
    decider,
    repeats,
    // Where the command does not depend on the input, a success of another input shows that failures are chance.
    findsBroken:
      repeats && programs.length === 1 && inputs !== undefined && mentionsTask(wordsOf(programs, stdinFrom)),
    givesUp: given.maxRestarts === undefined && given.retries === undefined,
    timeoutMs,
    success,
    reward,
    output,
    until: given.until,
    budgetMs,
    repeat: given.until !== undefined || (decider.mode === "abandon" && budgetMs !== undefined),
    jobs: given.jobs,
    graceMs,
    seed: given.seed,
    header: headerOf(given, { programs, success, decider }),
  };
}

function readRunDecider(
  given: RunWords,
  programs: readonly Program[],
  horizon: number | undefined,
  repeats: boolean,
): Decider {
  const { firstCutoff, minCutoff } = given;
  const inMs = {
    policy: inMilliseconds(given.policy, "--policy"),
    cutoffs: inMilliseconds(given.cutoffs, "--cutoffs"),
    ...(firstCutoff === undefined ? {} : { firstCutoff: inMilliseconds(firstCutoff, "--first-cutoff") }),
    ...(minCutoff === undefined ? {} : { minCutoff: inMilliseconds(minCutoff, "--min-cutoff") }),
  };
  const arms = programs.map(({ name }) => name);
  return readDecider(
    { ...given, ...inMs },
    {
      arms,
      resolution: RESOLUTION_MS,
      horizon,
      planned: { grace: Math.min(GRACE_MS, (horizon ?? Infinity) / 1.5), repeats },
    },
  );
}

function readOutput({ results, outputLimit, json, quiet }: RunWords): RunPlan["output"] {
  return {
    wanted: results !== undefined || !(json || quiet),
    limit: outputLimit === undefined ? undefined : readOutputLimit(outputLimit),
    results,
  };
}

/** All words in which places may stand. */
function wordsOf(programs: readonly Program[], stdinFrom: string | undefined): string[] {
  return [...programs.flatMap(({ command }) => command), ...(stdinFrom === undefined ? [] : [stdinFrom])];
}

type Feed = Pick<RunPlan, "inputs" | "stdinFrom" | "folders" | "mistake">;

/** What the programs are given to work on, and a folder to work in. */
async function readFeed(
  programs: readonly Program[],
  { stdinFrom, inputs: files, out }: RunWords,
  listed: readonly string[] | undefined,
): Promise<Feed> {
  const words = wordsOf(programs, stdinFrom);
  const wanted = placesIn(words).has("tmp");
  if (out !== undefined && !wanted) throw new UsageError("--out: must go with {tmp} in a command, got none");
  const inputs = await readInputs({ listed, files, needed: mentionsInput(words) });
  const mistake = mistakeIn({
    programs,
    inputs: inputs ?? [],
    fromStdin: mentionsInput(wordsOf([], stdinFrom)),
  });
  return { inputs, stdinFrom, folders: { wanted, out }, mistake };
}

function headerOf(
  given: RunWords,
  { programs, success, decider }: Pick<RunPlan, "programs" | "success" | "decider">,
): Header {
  const { policy, cutoffs, firstCutoff, minCutoff, reward } = given;
  const { mode, schedule } = decider;
  return {
    unit: "ms",
    arms: programs,
    policy,
    mode,
    schedule,
    cutoffs,
    firstCutoff,
    minCutoff,
    success,
    reward,
  };
}

/** A notation of numbers, each of which may be a duration: `100ms,0.5s,inf`, `log:10ms:10s:9`, `100ms..1s`. */
function inMilliseconds(text: string, where: string): string {
  const parts = text.split(/([,:=]|\.\.)/);
  return parts
    .map((part) => (/^\s*[\d.]+[a-z]+\s*$/.test(part) ? parseDuration(part, where) : part))
    .join("");
}

const readCode = wholeNumber("--success", 0, 255);

function readCodes(text: string): number[] {
  return [...new Set(text.split(",").map(readCode))].sort((a, b) => a - b);
}
