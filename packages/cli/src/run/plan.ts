import {
  autoCutoffs,
  type CutoffSet,
  makePolicy,
  makeTaskPolicy,
  measuredResetting,
  parseCutoffs,
  parsePolicy,
  policyNamed,
  retry,
  type ScheduleName,
  type TaskPolicy,
} from "@mulligan/core";
import type { Header } from "../journal/header.ts";
import type { Trial } from "../journal/trial-line.ts";
import { parseDuration } from "../shell/duration.ts";
import { wholeNumber } from "../shell/number-option.ts";
import { oneOf } from "../shell/one-of.ts";
import { checkRetryOptions } from "../shell/retry-options.ts";
import { UsageError } from "../shell/usage-error.ts";
import { readInputs } from "./inputs.ts";
import { mentionsInput, type Program, readPrograms } from "./programs.ts";
import { parseRewardSource, type RewardReader } from "./reward.ts";

/** The options of `mulligan run`, as they were given. */
export interface RunWords {
  readonly arm?: readonly string[];
  readonly inputs?: string;
  readonly mode: string;
  readonly schedule?: string;
  readonly maxRestarts?: number;
  readonly policy: string;
  readonly cutoffs: string;
  readonly budget?: string;
  readonly until?: number;
  readonly jobs: number;
  readonly success: string;
  readonly reward: string;
  readonly grace: string;
  readonly seed: number;
}

/** All that a run must know, checked. */
export interface RunPlan {
  readonly programs: readonly Program[];
  readonly inputs: readonly string[] | undefined;
  readonly schedule: ScheduleName;
  /** 1 in mode `abandon`. */
  readonly mostAttempts: number;
  /** Whether a task that fails and fails is given up: where nobody said how often to try. */
  readonly givesUp: boolean;
  readonly policy: TaskPolicy;
  /** Learns from a trial of an earlier run. */
  relearn(trial: Trial): void;
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
}

const SEPARATOR = ":::";
const SCHEDULES = ["luby", "geometric", "constant"] as const;
/** No program starts and ends in less: a shorter cutoff is not worth telling apart. */
const RESOLUTION_MS = 2;

export function readPlan(words: readonly string[], given: RunWords): RunPlan {
  const place = words.indexOf(SEPARATOR);
  const command = place < 0 ? words : words.slice(0, place);
  const programs = readPrograms(given.arm ?? [], command);
  const mode = oneOf("--mode", given.mode, ["retry", "abandon"]);
  checkRetryOptions(mode, given);
  const { name, options } = parsePolicy(inMilliseconds(given.policy, "--policy"));
  const schedule =
    given.schedule === undefined
      ? (policyNamed(name).schedule ?? "luby")
      : oneOf("--schedule", given.schedule, SCHEDULES);
  const budgetMs = given.budget === undefined ? undefined : parseDuration(given.budget, "--budget");
  const success = readCodes(given.success);
  const request = {
    arms: programs.map((program) => ({ name: program.name, resetting: measuredResetting })),
    cutoffs: readCutoffs(given.cutoffs),
    options,
    seed: given.seed,
    ...(budgetMs === undefined ? {} : { horizon: budgetMs }),
  };
  const policy = mode === "abandon" ? forgetAttempts(name, request) : makeTaskPolicy(name, request, schedule);
  return {
    programs,
    schedule,
    mostAttempts:
      mode === "abandon" ? 1 : retry({ maxRestarts: given.maxRestarts ?? Infinity }).maxRestarts + 1,
    givesUp: given.maxRestarts === undefined,
    policy,
    relearn(trial) {
      if (mode === "abandon" && followsSequence(name) && trial.stopped !== true) policy.decide(1);
      policy.observe(trial, trial.outcome);
    },
    success,
    reward: parseRewardSource(given.reward),
    until: given.until,
    budgetMs,
    repeat: given.until !== undefined || (mode === "abandon" && budgetMs !== undefined),
    jobs: given.jobs,
    graceMs: /^0(ms|s|m|h)?$/.test(given.grace) ? 0 : parseDuration(given.grace, "--grace"),
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
    // Last, since it may read standard input.
    inputs: readInputs({
      listed: place < 0 ? undefined : words.slice(place + 1),
      file: given.inputs,
      needed: mentionsInput(programs),
    }),
  };
}

/** In mode `abandon` every trial is a fresh task. */
function forgetAttempts(name: string, request: Parameters<typeof makePolicy>[1]): TaskPolicy {
  const policy = makePolicy(name, request);
  return { ...policy, decide: () => policy.decide() };
}

/** `luby` and `geometric` count their own decisions; to go on where they were, they must be asked again. */
function followsSequence(name: string): boolean {
  return policyNamed(name).schedule !== undefined;
}

/** `100,500,inf`, `100ms,0.5s,inf`, `log:10ms:10s:9`, `100ms..1s`. */
function readCutoffs(text: string): CutoffSet {
  return text.trim() === "auto"
    ? autoCutoffs(RESOLUTION_MS)
    : parseCutoffs(inMilliseconds(text, "--cutoffs"));
}

/** A notation of numbers, each of which may be a duration. */
function inMilliseconds(text: string, where: string): string {
  const parts = text.split(/([,:=]|\.\.)/);
  return parts
    .map((part) => (/^\s*[\d.]+[a-z]+\s*$/.test(part) ? parseDuration(part, where) : part))
    .join("");
}

const readCode = wholeNumber("--success", 0);

function readCodes(text: string): number[] {
  const codes = text.split(",").map(readCode);
  const wrong = codes.find((code) => code > 255);
  if (wrong !== undefined) throw new UsageError(`--success: an exit code must be at most 255, got ${wrong}`);
  return [...new Set(codes)].sort((a, b) => a - b);
}
