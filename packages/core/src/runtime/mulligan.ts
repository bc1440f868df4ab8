// For programs that are compiled with an older library: the declarations name Symbol.asyncDispose.
/// <reference lib="esnext.disposable" preserve="true" />
import { stream } from "../random/stream.ts";
import { ArmHealth } from "./arm-health.ts";
import { PolicyChooser } from "./chooser.ts";
import type { RuntimeEvents } from "./events.ts";
import { Execution } from "./execution.ts";
import { LearnedChooser } from "./learned-chooser.ts";
import type {
  ArmInput,
  ArmName,
  Arms,
  ArmValue,
  ExecuteArguments,
  ExecuteOptions,
  MulliganOptions,
  SameInput,
} from "./options.ts";
import { checkKey, resolveLimits, resolveSettings } from "./settings.ts";
import type { RuntimeSnapshot } from "./snapshot.ts";
import { RuntimeState } from "./state.ts";
import type { ArmStats, Explanation, RuntimeStats } from "./stats.ts";

/** A set of arms with learned timeouts and retries, made by `mulligan`. */
export interface Mulligan<Name extends string, Value, Input = undefined> {
  /**
   * Tries until an attempt succeeds, and returns its value. Throws `AttemptsFailedError` when attempts or time are used
   * up or a failure is final, and the caller's reason when the caller aborts.
   */
  execute(...options: ExecuteArguments<Input>): Promise<Value>;
  /** Calls `listener` at every such event. Returns a function that removes it. */
  on<Event extends keyof RuntimeEvents<Name, Value>>(
    event: Event,
    listener: (event: RuntimeEvents<Name, Value>[Event]) => void,
  ): () => void;
  /** Returns what a call with this key would do now, and why: as numbers, and in a sentence. */
  explain(key?: string): Explanation<Name>;
  /** Returns the counts and rates so far, as for a dashboard. */
  stats(): RuntimeStats<Name>;
  /** Returns everything learned as plain data; the option `snapshot` starts from it. */
  snapshot(): RuntimeSnapshot;
  /** Aborts all executions under way, drops all listeners, and refuses new executions. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Learns from the calls themselves which arm to call, how long to wait for it, and when to try again.
 *
 * @typeParam Given the arms; the names, the value and the input of the calls follow from their types.
 *
 * @example
 * ```ts
 * import { mulligan } from "@mulligan/core";
 *
 * const hang = ({ signal }: { signal: AbortSignal }) =>
 *   new Promise<string>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
 * let calls = 0;
 * const quote = mulligan({
 *   // Every fourth call never answers; a timeout need not be guessed.
 *   arms: { east: (context) => (++calls % 4 === 0 ? hang(context) : Promise.resolve("hello")) },
 * });
 * for (let i = 0; i < 20; i++) await quote.execute({ deadline: 60_000 });
 * console.log(await quote.execute({ deadline: 60_000 })); // → hello
 * ```
 */
export function mulligan<const Given extends Arms>(
  options: MulliganOptions<Given> & SameInput<Given>,
): Mulligan<ArmName<Given>, ArmValue<Given>, ArmInput<Given>> {
  type Name = ArmName<Given>;
  const settings = resolveSettings(options as unknown as MulliganOptions<Arms>);
  const { policy, snapshot } = options;
  const health = new ArmHealth(settings.names.length, settings.breaker);
  const chooser =
    policy === undefined
      ? new LearnedChooser(settings, stream(settings.seed, "runtime"), snapshot, health)
      : new PolicyChooser(settings, policy);
  const state = new RuntimeState(settings, chooser, health);
  let disposed = false;
  let executions = 0;
  return {
    execute(own: ExecuteOptions<ArmInput<Given>> = {}) {
      return new Promise((resolve, reject) => {
        if (disposed) throw new Error("mulligan: execute must not be called after the disposal");
        const limits = resolveLimits(settings, own, executions);
        executions += 1;
        new Execution(state, limits, resolve, reject).start();
      });
    },
    on: (event, listener) => state.listeners.on(event, listener as never),
    explain: (key) => state.explain(checkKey(key)) as Explanation<Name>,
    stats() {
      const now = state.clock.now();
      const arms = state.counters.map(
        (counters, arm) => [settings.names[arm], counters.stats(health.stateOf(arm, now))] as const,
      );
      return {
        running: state.executions.size,
        ...state.executed,
        outage: health.outage,
        open: health.isBreakerOpen(now),
        stragglers: arms.reduce((sum, [, { stragglers }]) => sum + stragglers, 0),
        arms: Object.fromEntries(arms) as Record<Name, ArmStats>,
      };
    },
    snapshot: () => chooser.snapshot(),
    async [Symbol.asyncDispose]() {
      disposed = true;
      for (const execution of [...state.executions]) {
        execution.abort(new DOMException("mulligan: disposed", "AbortError"));
      }
      state.listeners.clear();
    },
  };
}
