import type { Decision, Outcome } from "@mulligan/core";
import {
  makePolicy,
  type Policy,
  type PolicyRequest,
  parsePolicy,
  policyNamed,
} from "@mulligan/core/policies";
import { measuredResetting, type ScheduleName, type Trial } from "@mulligan/core/problem";
import { stream } from "@mulligan/core/random";
import { oneOf } from "../shell/option-values.ts";
import { asUsage } from "../shell/usage-error.ts";
import {
  type CutoffBounds,
  checkRetryOptions,
  isHiddenTypes,
  type RetryOptions,
  readCutoffBounds,
  readShare,
  SCHEDULES,
} from "./cutoff-bounds.ts";
import { taskName } from "./task.ts";

/** The options on how `run` and `sat` decide; numbers are in the unit of their clock. */
export interface PolicyOptions extends RetryOptions {
  readonly policy: string;
  readonly cutoffs: string;
  readonly retries?: number;
  readonly explore?: string;
  readonly seed: number;
}

/** The settings that a command adds to the options. */
interface PolicySetting {
  readonly arms: readonly string[];
  /** Cutoffs that differ by less are treated as equal. */
  readonly resolution: number;
  /** The time budget, where it is known. */
  readonly horizon?: number | undefined;
  /** The longest that a try may run (`--timeout`). */
  readonly timeout?: number | undefined;
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
  /** The longest that a try may run: one that is cut there has failed. */
  readonly longest: number;
  /** Whether `--retries` counts what the policy cuts, since it cuts only what has failed. */
  readonly cutsFail: boolean;
  /** Whether the policy searches the scale of the cutoffs until a try has ended by itself. */
  readonly searches: boolean;
  readonly policy: RunPolicy;
  /** Whether each decision is the next of a sequence, for one trial: `luby` and `geometric` in mode `abandon`. */
  readonly inOrder: boolean;
  /** Learns from a trial of an earlier run. */
  relearn(trial: Trial): void;
}

export function readPolicySetup(given: PolicyOptions, setting: PolicySetting): TaskPolicySetup {
  const mode = oneOf("--mode", given.mode, ["retry", "abandon"]);
  checkRetryOptions(mode, given);
  const { name, options: named } = asUsage(() => parsePolicy(policyFor(given)));
  const {
    schedule: own,
    knowsFirstCutoff,
    cutsFail = false,
    options: known,
  } = asUsage(() => policyNamed(name));
  const { planned } = setting;
  const options =
    planned !== undefined && "repeats" in known
      ? { repeats: planned.repeats ? "yes" : "no", ...named }
      : named;
  const schedule =
    given.schedule === undefined ? (own ?? "luby") : oneOf("--schedule", given.schedule, SCHEDULES);
  const plans = mode === "retry" && knowsFirstCutoff === true;
  const { resolution, timeout } = setting;
  const bounds = asUsage(() => readCutoffBounds(given.cutoffs, { resolution, timeout, plans }));
  const { cutoffs, low, high } = bounds;
  const request = {
    ...requestOf(setting, low),
    ...(planned === undefined || !plans || cutoffs.kind !== "auto"
      ? {}
      : { firstCutoff: Math.min(high, Math.max(planned.grace, 2 * low)) }),
    cutoffs,
    options,
    seed: given.seed,
  };
  const inOrder = mode === "abandon" && own !== undefined;
  const chosen = asUsage(() => makePolicy(name, mode === "retry" ? { ...request, schedule } : request));
  const policy = boundedPolicy(chosen, { ...bounds, explore: readShare(given.explore), seed: given.seed });
  return {
    mode,
    schedule,
    maxAttempts: mode === "retry" ? Infinity : 1,
    maxCounted: given.retries ?? Infinity,
    longest: high,
    cutsFail,
    // A sequence has its scale from the start, and so has a cutoff that was given.
    searches: cutoffs.kind === "auto" && own === undefined && !("cutoff" in options),
    policy,
    inOrder,
    relearn(trial) {
      // A sequence goes on where it was only if it is asked again.
      if (inOrder && trial.stopped !== true) policy.decide();
      policy.observe({ ...trial, task: taskName(trial) }, trial.outcome);
    },
  };
}

function requestOf({ arms, horizon }: PolicySetting, low: number): PolicyRequest {
  return {
    arms: arms.map((arm) => ({ name: arm, resetting: measuredResetting })),
    ...(horizon === undefined ? {} : { horizon }),
    ...(low === 0 ? {} : { minCutoff: low }),
  };
}

/** With `--schedule` the default policy is `km-ts`, whose cutoff is the base: `hidden-types` plans all attempts itself. */
function policyFor({ policy, schedule }: PolicyOptions): string {
  return schedule !== undefined && isHiddenTypes(policy) ? "km-ts" : policy;
}

interface MarkedDecision extends Decision {
  /** Left uncut to see how long it takes (`--explore`). */
  readonly explored?: true;
}

/** A policy within the bounds of the user. */
export interface RunPolicy extends Policy {
  decide(...context: Parameters<Policy["decide"]>): MarkedDecision;
  reconsider(decision: Decision, elapsed: number): number;
  /** Trials that it has learned from, with those of earlier runs. */
  readonly observed: number;
}

interface BoundRules extends Pick<CutoffBounds, "low" | "high"> {
  /** The share of tries that are left uncut, or cut at `high`. */
  readonly explore: number;
  readonly seed: number;
}

/**
 * Moves the cutoffs of a policy into the bounds; the policy learns from the cutoffs that were used. Which tries are left
 * uncut depends on the seed, the task and the attempt only, not on other tries at the same time.
 */
export function boundedPolicy(policy: Policy, { low, high, explore, seed }: BoundRules): RunPolicy {
  const unnamed = stream(seed, "explore");
  let observed = 0;

  const isExplored = (attempt: number, task: Decision["task"]) => {
    if (explore === 0) return false;
    const random = task === undefined ? unnamed : stream(seed, "explore", String(task), attempt);
    return random.uniform() < explore;
  };
  const bounded = (cutoff: number) => Math.min(high, Math.max(low, cutoff));
  return {
    decide(context = {}) {
      const { attempt = 1, task } = context;
      const decision = policy.decide(context);
      if (isExplored(attempt, task)) return { ...decision, cutoff: high, explored: true };
      const cutoff = bounded(decision.cutoff);
      return cutoff === decision.cutoff ? decision : { ...decision, cutoff };
    },
    reconsider(decision: MarkedDecision, elapsed) {
      if (decision.explored === true) return decision.cutoff;
      return bounded(policy.reconsider?.(decision, elapsed) ?? decision.cutoff);
    },
    // A policy that never moves a cutoff has nothing to be asked again.
    ...(policy.reconsider !== undefined && policy.revision === undefined
      ? {}
      : { revision: () => policy.revision?.() ?? 0 }),
    observe(decision, outcome: Outcome) {
      observed += 1;
      policy.observe(decision, outcome);
    },
    snapshot: policy.snapshot,
    get observed() {
      return observed;
    },
  };
}
