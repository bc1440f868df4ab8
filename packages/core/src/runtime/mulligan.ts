// For programs that are compiled with an older library: the declarations name Symbol.asyncDispose.
/// <reference lib="esnext.disposable" preserve="true" />
import { stream } from "../random/stream.ts";
import type { ArmStats } from "./arm-counts.ts";
import { ArmHealth } from "./arm-health.ts";
import type { RuntimeEvents } from "./events.ts";
import { Execution } from "./execution.ts";
import type { Explanation } from "./explain.ts";
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
import { OwnChooser } from "./own-chooser.ts";
import { checkExecuteOptions, checkKey, checkMaxAttempts, checkOwnDeadline, settingsOf } from "./settings.ts";
import { Settlement } from "./settlement.ts";
import { Shared } from "./shared.ts";
import type { RuntimeSnapshot } from "./snapshot.ts";

/** Learned timeouts and retries around async functions. */
export interface Mulligan<Name extends string, Value, Input = undefined> {
  /**
   * Tries until an attempt succeeds, and gives its value. Throws `AttemptsFailedError` when attempts or time
   * are used up or a failure is final, and the caller's reason when the caller aborts.
   */
  execute(...options: ExecuteArguments<Input>): Promise<Value>;
  /** Calls `listener` at every such event; returns a function that removes it. */
  on<Event extends keyof RuntimeEvents<Name, Value>>(
    event: Event,
    listener: (event: RuntimeEvents<Name, Value>[Event]) => void,
  ): () => void;
  /** What a call with this key would do now, and why: as numbers, and in a sentence. */
  explain(key?: string): Explanation<Name>;
  /** For a dashboard. */
  stats(): RuntimeStats<Name>;
  /** What was learned, as plain data; the option `snapshot` starts from it. */
  snapshot(): RuntimeSnapshot;
  /** Aborts what is under way, drops all listeners, and refuses new executions. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** What has happened so far, in numbers. */
export interface RuntimeStats<Name extends string> {
  /** Executions under way. */
  readonly running: number;
  /** Executions that gave a value, that threw `AttemptsFailedError`, and that ended otherwise. */
  readonly succeeded: number;
  readonly failed: number;
  readonly aborted: number;
  /** Whether nothing succeeds any more; then there is a pause before each retry. */
  readonly outage: boolean;
  /** Whether the breaker is open: calls are refused, but for probes. */
  readonly open: boolean;
  /** Attempts that were cut or aborted and still run on, over all arms. */
  readonly stragglers: number;
  readonly arms: Readonly<Record<Name, ArmStats>>;
}

/**
 * Learns which arm to call, how long to wait for it, and when to try again, from the calls themselves.
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
  const settings = settingsOf<Given>(options);
  const { policy, snapshot } = options;
  const health = new ArmHealth(settings.names.length, settings.breaker);
  const chooser =
    policy === undefined
      ? new LearnedChooser(settings, stream(settings.seed, "runtime"), snapshot, health)
      : new OwnChooser(settings, policy);
  const shared = new Shared(settings, chooser, health);
  let disposed = false;
  let executions = 0;
  return {
    execute(own: ExecuteOptions<ArmInput<Given>> = {}) {
      return new Promise((resolve, reject) => {
        if (disposed) throw new Error("mulligan: execute must come before the disposal");
        checkExecuteOptions(own);
        const limits = {
          signal: own.signal,
          deadlineMs: own.deadline === undefined ? settings.deadline : checkOwnDeadline(own.deadline),
          maxAttempts:
            own.maxAttempts === undefined ? settings.maxAttempts : checkMaxAttempts(own.maxAttempts),
          input: own.input,
          key: own.key === undefined ? undefined : checkKey(own.key),
          task: executions++,
        };
        new Execution(shared, limits, new Settlement(shared, limits, resolve, reject)).start();
      });
    },
    on: (event, listener) => shared.listeners.on(event, listener as never),
    explain: (key) => shared.explain(key === undefined ? undefined : checkKey(key)) as Explanation<Name>,
    stats() {
      const now = shared.clock.now();
      const arms = shared.counts.map(
        (counts, arm) => [settings.names[arm], counts.stats(health.stateOf(arm, now))] as const,
      );
      return {
        running: shared.executions.size,
        ...shared.executed,
        outage: health.outage,
        open: health.isBreakerOpen(now),
        stragglers: arms.reduce((sum, [, { stragglers }]) => sum + stragglers, 0),
        arms: Object.fromEntries(arms) as Record<Name, ArmStats>,
      };
    },
    snapshot: () => shared.chooser.snapshot(),
    async [Symbol.asyncDispose]() {
      disposed = true;
      for (const execution of [...shared.executions]) {
        execution.abort(new DOMException("mulligan: disposed", "AbortError"));
      }
      shared.listeners.clear();
    },
  };
}
