import { makePolicy, makeTaskPolicy, type PolicyRequest, type TaskPolicy } from "@mulligan/core";
import { parsePolicy, policyNamed } from "@mulligan/core/policies";
import { autoCutoffs, measuredResetting, parseCutoffs, type ScheduleName } from "@mulligan/core/problem";
import type { Trial } from "../journal/trial-line.ts";
import { asUsage } from "../shell/as-usage.ts";
import { oneOf } from "../shell/one-of.ts";
import { checkRetryOptions, type RetryOptions, SCHEDULES } from "./retry-options.ts";

/** The options that say how `run` and `sat` decide; numbers are in the unit of their clock. */
export interface DeciderWords extends RetryOptions {
  readonly policy: string;
  readonly cutoffs: string;
  readonly seed: number;
}

/** What a command adds to them. */
export interface DeciderSetting {
  readonly arms: readonly string[];
  /** Of cutoffs: shorter ones are not worth telling apart. */
  readonly resolution: number;
  /** The time that there is, where it is known. */
  readonly horizon?: number | undefined;
}

/** A policy that decides for tasks, in either mode, and learns from them. */
export interface Decider {
  readonly mode: "retry" | "abandon";
  readonly schedule: ScheduleName;
  /** How often a task may be tried: 1 in mode `abandon`. */
  readonly maxAttempts: number;
  readonly policy: TaskPolicy;
  /** Whether its decisions are a sequence of which each is for one trial: `luby` and `geometric` in mode `abandon`. */
  readonly inOrder: boolean;
  /** Learns from a trial of an earlier run. */
  relearn(trial: Trial): void;
}

export function readDecider(words: DeciderWords, setting: DeciderSetting): Decider {
  const mode = oneOf("--mode", words.mode, ["retry", "abandon"]);
  checkRetryOptions(mode, words);
  const { name, options } = asUsage(() => parsePolicy(words.policy));
  const own = asUsage(() => policyNamed(name)).schedule;
  const schedule =
    words.schedule === undefined ? (own ?? "luby") : oneOf("--schedule", words.schedule, SCHEDULES);
  const request: PolicyRequest = {
    arms: setting.arms.map((arm) => ({ name: arm, resetting: measuredResetting })),
    cutoffs: asUsage(() => readCutoffs(words.cutoffs, setting.resolution)),
    options,
    seed: words.seed,
    ...(setting.horizon === undefined ? {} : { horizon: setting.horizon }),
  };
  const inOrder = mode === "abandon" && own !== undefined;
  const policy = asUsage(() =>
    mode === "retry" ? makeTaskPolicy(name, request, schedule) : forgetful(name, request),
  );
  return {
    mode,
    schedule,
    maxAttempts: mode === "retry" ? (words.maxRestarts ?? Infinity) + 1 : 1,
    policy,
    inOrder,
    relearn(trial) {
      // To go on where they were, they must be asked again.
      if (inOrder && trial.stopped !== true) policy.decide(1);
      policy.observe(trial, trial.outcome);
    },
  };
}

function readCutoffs(text: string, resolution: number) {
  return text.trim() === "auto" ? autoCutoffs(resolution) : parseCutoffs(text);
}

/** In mode `abandon` every trial is a fresh task. */
function forgetful(name: string, request: PolicyRequest): TaskPolicy {
  const policy = makePolicy(name, request);
  return { ...policy, decide: () => policy.decide() };
}
