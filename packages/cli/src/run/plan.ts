import type { Header } from "../journal/header.ts";
import { parseDuration } from "../shell/duration.ts";
import { wholeNumber } from "../shell/number-option.ts";
import { UsageError } from "../shell/usage-error.ts";
import { type Decider, type DeciderWords, readDecider } from "../tasks/decider.ts";
import { readInputs, SEPARATOR } from "./inputs.ts";
import { mistakeIn } from "./mistakes.ts";
import { mentionsInput, type Program, readPrograms } from "./programs.ts";
import { parseRewardSource, type RewardReader } from "./reward.ts";

/** The options of `mulligan run`, as they were given. */
export interface RunWords extends DeciderWords {
  readonly arm?: readonly string[];
  readonly inputs?: readonly string[];
  readonly budget?: string;
  readonly until?: number;
  readonly jobs: number;
  readonly success: string;
  readonly reward: string;
  readonly grace: string;
}

/** All that a run must know, checked. */
export interface RunPlan {
  readonly programs: readonly Program[];
  readonly inputs: readonly string[] | undefined;
  readonly decider: Decider;
  /** Whether a task that fails and fails is given up: where nobody said how often to try. */
  readonly givesUp: boolean;
  readonly success: readonly number[];
  readonly reward: RewardReader;
  readonly until: number | undefined;
  readonly budgetMs: number | undefined;
  /** A command without inputs is run again and again. */
  readonly repeat: boolean;
  readonly jobs: number;
  readonly graceMs: number;
  readonly seed: number;
  readonly header: Header;
  /** What looks like one, and is none that can be refused. */
  readonly mistake: string | undefined;
}

/** No program starts and ends in less: a shorter cutoff is not worth telling apart. */
const RESOLUTION_MS = 2;

export async function readPlan(words: readonly string[], given: RunWords): Promise<RunPlan> {
  const place = words.indexOf(SEPARATOR);
  const command = place < 0 ? words : words.slice(0, place);
  if (command.includes("::::")) {
    throw new UsageError("run: inputs in a file must be given by --inputs FILE, got ::::");
  }
  const programs = readPrograms(given.arm ?? [], command);
  const budgetMs = given.budget === undefined ? undefined : parseDuration(given.budget, "--budget");
  const success = readCodes(given.success);
  const decider = readDecider(
    {
      ...given,
      policy: inMilliseconds(given.policy, "--policy"),
      cutoffs: inMilliseconds(given.cutoffs, "--cutoffs"),
    },
    { arms: programs.map(({ name }) => name), resolution: RESOLUTION_MS, horizon: budgetMs },
  );
  const { mode, schedule } = decider;
  const reward = parseRewardSource(given.reward);
  const graceMs = /^0(ms|s|m|h)?$/.test(given.grace) ? 0 : parseDuration(given.grace, "--grace");
  // Last, since it may read standard input.
  const listed = place < 0 ? undefined : words.slice(place + 1);
  const inputs = await readInputs({
    listed,
    files: given.inputs,
    needed: mentionsInput(programs),
  });
  return {
    programs,
    inputs,
    mistake: mistakeIn(programs, listed ?? []),
    decider,
    givesUp: given.maxRestarts === undefined,
    success,
    reward,
    until: given.until,
    budgetMs,
    repeat: given.until !== undefined || (mode === "abandon" && budgetMs !== undefined),
    jobs: given.jobs,
    graceMs,
    seed: given.seed,
    header: {
      unit: "ms",
      arms: programs,
      policy: given.policy,
      mode,
      schedule,
      cutoffs: given.cutoffs,
      success,
      reward: given.reward,
    },
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
