import { checkArms } from "../problem/arm.ts";
import { autoCutoffs, type CutoffSet, checkCutoffs, listCutoffs } from "../problem/cutoffs.ts";
import type { Decision } from "../problem/decision.ts";
import { checkOutcome } from "../problem/outcome.ts";
import { parseCutoffs } from "../problem/parse-cutoffs.ts";
import type { ResettingTime } from "../problem/resetting.ts";
import { checkAttempt, checkSchedule, type ScheduleName } from "../problem/schedule.ts";
import { stream } from "../random/stream.ts";
import { Xoshiro128 } from "../random/xoshiro128.ts";
import type { KnownArm } from "../theory/known-arm.ts";
import { checkOptions } from "./definition/options.ts";
import type { Policy, PolicySetup, PolicySnapshot, TaskPolicy } from "./definition/policy.ts";
import { loadCutoffs, saveCutoffs } from "./definition/saved-cutoffs.ts";
import { policyNamed } from "./registry.ts";
import { retrying } from "./tasks/retrying.ts";

/** What a snapshot cannot hold, given again: arms with a resetting time, and the oracle's laws. */
export interface RestoreRequest {
  readonly arms?: readonly ArmGiven[];
  readonly known?: readonly KnownArm[];
}

/** An arm by its name alone, or with the time that a cut of it costs. */
export type ArmGiven = string | { readonly name: string; readonly resetting?: ResettingTime };

/** What is asked of a new policy; only the arms are required. */
export interface PolicyRequest {
  readonly arms: readonly ArmGiven[];
  /** A set, or the notation of `--cutoffs`; `auto` if absent. */
  readonly cutoffs?: CutoffSet | string | readonly number[];
  readonly options?: Readonly<Record<string, unknown>>;
  /** The time budget τ, where there is one. */
  readonly horizon?: number;
  /** Of the policy's own draws. The same seed and the same outcomes give the same decisions. */
  readonly seed?: number;
  readonly random?: Xoshiro128;
  /** The true laws: for the oracle `static` only. */
  readonly known?: readonly KnownArm[];
}

/**
 * A new policy, by its name: `km-ts` if nothing is known, or any other of `policies`. All arguments are checked
 * here, once, and what is refused leaves the policy as it was.
 *
 * @example
 * ```ts
 * import { makePolicy } from "@mulligan/core";
 *
 * const policy = makePolicy("km-ts", { arms: ["steady", "lucky"], seed: 1 });
 * for (let i = 0; i < 200; i++) {
 *   const decision = policy.decide(); // { arm, cutoff }
 *   const time = decision.arm === 0 ? 6 : i % 2 === 0 ? 1 : 1000; // stands in for the real thing
 *   if (time <= decision.cutoff) policy.observe(decision, { kind: "completed", time, reward: 1 });
 *   else policy.observe(decision, { kind: "censored", time: decision.cutoff });
 * }
 * console.log(policy.decide().arm); // → 1
 * ```
 */
export function makePolicy(name: string, request: PolicyRequest): Policy {
  return guardPolicy(name, request.options ?? {}, setupOf(name, request));
}

/**
 * A policy for tasks that are tried again until they are done: the a-th attempt gets base × multiplier(a)
 * of the schedule (`luby` unless the policy is another sequence itself), and the base is learned.
 *
 * @example
 * ```ts
 * import { makeTaskPolicy } from "@mulligan/core";
 *
 * const policy = makeTaskPolicy("fixed", { arms: ["solver"], options: { cutoff: 10 } });
 * const cutoffs = [1, 2, 3, 4, 5, 6, 7].map((attempt) => policy.decide(attempt).cutoff);
 * console.log(cutoffs.join(" ")); // → 10 10 20 10 10 20 40
 * ```
 */
export function makeTaskPolicy(name: string, request: PolicyRequest, schedule?: ScheduleName): TaskPolicy {
  const own = policyNamed(name).schedule;
  return guardTaskPolicy(name, request.options ?? {}, setupOf(name, request), schedule ?? own ?? "luby");
}

/**
 * The policy that `snapshot` was taken of, at the same point. Functions are not in a snapshot: arms with
 * a resetting time, and the oracle's laws, are given again.
 *
 * @example
 * ```ts
 * import { makePolicy, restorePolicy } from "@mulligan/core";
 *
 * const policy = makePolicy("km-ts", { arms: ["job"], seed: 1 });
 * policy.observe(policy.decide(), { kind: "completed", time: 3, reward: 1 });
 * const saved = JSON.stringify(policy.snapshot()); // to a file, say
 * const again = restorePolicy(JSON.parse(saved));
 * console.log(again.decide().cutoff === policy.decide().cutoff); // → true
 * ```
 */
export function restorePolicy(snapshot: PolicySnapshot, given: RestoreRequest = {}): Policy {
  if (snapshot?.schedule !== undefined) {
    throw new RangeError("restorePolicy: the snapshot is of a policy for tasks; use restoreTaskPolicy");
  }
  const setup = savedSetup("restorePolicy", snapshot, given);
  return guardPolicy(snapshot.policy, snapshot.options, setup, snapshot.state);
}

/** `restorePolicy` for a snapshot of a policy that `makeTaskPolicy` made. */
export function restoreTaskPolicy(snapshot: PolicySnapshot, given: RestoreRequest = {}): TaskPolicy {
  const setup = savedSetup("restoreTaskPolicy", snapshot, given);
  if (snapshot.schedule === undefined) {
    throw new RangeError("restoreTaskPolicy: the snapshot is not of a policy for tasks; use restorePolicy");
  }
  return guardTaskPolicy(snapshot.policy, snapshot.options, setup, snapshot.schedule, snapshot.state);
}

type Given = Readonly<Record<string, unknown>>;

function guardPolicy(name: string, given: Given, setup: PolicySetup, saved?: unknown): Policy {
  const definition = policyNamed(name);
  const options = checkOptions(name, definition.options, given);
  const learner = definition.create(setup, options as never, saved);
  const arms = setup.arms.length;
  return {
    decide: () => learner.decide(),
    observe(decision, outcome) {
      checkDecision(decision, arms);
      checkOutcome(outcome);
      learner.observe(decision, outcome);
    },
    snapshot: () => snapshotOf(name, setup, options, learner.save()),
  };
}

function guardTaskPolicy(
  name: string,
  given: Given,
  setup: PolicySetup,
  schedule: ScheduleName,
  saved?: unknown,
): TaskPolicy {
  const definition = policyNamed(name);
  const options = checkOptions(name, definition.options, given);
  checkSchedule(schedule);
  if (definition.schedule !== undefined && schedule !== definition.schedule) {
    throw new RangeError(
      `${name}: the schedule inside a task must be its own, ${definition.schedule}, got ${schedule}`,
    );
  }
  const learner =
    definition.createForTasks?.(setup, options as never, schedule, saved) ??
    retrying((state) => definition.create(setup, options as never, state), schedule, saved);
  const arms = setup.arms.length;
  return {
    decide(attempt) {
      checkAttempt("decide", attempt);
      return learner.decide(attempt);
    },
    observe(decision, outcome) {
      checkDecision(decision, arms);
      checkAttempt("observe", decision.attempt ?? 1);
      checkOutcome(outcome);
      learner.observe(decision, outcome);
    },
    snapshot: () => ({ ...snapshotOf(name, setup, options, learner.save()), schedule }),
  };
}

function snapshotOf(
  policy: string,
  { arms, cutoffs, horizon, random }: PolicySetup,
  options: Record<string, number | string>,
  state: unknown,
): PolicySnapshot {
  return {
    version: 1,
    policy,
    arms: arms.map((arm) => arm.name),
    ...saveCutoffs(cutoffs),
    ...(horizon === undefined ? {} : { horizon }),
    options: Object.fromEntries(
      Object.entries(options).map(([key, value]) => [key, value === Infinity ? "inf" : value]),
    ),
    random: random.state(),
    state,
  };
}

function setupOf(name: string, request: PolicyRequest): PolicySetup {
  const { arms, cutoffs = autoCutoffs(), horizon, seed = 0, random, known } = request;
  return {
    arms: checkArms(arms),
    cutoffs: readCutoffs(cutoffs),
    random: random ?? stream(seed, "policy", name),
    ...(horizon === undefined ? {} : { horizon: checkHorizon(horizon) }),
    ...(known === undefined ? {} : { known }),
  };
}

function savedSetup(where: string, snapshot: PolicySnapshot, { arms, known }: RestoreRequest): PolicySetup {
  if (snapshot?.version !== 1) {
    throw new RangeError(
      `${where}: the snapshot's version must be 1, got ${JSON.stringify(snapshot?.version)}`,
    );
  }
  const checked = checkArms(arms ?? snapshot.arms);
  const names = checked.map((arm) => arm.name);
  if (JSON.stringify(names) !== JSON.stringify(snapshot.arms)) {
    throw new RangeError(
      `${where}: the snapshot is of the arms ${JSON.stringify(snapshot.arms)}, got ${JSON.stringify(names)}`,
    );
  }
  return {
    arms: checked,
    cutoffs: loadCutoffs(snapshot),
    random: new Xoshiro128(snapshot.random),
    ...(snapshot.horizon === undefined ? {} : { horizon: checkHorizon(snapshot.horizon) }),
    ...(known === undefined ? {} : { known }),
  };
}

function checkDecision(decision: Decision, arms: number): void {
  const { arm, cutoff } = decision;
  if (!(Number.isInteger(arm) && arm >= 0 && arm < arms)) {
    throw new RangeError(`observe: the decision's arm must be an integer from 0 to ${arms - 1}, got ${arm}`);
  }
  if (!(cutoff > 0)) throw new RangeError(`observe: the decision's cutoff must be above 0, got ${cutoff}`);
}

function checkHorizon(horizon: number): number {
  if (!(horizon > 0 && horizon < Infinity)) {
    throw new RangeError(`makePolicy: horizon must be a finite number above 0, got ${horizon}`);
  }
  return horizon;
}

function readCutoffs(cutoffs: CutoffSet | string | readonly number[]): CutoffSet {
  if (typeof cutoffs === "string") return parseCutoffs(cutoffs);
  return Array.isArray(cutoffs) ? listCutoffs(cutoffs) : checkCutoffs(cutoffs as CutoffSet);
}
