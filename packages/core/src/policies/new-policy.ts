import { checkArms, type ResettingTime } from "../problem/arm.ts";
import {
  autoCutoffs,
  type CutoffSet,
  checkCutoffs,
  intervalCutoffs,
  listCutoffs,
  parseCutoffs,
} from "../problem/cutoffs.ts";
import type { ScheduleName } from "../problem/schedule.ts";
import { Xoshiro128 } from "../random/random.ts";
import { stream } from "../random/stream.ts";
import type { KnownArm } from "../theory/known-arm.ts";
import type { Policy, PolicyDefinition, PolicySetup, PolicySnapshot } from "./definition/policy.ts";
import { guardPolicy } from "./guard.ts";

/** The parts of a policy that a snapshot cannot hold. */
export interface RestoreRequest {
  /** The arms, if some have a resetting time; by default those of the snapshot, without one. */
  readonly arms?: readonly ArmGiven[];
  /** The true laws, for the oracle `static` only. */
  readonly known?: readonly KnownArm[];
  /** The definition of a policy of your own, which the registry does not have. */
  readonly definition?: PolicyDefinition;
}

/** An arm: its name alone, or its name with the time that a cut of it costs. */
export type ArmGiven = string | { readonly name: string; readonly resetting?: ResettingTime };

/** The options of a new policy; only the arms are required. */
export interface PolicyRequest {
  /** The arms to choose from; decisions name them by their index. */
  readonly arms: readonly ArmGiven[];
  /** A set of cutoffs, or the notation of `--cutoffs`; `auto` if absent. */
  readonly cutoffs?: CutoffSet | string | readonly number[];
  /** The options of the policy; defaults stand for those left out. */
  readonly options?: Readonly<Record<string, unknown>>;
  /**
   * `abandon` drops a task that was cut; `retry` tries it again until it is done. Default: `abandon`, or `retry` if a
   * schedule is given.
   */
  readonly mode?: "abandon" | "retry";
  /**
   * The growth of cutoffs with the attempts at a task: `luby` if absent, or the policy's own. Implies the mode `retry`.
   */
  readonly schedule?: ScheduleName;
  /** The time budget τ, if there is one. */
  readonly horizon?: number;
  /** The cutoff of the first trials, until one has ended by itself. */
  readonly firstCutoff?: number;
  /** The least cutoff. The caller enforces it; a policy may take it into account. */
  readonly minCutoff?: number;
  /** The seed of the policy's own draws. The same seed and the same outcomes give the same decisions. */
  readonly seed?: number;
  /** The generator of the policy's own draws, instead of one made from `seed`. */
  readonly random?: Xoshiro128;
  /** The true laws, for the oracle `static` only. */
  readonly known?: readonly KnownArm[];
}

/**
 * Makes a policy from its definition, such as `kmTs` or what `definePolicy` returned. A bundle has no other policies then;
 * `makePolicy` does the same, and knows all by name.
 *
 * @example
 * ```ts
 * import { kmTs, newPolicy } from "@mulligan/core/policies";
 *
 * const policy = newPolicy(kmTs, { arms: ["job"], seed: 1 });
 * policy.observe(policy.decide(), { kind: "completed", time: 3, reward: 1 });
 * console.log(policy.snapshot().policy); // → km-ts
 * ```
 */
export function newPolicy(definition: PolicyDefinition, request: PolicyRequest): Policy {
  return guardPolicy(definition, request.options ?? {}, setupOf(definition, request));
}

/** Makes the policy of this definition again from which `snapshot` was taken, as `restorePolicy` does by the name. */
export function resumePolicy(
  definition: PolicyDefinition,
  snapshot: PolicySnapshot,
  given: Omit<RestoreRequest, "definition"> = {},
): Policy {
  const setup = savedSetup(snapshot, given);
  if (definition.name !== snapshot.policy) {
    throw new RangeError(
      `restorePolicy: the snapshot is of the policy ${JSON.stringify(snapshot.policy)}, got the definition of ${JSON.stringify(definition.name)}`,
    );
  }
  return guardPolicy(definition, snapshot.options, setup, snapshot.state);
}

/** Checks a request and fills in what is absent. */
function setupOf({ name, schedule: own }: PolicyDefinition, request: PolicyRequest): PolicySetup {
  const { arms, cutoffs = autoCutoffs(), seed = 0, random, known, mode, schedule } = request;
  if (mode !== undefined && mode !== "abandon" && mode !== "retry") {
    throw new RangeError(`makePolicy: mode must be abandon or retry, got ${JSON.stringify(mode)}`);
  }
  if (mode === "abandon" && schedule !== undefined) {
    throw new RangeError(`makePolicy: schedule needs the mode retry, got ${schedule} and abandon`);
  }
  const retries = schedule ?? (mode === "retry" ? (own ?? "luby") : undefined);
  return {
    arms: checkArms(arms),
    cutoffs: readCutoffs(cutoffs),
    random: random ?? stream(seed, "policy", name),
    ...timesOf("makePolicy", request),
    ...(retries === undefined ? {} : { retries }),
    ...(known === undefined ? {} : { known }),
  };
}

function savedSetup(snapshot: PolicySnapshot, { arms, known }: RestoreRequest): PolicySetup {
  checkVersion(snapshot);
  const checked = checkArms(arms ?? snapshot.arms);
  const names = checked.map((arm) => arm.name);
  if (JSON.stringify(names) !== JSON.stringify(snapshot.arms)) {
    throw new RangeError(
      `restorePolicy: the snapshot is of the arms ${JSON.stringify(snapshot.arms)}, got ${JSON.stringify(names)}`,
    );
  }
  return {
    arms: checked,
    cutoffs: loadCutoffs(snapshot),
    random: new Xoshiro128(snapshot.random),
    ...timesOf("restorePolicy", snapshot),
    ...(snapshot.schedule === undefined ? {} : { retries: snapshot.schedule }),
    ...(known === undefined ? {} : { known }),
  };
}

export function checkVersion(snapshot: PolicySnapshot): void {
  if (snapshot?.version !== 1) {
    throw new RangeError(
      `restorePolicy: the snapshot's version must be 1, got ${JSON.stringify(snapshot?.version)}`,
    );
  }
}

const TIMES = ["horizon", "firstCutoff", "minCutoff"] as const;

/** Checks the times that are given. */
function timesOf(where: string, given: Pick<PolicyRequest, (typeof TIMES)[number]>) {
  const times: { -readonly [Name in (typeof TIMES)[number]]?: number } = {};
  for (const name of TIMES) {
    const time = given[name];
    if (time === undefined) continue;
    if (!(time > 0 && time < Infinity)) {
      throw new RangeError(`${where}: ${name} must be a finite number above 0, got ${time}`);
    }
    times[name] = time;
  }
  return times;
}

function readCutoffs(cutoffs: CutoffSet | string | readonly number[]): CutoffSet {
  if (typeof cutoffs === "string") return parseCutoffs(cutoffs);
  return Array.isArray(cutoffs) ? listCutoffs(cutoffs) : checkCutoffs(cutoffs as CutoffSet);
}

function loadCutoffs({ cutoffs, resolution }: PolicySnapshot): CutoffSet {
  if (cutoffs === "auto") return autoCutoffs(resolution);
  if (Array.isArray(cutoffs))
    return listCutoffs(cutoffs.map((value) => (value === "inf" ? Infinity : value)));
  const { low, high } = cutoffs as { low: number; high: number };
  return intervalCutoffs(low, high);
}
