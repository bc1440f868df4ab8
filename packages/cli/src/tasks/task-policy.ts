import { type Decision, makePolicy, type Outcome, type Policy, type PolicyRequest } from "@mulligan/core";
import { parsePolicy, policyNamed } from "@mulligan/core/policies";
import {
  autoCutoffs,
  type CutoffSet,
  luby,
  measuredResetting,
  parseCutoffs,
  type ScheduleName,
  type Trial,
} from "@mulligan/core/problem";
import { stream } from "@mulligan/core/random";
import { oneOf } from "../shell/option-values.ts";
import { asUsage } from "../shell/usage-error.ts";
import {
  type CutoffOptions,
  checkRetryOptions,
  isHiddenTypes,
  type RequestedCutoffs,
  type RetryOptions,
  readRequestedCutoffs,
  SCHEDULES,
} from "./policy-options.ts";
import { taskName } from "./task.ts";

/** The options that say how `run` and `sat` decide; numbers are in the unit of their clock. */
export interface PolicyOptions extends RetryOptions, CutoffOptions {
  readonly policy: string;
  readonly cutoffs: string;
  readonly seed: number;
}

/** What a command adds to the options. */
interface PolicySetting {
  readonly arms: readonly string[];
  /** Cutoffs that differ by less are treated as equal. */
  readonly resolution: number;
  /** The time budget, where it is known. */
  readonly horizon?: number | undefined;
  /**
   * For policies that plan the attempts at a task: how long the first ones may take while nothing has succeeded, unless
   * the user says otherwise, and whether attempts at one task are likely to take the same time each.
   */
  readonly planned?: { readonly grace: number; readonly repeats: boolean };
}

/** The policy of a run, and the rules for its tasks that follow from the same options. */
export interface TaskPolicySetup {
  readonly mode: "retry" | "abandon";
  readonly schedule: ScheduleName;
  /** How often a task may be tried: 1 in mode `abandon`. */
  readonly maxAttempts: number;
  /** How many tries that count a task may have (`--retries`); without a limit, ∞. */
  readonly maxCounted: number;
  /** Whether the policy searches the scale of the cutoffs until a try has ended by itself. */
  readonly searches: boolean;
  readonly policy: RunPolicy;
  /** Whether each decision is the next of a sequence, for one trial: `luby` and `geometric` in mode `abandon`. */
  readonly inOrder: boolean;
  /** Learns from a trial of an earlier run. */
  relearn(trial: Trial): void;
  /** What the policy was made of, so that the same can be made on another machine. */
  readonly parts: PolicyParts;
}

interface PolicyParts {
  readonly policy: string;
  readonly options: Readonly<Record<string, number | string>>;
  readonly arms: readonly string[];
  readonly cutoffs: CutoffSet;
  readonly horizon: number | undefined;
  readonly requested: RequestedCutoffs;
}

export function readPolicySetup(given: PolicyOptions, setting: PolicySetting): TaskPolicySetup {
  const mode = oneOf("--mode", given.mode, ["retry", "abandon"]);
  checkRetryOptions(mode, given);
  const { name, options: named } = asUsage(() => parsePolicy(policyFor(given)));
  const { schedule: own, knowsFirstCutoff, options: known } = asUsage(() => policyNamed(name));
  const { planned } = setting;
  const options =
    planned !== undefined && "repeats" in known
      ? { repeats: planned.repeats ? "yes" : "no", ...named }
      : named;
  const schedule =
    given.schedule === undefined ? (own ?? "luby") : oneOf("--schedule", given.schedule, SCHEDULES);
  const cutoffs = asUsage(() => readCutoffs(given.cutoffs, setting.resolution));
  const requested = readRequestedCutoffs(given, cutoffs);
  const request = {
    ...requestOf(setting, requested),
    ...(planned !== undefined && knowsFirstCutoff && requested.first === undefined && cutoffs.kind === "auto"
      ? { firstCutoff: planned.grace }
      : {}),
    cutoffs,
    options,
    seed: given.seed,
  };
  const inOrder = mode === "abandon" && own !== undefined;
  const chosen = asUsage(() => makePolicy(name, mode === "retry" ? { ...request, schedule } : request));
  const policy = withRequestedCutoffs(chosen, requested, {
    seed: given.seed,
    knowsFirst: mode === "retry" && knowsFirstCutoff === true,
  });
  return {
    mode,
    schedule,
    maxAttempts: mode === "retry" ? (given.maxRestarts ?? Infinity) + 1 : 1,
    maxCounted: given.retries ?? Infinity,
    // A sequence has its scale from the start, and so has a cutoff that was given.
    searches:
      cutoffs.kind === "auto" && requested.first === undefined && own === undefined && !("cutoff" in options),
    policy,
    inOrder,
    relearn(trial) {
      // A sequence goes on where it was only if it is asked again.
      if (inOrder && trial.stopped !== true) policy.decide();
      policy.observe({ ...trial, task: taskName(trial) }, trial.outcome);
    },
    parts: { policy: name, options, arms: setting.arms, cutoffs, horizon: setting.horizon, requested },
  };
}

function requestOf({ arms, horizon }: PolicySetting, { first, least }: RequestedCutoffs): PolicyRequest {
  return {
    arms: arms.map((arm) => ({ name: arm, resetting: measuredResetting })),
    ...(horizon === undefined ? {} : { horizon }),
    ...(first === undefined ? {} : { firstCutoff: first }),
    ...(least === undefined ? {} : { minCutoff: least }),
  };
}

/** With `--schedule` the default policy is `km-ts`, whose cutoff is the base: `hidden-types` plans all attempts itself. */
function policyFor({ policy, schedule }: PolicyOptions): string {
  return schedule !== undefined && isHiddenTypes(policy) ? "km-ts" : policy;
}

function readCutoffs(text: string, resolution: number) {
  return text.trim() === "auto" ? autoCutoffs(resolution) : parseCutoffs(text);
}

interface MarkedDecision extends Decision {
  /** Left uncut to see how long it takes (`--explore`). */
  readonly explored?: true;
}

/** A policy that respects the cutoffs which the user requested. */
export interface RunPolicy extends Policy {
  decide(...context: Parameters<Policy["decide"]>): MarkedDecision;
  reconsider(decision: Decision, elapsed: number): number;
  /** Trials that it has learned from, with those of earlier runs. */
  readonly observed: number;
}

interface RequestRules {
  readonly seed: number;
  /** Whether the policy handles the first cutoff itself. */
  readonly knowsFirst: boolean;
}

/**
 * Applies the requested cutoffs to the decisions of a policy, which learns from the cutoffs that were used.
 *
 * While no try has ended by itself, the tries get Luby's multiples of the first cutoff, one after the other, whatever
 * their task, so that a first cutoff that is too short does no harm. Which tries are left uncut depends on the seed,
 * the task and the attempt only, not on other tries at the same time.
 */
export function withRequestedCutoffs(
  policy: Policy,
  requested: RequestedCutoffs,
  { seed, knowsFirst }: RequestRules,
): RunPolicy {
  const { first, least = 0, explore, exploreUpTo } = requested;
  const unnamed = stream(seed, "explore");
  let [cut, completed] = [0, 0];

  const isExplored = (attempt: number, task: Decision["task"]) => {
    if (explore === 0) return false;
    const random = task === undefined ? unnamed : stream(seed, "explore", String(task), attempt);
    return random.uniform() < explore;
  };
  const searches = () => first !== undefined && !knowsFirst && completed === 0;
  return {
    decide(context = {}) {
      const { attempt = 1, task } = context;
      const decision = policy.decide(context);
      if (isExplored(attempt, task)) return { ...decision, cutoff: exploreUpTo, explored: true };
      const cutoff = Math.max(least, searches() ? first! * luby(cut + 1) : decision.cutoff);
      return cutoff === decision.cutoff ? decision : { ...decision, cutoff };
    },
    reconsider(decision: MarkedDecision, elapsed) {
      if (decision.explored === true || searches()) return decision.cutoff;
      return Math.max(least, policy.reconsider?.(decision, elapsed) ?? decision.cutoff);
    },
    // A policy that never moves a cutoff has nothing to be asked again.
    ...(policy.reconsider !== undefined && policy.revision === undefined
      ? {}
      : { revision: () => policy.revision?.() ?? 0 }),
    observe(decision, outcome: Outcome) {
      if (outcome.kind === "completed") completed += 1;
      else cut += 1;
      policy.observe(decision, outcome);
    },
    snapshot: policy.snapshot,
    get observed() {
      return cut + completed;
    },
  };
}
