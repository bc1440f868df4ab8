import { makePolicy, type PolicyRequest } from "@mulligan/core";
import { parsePolicy, policyNamed } from "@mulligan/core/policies";
import type { Trial } from "@mulligan/core/problem";
import {
  autoCutoffs,
  type CutoffSet,
  measuredResetting,
  parseCutoffs,
  type ScheduleName,
} from "@mulligan/core/problem";
import { oneOf } from "../shell/option-values.ts";
import { asUsage } from "../shell/usage-error.ts";
import { checkRetryOptions, isHiddenTypes } from "./check-retry-options.ts";
import { type CutoffWishes, type CutoffWords, readWishes } from "./cutoff-options.ts";
import { type RetryOptions, SCHEDULES } from "./retry-options.ts";
import { taskName } from "./task-list.ts";
import { type WishedPolicy, wished } from "./wished.ts";

/** The options that say how `run` and `sat` decide; numbers are in the unit of their clock. */
export interface DeciderWords extends RetryOptions, CutoffWords {
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
  /**
   * For policies that plan the attempts at a task: how long the first ones may take while nothing has succeeded, unless
   * the user says otherwise, and whether attempts at one task are likely to take the same time each.
   */
  readonly planned?: { readonly grace: number; readonly repeats: boolean };
}

/** A policy that decides for tasks, in either mode, and learns from them. */
export interface Decider {
  readonly mode: "retry" | "abandon";
  readonly schedule: ScheduleName;
  /** How often a task may be tried: 1 in mode `abandon`. */
  readonly maxAttempts: number;
  /** How many tries that count a task may have (`--retries`); without a limit, ∞. */
  readonly maxCounted: number;
  /** Whether the scale of the cutoffs is searched, until a try has ended by itself. */
  readonly searches: boolean;
  readonly policy: WishedPolicy;
  /** Whether its decisions are a sequence of which each is for one trial: `luby` and `geometric` in mode `abandon`. */
  readonly inOrder: boolean;
  /** Learns from a trial of an earlier run. */
  relearn(trial: Trial): void;
  /** What it was made of, for who makes the same elsewhere. */
  readonly made: DeciderParts;
}

/** A policy and what it is told, in the unit of the command's clock. */
interface DeciderParts {
  readonly policy: string;
  readonly options: Readonly<Record<string, number | string>>;
  readonly arms: readonly string[];
  readonly cutoffs: CutoffSet;
  readonly horizon: number | undefined;
  readonly wishes: CutoffWishes;
}

export function readDecider(words: DeciderWords, setting: DeciderSetting): Decider {
  const mode = oneOf("--mode", words.mode, ["retry", "abandon"]);
  checkRetryOptions(mode, words);
  const { name, options: given } = asUsage(() => parsePolicy(policyFor(words)));
  const { schedule: own, knowsFirstCutoff, options: known } = asUsage(() => policyNamed(name));
  const { planned } = setting;
  const options =
    planned !== undefined && "repeats" in known
      ? { repeats: planned.repeats ? "yes" : "no", ...given }
      : given;
  const schedule =
    words.schedule === undefined ? (own ?? "luby") : oneOf("--schedule", words.schedule, SCHEDULES);
  const cutoffs = asUsage(() => readCutoffs(words.cutoffs, setting.resolution));
  const wishes = readWishes(words, cutoffs);
  const request = {
    ...requestOf(setting, wishes),
    ...(planned !== undefined && knowsFirstCutoff && wishes.first === undefined && cutoffs.kind === "auto"
      ? { firstCutoff: planned.grace }
      : {}),
    cutoffs,
    options,
    seed: words.seed,
  };
  const inOrder = mode === "abandon" && own !== undefined;
  const chosen = asUsage(() => makePolicy(name, mode === "retry" ? { ...request, schedule } : request));
  const policy = wished(chosen, wishes, {
    seed: words.seed,
    knowsFirst: mode === "retry" && knowsFirstCutoff === true,
  });
  return {
    mode,
    schedule,
    maxAttempts: mode === "retry" ? (words.maxRestarts ?? Infinity) + 1 : 1,
    maxCounted: words.retries ?? Infinity,
    // A sequence has its scale from the start, and so has a cutoff that was given.
    searches:
      cutoffs.kind === "auto" && wishes.first === undefined && own === undefined && !("cutoff" in options),
    policy,
    inOrder,
    relearn(trial) {
      // To go on where they were, they must be asked again.
      if (inOrder && trial.stopped !== true) policy.decide();
      policy.observe({ ...trial, task: taskName(trial) }, trial.outcome);
    },
    made: { policy: name, options, arms: setting.arms, cutoffs, horizon: setting.horizon, wishes },
  };
}

function requestOf({ arms, horizon }: DeciderSetting, { first, least }: CutoffWishes): PolicyRequest {
  return {
    arms: arms.map((arm) => ({ name: arm, resetting: measuredResetting })),
    ...(horizon === undefined ? {} : { horizon }),
    ...(first === undefined ? {} : { firstCutoff: first }),
    ...(least === undefined ? {} : { minCutoff: least }),
  };
}

/** With a schedule the default policy is `km-ts`: `hidden-types` plans all cutoffs itself (`check-retry-options.ts`). */
function policyFor({ policy, schedule }: DeciderWords): string {
  return schedule !== undefined && isHiddenTypes(policy) ? "km-ts" : policy;
}

function readCutoffs(text: string, resolution: number) {
  return text.trim() === "auto" ? autoCutoffs(resolution) : parseCutoffs(text);
}
