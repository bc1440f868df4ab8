import { stream } from "../random/stream.ts";
import type { AdvisedStart, AttemptReport, CallRequest, MadeBefore, Refusal } from "./advice.ts";
import type { SavedCall } from "./advised-call.ts";
import { AdvisedCalls } from "./advised-calls.ts";
import { ArmHealth } from "./arm-health.ts";
import { AttemptCosts } from "./attempt-costs.ts";
import type { Explanation } from "./explain.ts";
import { LearnedChooser } from "./learned-chooser.ts";
import type { Arms, MulliganOptions } from "./options.ts";
import { type PlainState, restoreState, saveState } from "./plain-state.ts";
import { checkKey, type Settings, settingsOf } from "./settings.ts";
import { Shared } from "./shared.ts";

/** The options of `mulligan` that mean something where requests are made elsewhere. Arms are names. */
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
  readonly arms: readonly string[];
  /** Of the learner's draws. Default: 1. */
  readonly seed?: number;
  /** An attempt has reached its cutoff if it is asked about so much earlier: timers and clocks are not exact. Default: 1. */
  readonly earlyMs?: number;
}

/** All of an advisor, as plain data. */
export interface SavedAdvisor {
  readonly version: 1;
  readonly last: number;
  readonly keys: readonly string[];
  readonly learned: PlainState;
  readonly calls: PlainState;
}

/**
 * The learner of `mulligan()` for calls whose requests are made elsewhere, such as in another process. It has no timers:
 * every method is told the time, in ms, and the caller asks when an attempt has failed or has reached its cutoff.
 */
export interface CallAdvisor {
  /**
   * Asks for an attempt. For a call with an attempt under way this says that it has reached its cutoff: the answer then is
   * another attempt, which replaces it or, with `hedge`, runs beside it; or a refusal, and it is waited for.
   */
  begin(request: CallRequest, now: number): AdvisedStart | Refusal;
  /** Asks again what was asked before. What was answered then is what counts, should this version answer otherwise. */
  beginAgain(request: CallRequest, now: number, made: MadeBefore): void;
  /** Learns what came of an attempt. An attempt that is over, or that was never begun, is passed by. */
  observe(id: number, report: AttemptReport, now: number): void;
  /** Forgets an attempt of which nothing will be heard. */
  forget(id: number): void;
  /** What a call with this key would do now, and why; it changes nothing. */
  explain(key: string | undefined, now: number): Explanation;
  /** All that decisions depend on. An advisor with the same options that is made from it goes on exactly as this one. */
  save(): SavedAdvisor;
}

/** Makes an advisor, new or from what an earlier one saved. */
export function callAdvisor(options: CallAdvisorOptions, saved?: SavedAdvisor): CallAdvisor {
  const { calls, save, saveFor } = openAdvisor(options, saved);
  return {
    begin: (request, now) => calls.begin(request, now),
    beginAgain: (request, now, made) => calls.beginAgain(request, now, made),
    observe: (id, report, now) => calls.observe(id, report, now),
    forget: (id) => calls.known.forget(id),
    explain(key, now) {
      // By a copy: to look at a plan makes it anew, and then the next decision might be another.
      const copy = openAdvisor(options, saveFor(key)).calls;
      copy.moveTo(now);
      return copy.shared.explain(key === undefined ? undefined : checkKey(key));
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
    ...settingsOf({
      ...rest,
      arms: Object.fromEntries(arms.map((name) => [name, () => undefined])),
      ...(msPerCost === undefined ? {} : { msPerCost, cost: () => costs.current }),
      backoff: ({ value }) => (value as number | undefined) ?? 0,
      seed,
      clock,
    }),
    // As given: an object would put names that look like numbers first.
    names: arms,
  };
  const health = new ArmHealth(arms.length, settings.breaker);
  const chooser = new LearnedChooser(settings, stream(seed, "runtime"), undefined, health);
  const shared = new Shared(settings, chooser, health);
  const calls = new AdvisedCalls({ shared, chooser, clock, costs }, earlyMs);
  const { outstanding, load, random } = shared;
  const learned = { outstanding, load, health, random, chooser, costs, clock };
  if (saved !== undefined) {
    const { version } = saved;
    if (version !== 1) {
      throw new RangeError(`callAdvisor: the version of what was saved must be 1, got ${String(version)}`);
    }
    for (const key of saved.keys) chooser.learners.of(key);
    restoreState(learned, saved.learned);
    calls.known.restore(saved.calls as unknown as readonly SavedCall[], saved.last);
  }
  const { byKey } = chooser.learners;
  const saveWith = (keys: readonly string[], known: readonly SavedCall[]): SavedAdvisor => {
    const others = [...byKey].filter(([key]) => !keys.includes(key)).map(([, learner]) => learner);
    return {
      version: 1,
      last: calls.known.last,
      keys,
      learned: saveState(learned, [settings, settings.callLimits, ...others]),
      calls: known as unknown as PlainState,
    };
  };
  return {
    calls,
    save: () => saveWith([...byKey.keys()], calls.known.save()),
    /** As far as it is needed to explain what a call with this key would do. */
    saveFor: (key: string | undefined) => saveWith(key !== undefined && byKey.has(key) ? [key] : [], []),
  };
}
