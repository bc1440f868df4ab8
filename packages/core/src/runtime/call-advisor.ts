import { stream } from "../random/stream.ts";
import {
  type AdvisedStart,
  type AttemptReport,
  type CallRequest,
  type MadeBefore,
  plainNumber,
  type Refusal,
  type SavedCall,
} from "./advised-call.ts";
import { AdvisedCalls, AttemptCosts } from "./advised-calls.ts";
import { ArmHealth } from "./arm-health.ts";
import { LearnedChooser } from "./learned-chooser.ts";
import type { Arms, MulliganOptions } from "./options.ts";
import { checkKey, resolveSettings, type Settings } from "./settings.ts";
import { RuntimeState } from "./state.ts";
import type { Explanation } from "./stats.ts";

/** The options of `mulligan` that apply if requests are made elsewhere. Arms are names. */
export interface CallAdvisorOptions
  extends Pick<
    MulliganOptions<Arms>,
    | "objective"
    | "msPerCost"
    | "breaker"
    | "maxExtraLoad"
    | "halfLife"
    | "minCutoffMs"
    | "maxCutoffMs"
    | "firstCutoffMs"
    | "maxAttempts"
    | "deadline"
    | "hedge"
    | "maxKeys"
  > {
  /** The names of the arms. */
  readonly arms: readonly string[];
  /** The seed of the learner's draws. Default: 1. */
  readonly seed?: number;
  /** An attempt counts as due this many ms before its cutoff, since timers and clocks are not exact. Default: 1. */
  readonly earlyMs?: number;
}

/** The state of an advisor as plain data. */
export interface SavedAdvisor {
  readonly version: 1;
  readonly last: number;
  readonly learned: PlainState;
  readonly calls: PlainState;
}

/**
 * The learner of `mulligan()` for calls whose requests are made elsewhere, such as in another process. It has no
 * timers: every method gets the time, in ms, and the caller asks when an attempt has failed or reached its cutoff.
 */
export interface CallAdvisor {
  /**
   * Asks for an attempt. If the call has a running attempt, that attempt has reached its cutoff. The answer is another
   * attempt, which replaces it or, with `hedge`, runs beside it; or a refusal, and the caller keeps waiting.
   */
  begin(request: CallRequest, now: number): AdvisedStart | Refusal;
  /** Repeats an earlier request. The earlier answer holds, even if this version would answer differently. */
  beginAgain(request: CallRequest, now: number, made: MadeBefore): void;
  /** Learns the result of an attempt. Ignores attempts that are over or were never begun. */
  observe(id: number, report: AttemptReport, now: number): void;
  /** Forgets an attempt whose result will not be reported. */
  forget(id: number): void;
  /** Returns what a call with this key would do now, and why. It changes nothing. */
  explain(key: string | undefined, now: number): Explanation;
  /**
   * Returns everything that decisions depend on. An advisor made from it with the same options decides exactly as this
   * one.
   */
  save(): SavedAdvisor;
}

/** Makes an advisor, new or from the saved state of an earlier one. */
export function callAdvisor(options: CallAdvisorOptions, saved?: SavedAdvisor): CallAdvisor {
  const { calls, save, saveFor } = openAdvisor(options, saved);
  return {
    begin: (request, now) => calls.begin(request, now),
    beginAgain: (request, now, made) => calls.beginAgain(request, now, made),
    observe: (id, report, now) => calls.observe(id, report, now),
    forget: (id) => calls.known.forget(id),
    explain(key, now) {
      // This works on a copy, since reading a plan may replace it and so change the next decision.
      const copy = openAdvisor(options, saveFor(key));
      copy.calls.moveTo(now);
      return copy.state.explain(checkKey(key));
    },
    save,
  };
}

function openAdvisor(options: CallAdvisorOptions, saved: SavedAdvisor | undefined) {
  const { arms, msPerCost, earlyMs = 1, seed = 1, ...rest } = options;
  if (!Array.isArray(arms) || arms.length === 0 || new Set(arms).size < arms.length) {
    throw new RangeError(`callAdvisor: arms must be different names, got ${JSON.stringify(arms)}`);
  }
  const clock = { at: 0, now: () => clock.at, setTimer: () => undefined, clearTimer: () => {} };
  const costs = new AttemptCosts(arms.length);
  const settings: Settings = {
    ...resolveSettings({
      ...rest,
      arms: Object.fromEntries(arms.map((name) => [name, () => undefined])),
      ...(msPerCost === undefined ? {} : { msPerCost, cost: () => costs.current }),
      backoff: ({ value }) => (value as number | undefined) ?? 0,
      seed,
      clock,
    }),
    // The names keep the given order; an object would put names that look like numbers first.
    names: arms,
  };
  const health = new ArmHealth(arms.length, settings.breaker);
  const chooser = new LearnedChooser(settings, stream(seed, "runtime"), undefined, health);
  const state = new RuntimeState(settings, chooser, health);
  const calls = new AdvisedCalls(state, clock, costs, earlyMs);
  const { outstanding, load, random } = state;
  const learned = { outstanding, load, health, random, chooser, costs, clock };
  if (saved !== undefined) {
    const { version } = saved;
    if (version !== 1) {
      throw new RangeError(`callAdvisor: the saved version must be 1, got ${String(version)}`);
    }
    restoreState(learned, saved.learned);
    calls.known.restore(saved.calls as unknown as readonly SavedCall[], saved.last);
  }
  const { byKey } = chooser.learners;
  const saveWith = (keys: readonly string[], known: readonly SavedCall[]): SavedAdvisor => {
    const others = [...byKey].filter(([key]) => !keys.includes(key)).map(([, learner]) => learner);
    return {
      version: 1,
      last: calls.known.last,
      learned: saveState(learned, [settings, settings.callLimits, ...others]),
      calls: known as unknown as PlainState,
    };
  };
  return {
    state,
    calls,
    save: () => saveWith([...byKey.keys()], calls.known.save()),
    /** Saves what is needed to explain a call with this key. */
    saveFor: (key: string | undefined) => saveWith(key !== undefined && byKey.has(key) ? [key] : [], []),
  };
}

/** Plain data that survives JSON: an infinite number is a word, undefined is null. */
export type PlainState =
  | number
  | boolean
  | string
  | null
  | readonly PlainState[]
  | { readonly [name: string]: PlainState };

/**
 * Copies all numbers and flags of an object, and of the objects inside it. It leaves out functions and strings, since they follow
 * from the options, and everything in `without`. An object that occurs twice is copied once.
 *
 * It copies whatever fields there are, so a learner with a new field is still saved completely: what is restored must
 * go on exactly as what was saved. The names of the fields are the format, so a renamed field loses what was saved before.
 */
function saveState(of: unknown, without: Iterable<unknown>): PlainState {
  const done = new Set(without);
  const copy = (value: unknown): PlainState | undefined => {
    if (value === undefined) return null;
    if (typeof value === "number") return plainNumber(value);
    if (typeof value === "boolean") return value;
    if (typeof value !== "object" || value === null || done.has(value)) return undefined;
    done.add(value);
    if (isNumbers(value)) return Array.from(value, plainNumber);
    if (Array.isArray(value)) return value.map((item) => copy(item) ?? null);
    const entries = value instanceof Map ? [...value] : Object.entries(value);
    const copied = entries.map(([name, item]) => [name, copy(item)]).filter(([, item]) => item !== undefined);
    return (value instanceof Map ? copied : Object.fromEntries(copied)) as PlainState;
  };
  return copy(of) ?? null;
}

/** Puts what `saveState` returned into an object that was made with the same options. */
function restoreState(into: unknown, saved: PlainState): void {
  if (!Array.isArray(into)) {
    restoreFields(into as Record<string, unknown>, saved);
  } else if (into.some((item) => typeof item === "object" && item !== null)) {
    for (const [place, item] of into.entries()) restoreState(item, (saved as readonly PlainState[])[place]);
  } else into.splice(0, into.length, ...(saved as readonly PlainState[]).map(restoreValue));
}

function restoreFields(target: Record<string, unknown>, saved: PlainState): void {
  for (const [name, item] of Object.entries(saved as object)) {
    // A field that this version does not have any more.
    if (!Object.hasOwn(target, name)) continue;
    const present = target[name];
    if (present instanceof Map) restoreEntries(target as unknown as Keyed, item);
    else if (present instanceof Float64Array) target[name] = Float64Array.from(item as PlainState[], Number);
    else if (present instanceof Int32Array) target[name] = Int32Array.from(item as PlainState[], Number);
    else if (typeof present === "object" && present !== null) restoreState(present, item);
    else target[name] = restoreValue(item);
  }
}

/** An object with a map makes its entries when `of` is first asked for them. */
interface Keyed {
  of(key: string | number): unknown;
}

function restoreEntries(into: Keyed, saved: PlainState): void {
  const entries = saved as readonly [string | number, PlainState][];
  for (const [key, item] of entries) restoreState(into.of(key), item);
}

function restoreValue(saved: PlainState): unknown {
  if (saved === null) return undefined;
  return typeof saved === "string" ? Number(saved) : saved;
}

function isNumbers(value: unknown): value is Float64Array | Int32Array {
  return value instanceof Float64Array || value instanceof Int32Array;
}
