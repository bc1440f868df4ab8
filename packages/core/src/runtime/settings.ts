import { constantResetting, measuredResetting, noResetting, type ResettingTime } from "../problem/arm.ts";
import { listCutoffs } from "../problem/cutoffs.ts";
import { checkSchedule } from "../problem/schedule.ts";
import { LONGEST_TIMER_MS, platformClock } from "./clock.ts";
import { type FailedAttempt, retryAfterMs } from "./errors.ts";
import type { CallLimits } from "./learning/call-plan.ts";
import type { ArmFunction, Arms, ExecuteOptions, MulliganOptions } from "./options.ts";

type Options = MulliganOptions<Arms>;

/** The options with their defaults, each one checked, and without the types of the arms. */
export interface Settings
  extends Required<Pick<Options, "halfLife" | "maxKeys" | "maxAttempts" | "deadline" | "shouldRetry">>,
    Required<Pick<Options, "maxCutoffMs" | "maxExtraLoad" | "msPerCost" | "breaker" | "seed" | "clock">> {
  readonly names: readonly string[];
  /** The functions, in the order of the names. */
  readonly arms: readonly ArmFunction[];
  readonly reward: Options["reward"];
  readonly discard: Options["discard"];
  readonly cost: Options["cost"];
  /** Ascending, if they were given. */
  readonly cutoffs: Options["cutoffs"];
  readonly schedule: Options["schedule"];
  readonly firstCutoffMs: Options["firstCutoffMs"];
  readonly resetting: ResettingTime;
  readonly backoff: (failed: FailedAttempt, context: { attempt: number }) => number;
  /** Whether `backoff` holds for the arm and all executions, not for one execution alone. */
  readonly coolsArms: boolean;
  /** Hedges, as a share of the calls; undefined where nothing is hedged. */
  readonly maxHedges: number | undefined;
  readonly keepFirst: boolean;
  readonly callLimits: CallLimits;
  /** Puts a cutoff between the floor and the ceiling. */
  bounded(cutoffMs: number): number;
}

/** Checks the options and fills in the defaults. */
export function resolveSettings(options: Options): Settings {
  checkNames("mulligan", options, OPTIONS);
  const { arms, clock = platformClock, schedule, policy, objective = "mean", firstCutoffMs } = options;
  const backoff = options.backoff ?? (({ value, error }: FailedAttempt) => retryAfterMs(value ?? error));
  // A policy of the caller's decides itself how often to try again.
  const { resetting: resets = 0, maxExtraLoad = policy === undefined ? EXTRA_LOAD : Infinity } = options;
  const names = checkArms(arms);
  const maxCutoffMs = positive("maxCutoffMs", options.maxCutoffMs ?? 120_000, LONGEST_TIMER_MS);
  const minCutoffMs = positive("minCutoffMs", options.minCutoffMs ?? Math.min(1, maxCutoffMs), maxCutoffMs);
  if (schedule !== undefined) checkSchedule(schedule);
  const halfLife = options.halfLife ?? (objective === "p99" ? TAIL_HALF_LIFE : HALF_LIFE);
  check(halfLife > 0, "halfLife", "be above 0", halfLife);
  const maxAttempts = checkMaxAttempts(options.maxAttempts ?? MAX_ATTEMPTS);
  const resetting = readResetting(resets);
  if (objective !== "mean" && objective !== "p99") {
    throw new RangeError(`mulligan: objective must be "mean" or "p99", got ${String(objective)}`);
  }
  within("maxExtraLoad", maxExtraLoad, Infinity);
  const maxHedges = readHedge(options.hedge);
  const cutoffs = readCutoffs(options.cutoffs, minCutoffMs, maxCutoffMs);
  if (firstCutoffMs !== undefined) positive("firstCutoffMs", firstCutoffMs, maxCutoffMs);
  if ((options.cost === undefined) !== (options.msPerCost === undefined)) {
    throw new TypeError("mulligan: cost and msPerCost must be given together");
  }
  return {
    names,
    arms: names.map((name) => arms[name]),
    reward: options.reward,
    discard: options.discard,
    cost: options.cost,
    msPerCost: within("msPerCost", options.msPerCost ?? 0, Number.MAX_VALUE),
    cutoffs,
    schedule,
    firstCutoffMs,
    maxCutoffMs,
    bounded: (cutoffMs) => Math.min(Math.max(cutoffMs, minCutoffMs), maxCutoffMs),
    resetting,
    backoff: typeof backoff === "function" ? backoff : () => backoff,
    coolsArms: typeof backoff === "function" && policy === undefined,
    halfLife,
    maxKeys: checkCount("maxKeys", options.maxKeys ?? 1_000),
    maxAttempts,
    deadline: checkDeadline(options.deadline ?? Infinity),
    shouldRetry: options.shouldRetry ?? (() => true),
    breaker: options.breaker ?? (policy === undefined && !options.keepFirst),
    keepFirst: options.keepFirst ?? false,
    maxExtraLoad,
    maxHedges,
    callLimits: {
      maxAttempts,
      maxCutoffMs,
      backoffMs: typeof backoff === "number" ? backoff : 0,
      resettingMs: resetting.known ? resetting.mean(0) : undefined,
      objective,
      maxExtraLoad: Math.min(maxExtraLoad, maxHedges ?? Infinity),
      hedges: maxHedges !== undefined,
    },
    seed: options.seed ?? clock.now(),
    clock,
  };
}

/** The limits of one execution. */
export interface ExecutionLimits {
  readonly signal: AbortSignal | undefined;
  readonly deadlineMs: number;
  readonly maxAttempts: number;
  readonly input: unknown;
  readonly key: string | undefined;
  /** The execution's number, by which a policy distinguishes its attempts from those of others. */
  readonly task: number;
}

/** Checks the options of one execution; what they leave out follows from the settings. */
export function resolveLimits(
  settings: Settings,
  own: ExecuteOptions<unknown>,
  task: number,
): ExecutionLimits {
  if (own === null || typeof own !== "object") {
    throw new TypeError(`execute: the options must be an object, got ${String(own)}`);
  }
  checkNames("execute", own, OWN_OPTIONS);
  const { signal, deadline, maxAttempts, input, key } = own;
  if (signal !== undefined && typeof signal?.addEventListener !== "function") {
    throw new TypeError(`execute: signal must be an AbortSignal, got ${String(signal)}`);
  }
  return {
    signal,
    deadlineMs: deadline === undefined ? settings.deadline : checkOwnDeadline(deadline),
    maxAttempts: maxAttempts === undefined ? settings.maxAttempts : checkMaxAttempts(maxAttempts),
    input,
    key: checkKey(key),
    task,
  };
}

/** Refuses a misspelt option: an option that is ignored looks like one that works. */
function checkNames(where: string, given: object, names: readonly string[]): void {
  for (const name in given) {
    if (!names.includes(name)) {
      throw new TypeError(
        `${where}: unknown option ${JSON.stringify(name)}: expected one of ${names.join(", ")}`,
      );
    }
  }
}

function checkArms(arms: Arms): string[] {
  if (arms === null || typeof arms !== "object" || Object.keys(arms).length === 0) {
    throw new TypeError(`mulligan: arms must be an object of functions, got ${String(arms)}`);
  }
  for (const [name, arm] of Object.entries(arms)) {
    if (typeof arm !== "function") {
      throw new TypeError(`mulligan: arm ${JSON.stringify(name)} must be a function, got ${typeof arm}`);
    }
  }
  return Object.keys(arms);
}

export function checkKey(key: string | undefined): string | undefined {
  if (key === undefined || (typeof key === "string" && key.length <= LONGEST_KEY)) return key;
  throw new TypeError(
    `mulligan: key must be a string of at most ${LONGEST_KEY} characters, got ${String(key).slice(0, 50)}`,
  );
}

/** Checks the time that one execution has left, which may be none: then the execution fails by its deadline. */
export function checkOwnDeadline(deadline: number): number {
  return deadline <= 0 ? 0 : checkDeadline(deadline);
}

function checkDeadline(deadline: number): number {
  const holds = deadline > 0 && (deadline <= LONGEST_TIMER_MS || deadline === Infinity);
  return check(holds, "deadline", `be above 0 and at most ${LONGEST_TIMER_MS} ms`, deadline);
}

function checkMaxAttempts(count: number): number {
  return count === Infinity ? count : checkCount("maxAttempts", count);
}

function checkCount(name: string, count: number): number {
  return check(Number.isInteger(count) && count >= 1, name, "be an integer of at least 1", count);
}

function positive(name: string, value: number, most: number): number {
  return check(value > 0 && value <= most, name, `be above 0 and at most ${most}`, value);
}

function within(name: string, value: number, most: number): number {
  return check(value >= 0 && value <= most, name, `lie in [0, ${most}]`, value);
}

function check(holds: boolean, name: string, rule: string, value: number): number {
  if (!holds) throw new RangeError(`mulligan: ${name} must ${rule}, got ${value}`);
  return value;
}

function readHedge(hedge: Options["hedge"]): number | undefined {
  if (hedge === undefined) return undefined;
  if (hedge === null || typeof hedge !== "object") {
    throw new TypeError(`mulligan: hedge must be an object with maxExtraLoad, got ${String(hedge)}`);
  }
  checkNames("mulligan: hedge", hedge, ["maxExtraLoad"]);
  return within("hedge.maxExtraLoad", hedge.maxExtraLoad, 1);
}

function readCutoffs(given: Options["cutoffs"], low: number, high: number): Options["cutoffs"] {
  if (given === undefined) return undefined;
  const cutoffs = listCutoffs(given).values.filter((value) => value >= low && value <= high);
  if (cutoffs.length > 0) return cutoffs;
  throw new RangeError(`mulligan: some of the cutoffs must lie from ${low} to ${high}, got ${given}`);
}

function readResetting(given: number | "measured"): ResettingTime {
  if (given === "measured") return measuredResetting;
  return given === 0 ? noResetting : constantResetting(given);
}

const OPTIONS: readonly (keyof Options)[] = [
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
  "keepFirst",
  "seed",
  "maxKeys",
  "snapshot",
  "clock",
];
const OWN_OPTIONS: readonly (keyof ExecuteOptions)[] = ["signal", "deadline", "maxAttempts", "key", "input"];
/** If one attempt in ten succeeds, a call fails once in two hundred. The load usually allows fewer. */
const MAX_ATTEMPTS = 50;
const LONGEST_KEY = 1_000;
/** A few hundred attempts decide well, and as many more notice a change. */
const HALF_LIFE = 200;
/** The half-life for `p99`: ten of a thousand attempts are the slowest hundredth. */
const TAIL_HALF_LIFE = 1_000;
/** The share that service meshes allow. */
const EXTRA_LOAD = 0.2;
