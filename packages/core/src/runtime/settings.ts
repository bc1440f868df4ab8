import { kmCalls } from "../policies/product-limit/km-calls.ts";
import { listCutoffs } from "../problem/cutoffs.ts";
import {
  constantResetting,
  measuredResetting,
  noResetting,
  type ResettingTime,
} from "../problem/resetting.ts";
import { checkSchedule, type ScheduleName } from "../problem/schedule.ts";
import type { AttemptContext } from "./attempt.ts";
import type { FailedAttempt } from "./attempts-failed.ts";
import { type Clock, LONGEST_TIMER_MS, platformClock } from "./clock.ts";
import { cutoffsBetween } from "./cutoffs-between.ts";
import type { Arms, MulliganOptions } from "./options.ts";

/** The options with their defaults, each one checked, and without the types of the arms. */
export interface Settings {
  readonly names: readonly string[];
  readonly arms: readonly ((context: AttemptContext<unknown>) => unknown)[];
  readonly reward: ((value: never, context: { arm: string; timeMs: number }) => number) | undefined;
  readonly cutoffs: readonly number[];
  readonly resetting: ResettingTime;
  readonly halfLife: number;
  readonly minCutoffMs: number;
  readonly maxCutoffMs: number;
  readonly schedule: ScheduleName;
  readonly maxAttempts: number;
  readonly deadline: number;
  readonly shouldRetry: (error: unknown, context: { arm: string; attempt: number }) => boolean;
  readonly backoff: (failed: FailedAttempt, context: { attempt: number }) => number;
  readonly maxExtraLoad: number | undefined;
  readonly seed: number;
  readonly clock: Clock;
}

/** One execution's own limits, all checked. */
export interface Limits {
  readonly signal: AbortSignal | undefined;
  readonly deadlineMs: number;
  readonly maxAttempts: number;
  readonly input: unknown;
  /** The execution's number, by which a policy tells its attempts from those of others. */
  readonly task: number;
}

export function settingsOf<Given extends Arms>(options: MulliganOptions<Given>): Settings {
  const { arms, clock = platformClock, schedule = "luby", resetting = 0, backoff = 0 } = options;
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
  const cutoffs =
    options.cutoffs === undefined
      ? cutoffsBetween(minCutoffMs, maxCutoffMs)
      : listCutoffs(options.cutoffs).values.filter((value) => value >= minCutoffMs && value <= maxCutoffMs);
  if (cutoffs.length === 0) {
    throw new RangeError(
      `mulligan: some of the cutoffs must lie from ${minCutoffMs} to ${maxCutoffMs}, got ${options.cutoffs}`,
    );
  }
  checkSchedule(schedule);
  const halfLife = options.halfLife ?? kmCalls.options.halfLife.default;
  if (!(halfLife > 0)) throw new RangeError(`mulligan: halfLife must be above 0, got ${halfLife}`);
  return {
    names,
    arms: names.map((name) => arms[name]),
    reward: options.reward as Settings["reward"],
    cutoffs,
    resetting: resettingOf(resetting),
    halfLife,
    minCutoffMs,
    maxCutoffMs,
    schedule,
    maxAttempts: checkMaxAttempts(options.maxAttempts ?? 10),
    deadline: checkDeadline(options.deadline ?? Infinity),
    shouldRetry: (options.shouldRetry as Settings["shouldRetry"]) ?? (() => true),
    backoff: typeof backoff === "function" ? (backoff as Settings["backoff"]) : () => backoff,
    maxExtraLoad: options.hedge === undefined ? undefined : checkShare(options.hedge.maxExtraLoad),
    seed: options.seed ?? clock.now(),
    clock,
  };
}

function between(name: string, value: number, high: number): number {
  if (!(value > 0 && value <= high)) {
    throw new RangeError(`mulligan: ${name} must be above 0 and at most ${high}, got ${value}`);
  }
  return value;
}

function checkShare(share: number): number {
  if (!(share >= 0 && share <= 1)) {
    throw new RangeError(`mulligan: hedge.maxExtraLoad must lie in [0, 1], got ${share}`);
  }
  return share;
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
