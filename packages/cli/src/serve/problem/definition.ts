import { parseResetting } from "@mulligan/core/distributions";
import {
  makePolicy,
  type Policy,
  type PolicyRequest,
  type PolicySnapshot,
  parsePolicy,
  restorePolicy,
} from "@mulligan/core/policies";
import {
  autoCutoffs,
  type CutoffSet,
  constantResetting,
  fromJsonNumber,
  isTimeWithinLimits,
  listCutoffs,
  measuredResetting,
  parseCutoffs,
  type ResettingTime,
  TIME_RULE,
} from "@mulligan/core/problem";
import type { z } from "zod";
import { UsageError } from "../../shell/usage-error.ts";
import type { CallsProblemSchema, PolicyProblemSchema } from "./problem-schema.ts";

/** The definition of a problem as the client gave it: plain data, which is also in the problem's file. */
export type ProblemDefinition = PolicyProblemDefinition | CallsProblemDefinition;

/** A problem that decides by a policy. */
export type PolicyProblemDefinition = Readonly<z.output<typeof PolicyProblemSchema>> & {
  readonly kind?: undefined;
};

/** A problem that decides as `mulligan()` does: its tasks are calls, its times are milliseconds. */
export type CallsProblemDefinition = Readonly<z.output<typeof CallsProblemSchema>>;

/** The part of a policy that a problem uses. */
export type ProblemPolicy = Pick<Policy, "decide" | "observe" | "snapshot">;

/** The most cutoffs to choose from: a decision looks at all of them. */
export const MAX_CUTOFFS = 1_024;
/** The most cutoffs times arms: `imed` takes 3 ms for a decision among so many. */
export const MAX_CHOICES = 8_192;

export function newPolicy(definition: PolicyProblemDefinition): ProblemPolicy {
  const { mode, schedule } = definition;
  if (mode === "abandon" && schedule !== undefined) {
    throw new UsageError(`schedule: must be used with mode "retry", got mode "abandon"`);
  }
  const { name, request } = requestOf(definition);
  return makePolicy(name, { ...request, mode, ...(schedule === undefined ? {} : { schedule }) });
}

/** Returns the restored policy. */
export function restoredPolicy(definition: PolicyProblemDefinition, snapshot: PolicySnapshot): ProblemPolicy {
  const arms = armsOf(definition);
  if ((snapshot.schedule === undefined) !== (definition.mode === "abandon")) {
    throw new UsageError(`mode: the saved policy must be of mode ${JSON.stringify(definition.mode)}`);
  }
  return restorePolicy(snapshot, { arms });
}

function requestOf(definition: PolicyProblemDefinition): {
  readonly name: string;
  readonly request: PolicyRequest;
} {
  const { name, options } = parsePolicy(definition.policy);
  for (const option of Object.keys(definition.options ?? {})) {
    if (Object.hasOwn(options, option)) {
      throw new UsageError(`options: ${option} may be given once, got it in policy, too`);
    }
  }
  for (const [option, value] of Object.entries(options)) {
    if (typeof value === "number" && value !== Infinity && !isTimeWithinLimits(Math.abs(value))) {
      throw new UsageError(`policy: ${option} ${TIME_RULE}, got ${value}`);
    }
  }
  const { horizon, seed } = definition;
  const request = {
    arms: armsOf(definition),
    cutoffs: cutoffsOf(definition),
    options: { ...options, ...definition.options },
    seed,
    ...(horizon === undefined ? {} : { horizon }),
  };
  return { name, request };
}

function armsOf({ arms, resetting }: PolicyProblemDefinition) {
  const time = resettingOf(resetting);
  return arms.map(({ name }) => ({ name, resetting: time }));
}

/** Returns the cost of a cut from its notation. */
export function resettingOf(given: string | number): ResettingTime {
  if (typeof given === "number") return constantResetting(given);
  if (given.trim() === "measured") return measuredResetting;
  const resetting = parseResetting(given);
  // For a share of the cutoff this is the share, which may be as large as a time.
  const cost = resetting.mean(1);
  if (!isTimeWithinLimits(cost)) throw new UsageError(`resetting: ${TIME_RULE}, got ${cost}`);
  return resetting;
}

function cutoffsOf({ arms, cutoffs: given, resolution }: PolicyProblemDefinition): CutoffSet {
  if (given === "auto") return autoCutoffs(resolution);
  if (resolution !== undefined) {
    throw new UsageError('resolution: must be used with cutoffs "auto", got others');
  }
  const cutoffs = typeof given === "string" ? parseCutoffs(given) : listCutoffs(given.map(fromJsonNumber));
  checkCutoffLimits(cutoffs);
  const count = cutoffs.kind === "list" ? cutoffs.values.length : 0;
  if (count > MAX_CUTOFFS) throw new UsageError(`cutoffs: must be at most ${MAX_CUTOFFS}, got ${count}`);
  if (count * arms.length > MAX_CHOICES) {
    throw new UsageError(`cutoffs: times arms must be at most ${MAX_CHOICES}, got ${count} × ${arms.length}`);
  }
  return cutoffs;
}

function checkCutoffLimits(cutoffs: CutoffSet): void {
  const { values = [] } = cutoffs.kind === "list" ? cutoffs : {};
  const ends = cutoffs.kind === "interval" ? [cutoffs.low, cutoffs.high] : [];
  for (const cutoff of [...values, ...ends]) {
    if (cutoff === Infinity || isTimeWithinLimits(cutoff)) continue;
    throw new UsageError(`cutoffs: each ${TIME_RULE}, or inf, got ${cutoff}`);
  }
}
