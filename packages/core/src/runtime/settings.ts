import { constantResetting, measuredResetting, noResetting, type ResettingTime } from "../problem/arm.ts";
import { listCutoffs } from "../problem/cutoffs.ts";
import type { Outcome } from "../problem/outcome.ts";
import { checkSchedule, type ScheduleName } from "../problem/schedule.ts";
import type { AttemptContext } from "./attempt.ts";
import type { FailedAttempt } from "./attempts-failed.ts";
import { type Clock, LONGEST_TIMER_MS, platformClock } from "./clock.ts";
import type { CallLimits } from "./learning/call-plan.ts";
import type { Arms, ExecuteOptions, MulliganOptions } from "./options.ts";
import { retryAfterMs } from "./retry-after.ts";

/** The options with their defaults, each one checked, and without the types of the arms. */
export interface Settings {
  readonly names: readonly string[];
  readonly arms: readonly ((context: AttemptContext<unknown>) => unknown)[];
  readonly reward: ((value: never, context: { arm: string; timeMs: number }) => number) | undefined;
  readonly discard: ((value: never, context: { arm: string; attempt: number }) => unknown) | undefined;
  /** Ascending, if they were given. */
  readonly cutoffs: readonly number[] | undefined;
  readonly resetting: ResettingTime;
  readonly halfLife: number;
  readonly maxCutoffMs: number;
  readonly firstCutoffMs: number | undefined;
  /** Between the floor and the ceiling. */
  bounded(cutoffMs: number): number;
  readonly callLimits: CallLimits;
  readonly maxKeys: number;
  readonly schedule: ScheduleName | undefined;
  readonly maxAttempts: number;
  readonly deadline: number;
  readonly shouldRetry: (error: unknown, context: { arm: string; attempt: number }) => boolean;
  readonly backoff: (failed: FailedAttempt, context: { attempt: number }) => number;
  /** Whether that holds for the arm and all executions, not for one execution alone. */
  readonly coolsArms: boolean;
  readonly cost: ((attempt: CostedAttempt) => number) | undefined;
  readonly msPerCost: number;
  readonly breaker: boolean;
  /** Extra requests, as a share of the calls. */
  readonly maxExtraLoad: number;
  /** Hedges, as a share of the calls; undefined where nothing is hedged. */
  readonly maxHedges: number | undefined;
  readonly seed: number;
  readonly clock: Clock;
}

/** What `cost` is called with. */
interface CostedAttempt {
  readonly arm: string;
  readonly outcome: Outcome;
  readonly elapsedMs: number;
  readonly value?: unknown;
}

/** One execution's own limits, all checked. */
export interface Limits {
  readonly signal: AbortSignal | undefined;
  readonly deadlineMs: number;
  readonly maxAttempts: number;
  readonly input: unknown;
  readonly key: string | undefined;
  /** The execution's number, by which a policy tells its attempts from those of others. */
  readonly task: number;
}

export function settingsOf<Given extends Arms>(options: MulliganOptions<Given>): Settings {
  checkNames("mulligan", options, OPTIONS);
  const { arms, clock = platformClock, schedule, resetting = 0, policy, objective = "mean" } = options;
  const backoff = options.backoff ?? (({ value, error }: FailedAttempt) => retryAfterMs(value ?? error));
  if (arms === null || typeof arms !== "object" || Object.keys(arms).length === 0) {
    throw new TypeError(`mulligan: arms must be an object of functions, got ${String(arms)}`);
  }
  const names = Object.keys(arms);
  for (const name of names) {
    if (typeof arms[name] !== "function") {
      throw new TypeError(
        `mulligan: arm ${JSON.stringify(name)} must be a function, got ${typeof arms[name]}`,
      );
    }
  }
  const maxCutoffMs = between("maxCutoffMs", options.maxCutoffMs ?? 120_000, LONGEST_TIMER_MS);
  const minCutoffMs = between("minCutoffMs", options.minCutoffMs ?? Math.min(1, maxCutoffMs), maxCutoffMs);
  if (schedule !== undefined) checkSchedule(schedule);
  const halfLife = options.halfLife ?? (objective === "p99" ? TAIL_HALF_LIFE : HALF_LIFE);
  if (!(halfLife > 0)) throw new RangeError(`mulligan: halfLife must be above 0, got ${halfLife}`);
  const maxAttempts = checkMaxAttempts(options.maxAttempts ?? MAX_ATTEMPTS);
  const resets = resettingOf(resetting);
  if (objective !== "mean" && objective !== "p99") {
    throw new RangeError(`mulligan: objective must be "mean" or "p99", got ${String(objective)}`);
  }
  const maxExtraLoad = extraLoadOf(options);
  const maxHedges = hedgesOf(options.hedge);
  return {
    names,
    arms: names.map((name) => arms[name]) as Settings["arms"],
    reward: options.reward as Settings["reward"],
    discard: options.discard as Settings["discard"],
    cutoffs: cutoffsOf(options.cutoffs, minCutoffMs, maxCutoffMs),
    resetting: resets,
    halfLife,
    maxCutoffMs,
    firstCutoffMs:
      options.firstCutoffMs === undefined
        ? undefined
        : between("firstCutoffMs", options.firstCutoffMs, maxCutoffMs),
    bounded: (cutoffMs) => Math.min(Math.max(cutoffMs, minCutoffMs), maxCutoffMs),
    callLimits: {
      maxAttempts,
      maxCutoffMs,
      backoffMs: typeof backoff === "number" ? backoff : 0,
      resettingMs: resets.known ? resets.mean(0) : undefined,
      objective,
      maxExtraLoad: Math.min(maxExtraLoad, maxHedges ?? Infinity),
      hedges: maxHedges !== undefined,
    },
    maxKeys: checkMaxKeys(options.maxKeys ?? 1_000),
    schedule,
    maxAttempts,
    deadline: checkDeadline(options.deadline ?? Infinity),
    shouldRetry: (options.shouldRetry as Settings["shouldRetry"]) ?? (() => true),
    backoff: typeof backoff === "function" ? (backoff as Settings["backoff"]) : () => backoff,
    coolsArms: typeof backoff === "function" && policy === undefined,
    cost: options.cost as Settings["cost"],
    msPerCost: msPerCostOf(options),
    breaker: options.breaker ?? policy === undefined,
    maxExtraLoad,
    maxHedges,
    seed: options.seed ?? clock.now(),
    clock,
  };
}

/** Refuses what is misspelt: an option that is ignored looks like one that works. */
function checkNames(where: string, given: object, names: readonly string[]): void {
  for (const name in given) {
    if (!names.includes(name)) {
      throw new TypeError(
        `${where}: unknown option ${JSON.stringify(name)}: expected one of ${names.join(", ")}`,
      );
    }
  }
}

/** Checks what one execution was given, except for its numbers. */
export function checkExecuteOptions(own: ExecuteOptions<unknown>): void {
  if (own === null || typeof own !== "object") {
    throw new TypeError(`execute: the options must be an object, got ${String(own)}`);
  }
  checkNames("execute", own, EXECUTE_OPTIONS);
  const { signal } = own;
  if (signal !== undefined && typeof signal?.addEventListener !== "function") {
    throw new TypeError(`execute: signal must be an AbortSignal, got ${String(signal)}`);
  }
}

function hedgesOf(hedge: { readonly maxExtraLoad: number } | undefined): number | undefined {
  if (hedge === undefined) return undefined;
  if (hedge === null || typeof hedge !== "object") {
    throw new TypeError(`mulligan: hedge must be an object with maxExtraLoad, got ${String(hedge)}`);
  }
  checkNames("mulligan: hedge", hedge, ["maxExtraLoad"]);
  return checkShare("hedge.maxExtraLoad", hedge.maxExtraLoad, 1);
}

function msPerCostOf({ cost, msPerCost }: { cost?: unknown; msPerCost?: number }): number {
  if ((cost === undefined) !== (msPerCost === undefined)) {
    throw new TypeError("mulligan: cost and msPerCost must be given together");
  }
  return msPerCost === undefined ? 0 : checkShare("msPerCost", msPerCost, Number.MAX_VALUE);
}

function between(name: string, value: number, high: number): number {
  if (!(value > 0 && value <= high)) {
    throw new RangeError(`mulligan: ${name} must be above 0 and at most ${high}, got ${value}`);
  }
  return value;
}

/** A policy of the caller's says itself how often to try again. */
function extraLoadOf({ maxExtraLoad, policy }: { maxExtraLoad?: number; policy?: unknown }): number {
  if (maxExtraLoad !== undefined) return checkShare("maxExtraLoad", maxExtraLoad, Infinity);
  return policy === undefined ? EXTRA_LOAD : Infinity;
}

function checkShare(name: string, share: number, most: number): number {
  if (!(share >= 0 && share <= most)) {
    throw new RangeError(`mulligan: ${name} must lie in [0, ${most}], got ${share}`);
  }
  return share;
}

function cutoffsOf(given: readonly number[] | undefined, low: number, high: number) {
  if (given === undefined) return undefined;
  const cutoffs = listCutoffs(given).values.filter((value) => value >= low && value <= high);
  if (cutoffs.length > 0) return cutoffs;
  throw new RangeError(`mulligan: some of the cutoffs must lie from ${low} to ${high}, got ${given}`);
}

export function checkKey(key: string): string {
  if (typeof key === "string" && key.length <= LONGEST_KEY) return key;
  throw new TypeError(
    `mulligan: key must be a string of at most ${LONGEST_KEY} characters, got ${String(key).slice(0, 50)}`,
  );
}

function checkMaxKeys(count: number): number {
  if (!(Number.isInteger(count) && count >= 1)) {
    throw new RangeError(`mulligan: maxKeys must be an integer of at least 1, got ${count}`);
  }
  return count;
}

export function checkMaxAttempts(count: number): number {
  if (!((Number.isInteger(count) && count >= 1) || count === Infinity)) {
    throw new RangeError(`mulligan: maxAttempts must be an integer of at least 1, got ${count}`);
  }
  return count;
}

function checkDeadline(deadline: number): number {
  if (!((deadline > 0 && deadline <= LONGEST_TIMER_MS) || deadline === Infinity)) {
    throw new RangeError(
      `mulligan: deadline must be above 0 and at most ${LONGEST_TIMER_MS} ms, got ${deadline}`,
    );
  }
  return deadline;
}

/** Of one execution: what is left of a caller's time may be nothing, which is for the execution to say. */
export function checkOwnDeadline(deadline: number): number {
  return deadline <= 0 ? 0 : checkDeadline(deadline);
}

function resettingOf(given: number | "measured"): ResettingTime {
  if (given === "measured") return measuredResetting;
  return given === 0 ? noResetting : constantResetting(given);
}

const OPTIONS: readonly (keyof MulliganOptions<Arms>)[] = [
  "arms",
  "reward",
  "discard",
  "policy",
  "objective",
  "cost",
  "msPerCost",
  "breaker",
  "maxExtraLoad",
  "cutoffs",
  "resetting",
  "halfLife",
  "minCutoffMs",
  "maxCutoffMs",
  "firstCutoffMs",
  "schedule",
  "maxAttempts",
  "deadline",
  "shouldRetry",
  "backoff",
  "hedge",
  "seed",
  "maxKeys",
  "snapshot",
  "clock",
];
const EXECUTE_OPTIONS: readonly (keyof ExecuteOptions)[] = [
  "signal",
  "deadline",
  "maxAttempts",
  "key",
  "input",
];
/** A call of which one attempt in ten succeeds fails once in two hundred. The load usually allows fewer. */
const MAX_ATTEMPTS = 50;
const LONGEST_KEY = 1_000;
/** Some hundred attempts decide well, and as many more notice a change. */
const HALF_LIFE = 200;
/** Of a thousand attempts ten are the slowest hundredth. */
const TAIL_HALF_LIFE = 1_000;
/** What service meshes allow. */
const EXTRA_LOAD = 0.2;
