import type { Policy } from "../policies/definition/policy.ts";
import type { Outcome } from "../problem/outcome.ts";
import type { ScheduleName } from "../problem/schedule.ts";
import type { AttemptContext } from "./attempt.ts";
import type { Clock } from "./clock.ts";
import type { FailedAttempt } from "./errors.ts";
import type { RuntimeSnapshot } from "./snapshot.ts";

/**
 * The type of an arm, which may declare the type of its `input`. It is written as a method because the parameter of a
 * function type could not be narrowed.
 */
export type ArmFunction = {
  /** Makes one attempt. */
  call(context: AttemptContext<unknown>): unknown;
}["call"];
/** The options to choose from: asynchronous functions by name. */
export type Arms = Readonly<Record<string, ArmFunction>>;
/** The names of the arms. */
export type ArmName<Given extends Arms> = keyof Given & string;
/** The type of an execution's value: the value with which the arms' promises are fulfilled. */
export type ArmValue<Given extends Arms> = Awaited<ReturnType<Given[keyof Given]>>;
/** The type of `input` that all arms declare; unknown if none declares one. */
export type ArmInput<Given extends Arms> = {
  readonly [Name in keyof Given]: Given[Name] extends (context: AttemptContext<infer Input>) => unknown
    ? (input: Input) => void
    : (input: unknown) => void;
}[keyof Given] extends (input: infer Input) => void
  ? Input
  : never;

/** Refuses arms that declare different inputs. */
export type SameInput<Given extends Arms> = [ArmInput<Given>] extends [never]
  ? { readonly arms: "all arms must declare the same input" }
  : unknown;

/** The options of `mulligan`; only the arms are required. */
export interface MulliganOptions<Given extends Arms> {
  /** The options to choose from: functions that honour `signal`, by name. */
  readonly arms: Given;
  /** The reward of a fulfilled value, in [0, 1]; 0 is a failure. Default: 1. */
  readonly reward?: (
    value: ArmValue<Given>,
    context: { readonly arm: ArmName<Given>; readonly timeMs: number },
  ) => number;
  /**
   * Called with each value that is not returned: that of an attempt that was cut or aborted and fulfilled all the same,
   * that of the slower of two, and that for which `reward` or a policy throws. Cancel the body of a response here.
   */
  readonly discard?: (
    value: ArmValue<Given>,
    context: { readonly arm: ArmName<Given>; readonly attempt: number },
  ) => unknown;
  /**
   * A policy of your own, such as `makePolicy` returns; its times are milliseconds. Default: the learner of the
   * runtime.
   */
  readonly policy?: Policy;
  /**
   * Whether to minimise the mean or the 99th percentile of a call's time. `p99` cuts (or, with `hedge`, hedges) as
   * early as the extra load allows where that helps the slowest calls. Default: `mean`.
   */
  readonly objective?: "mean" | "p99";
  /**
   * Returns what an attempt costs beyond its time, in a unit of yours such as cents. It is called once for each attempt
   * that is over, also for one that was cut (`outcome.kind` is `censored`); `value` is the fulfilled value. Needs
   * `msPerCost`.
   */
  readonly cost?: (attempt: {
    readonly arm: ArmName<Given>;
    readonly outcome: Outcome;
    readonly elapsedMs: number;
    readonly value?: ArmValue<Given>;
  }) => number;
  /** The milliseconds of waiting that one unit of `cost` is worth. */
  readonly msPerCost?: number;
  /**
   * Whether calls are refused, with the reason `breaker`, while every arm loses them after a long wait and chance does
   * not explain it. Meanwhile probes are made. Default: true; false with a policy of your own.
   */
  readonly breaker?: boolean;
  /**
   * The largest share of cuts, retries and hedges among the calls of the last seconds. Beyond it attempts are waited
   * for, and rejections are final. A retry after a rejection that succeeds does not count. Some 20 more are allowed,
   * then 4 a second, so that a program that calls seldom can try again; with 0, none. Default: 0.2; Infinity with a
   * policy of your own.
   */
  readonly maxExtraLoad?: number;
  /** The cutoffs to choose from, in ms. Default: any from `minCutoffMs` to `maxCutoffMs`. */
  readonly cutoffs?: readonly number[];
  /** The time that a cut costs: a number of ms, or `measured`, from the cut to the settled promise. Default: 0. */
  readonly resetting?: number | "measured";
  /**
   * The number of attempts after which an attempt counts half, so that changes are noticed; Infinity never forgets.
   * Default: 200; 1,000 for `p99`.
   */
  readonly halfLife?: number;
  /** The shortest cutoff. Default: 1. */
  readonly minCutoffMs?: number;
  /** The longest cutoff. Default: 120,000. */
  readonly maxCutoffMs?: number;
  /**
   * The cutoff of the first attempts, while nothing is known, in ms. Default: the deadline, or half of it with several
   * arms.
   */
  readonly firstCutoffMs?: number;
  /**
   * The growth of an execution's cutoffs with the attempts that were cut. Default: Luby's sequence, as far as that adds
   * at most a fifth to the time of the execution.
   */
  readonly schedule?: ScheduleName;
  /** The largest number of attempts of one execution. Default: 50; the load and the deadline usually allow fewer. */
  readonly maxAttempts?: number;
  /** The time limit of one execution, in ms from its start. Default: none. */
  readonly deadline?: number;
  /**
   * Returns false for a rejection that another attempt cannot fix; nothing is learned from it. Default: always true.
   */
  readonly shouldRetry?: (
    error: unknown,
    context: { readonly arm: ArmName<Given>; readonly attempt: number },
  ) => boolean;
  /**
   * The time, in ms, during which the arm of a failed attempt is not called, while others are called at once. A number
   * holds for this execution. The result of a function holds for all executions, since it is what the server asked for;
   * if all arms must not be called, an execution waits for the first. Default: the `Retry-After` header of the value or
   * error, if it has one.
   */
  readonly backoff?:
    | number
    | ((failed: FailedAttempt<ArmName<Given>>, context: { readonly attempt: number }) => number);
  /**
   * Starts a second attempt at the cutoff and lets the first run on; the first success is taken. Over any stretch of n
   * executions there are at most 1 + `maxExtraLoad`·n such attempts; beyond that, attempts are cut as without `hedge`.
   */
  readonly hedge?: { readonly maxExtraLoad: number };
  /**
   * Whether a call returns a value whenever its first attempt alone would, within the deadline. The first attempt is
   * then made even while its arm cools down past the deadline, and is never cut: at its cutoff the next one starts
   * beside it, within `maxExtraLoad`. The `breaker` is off unless you set it. Default: false.
   */
  readonly keepFirst?: boolean;
  /** The seed of the learner's draws. Default: the clock's reading. */
  readonly seed?: number;
  /**
   * The largest number of learners by `key`, of 7 to 14 kB for each arm; those used longest ago are dropped. Default:
   * 1,000.
   */
  readonly maxKeys?: number;
  /** The result of an earlier `snapshot()`; arms and limits may have changed since. */
  readonly snapshot?: RuntimeSnapshot;
  /** A clock for tests. Default: the machine's. */
  readonly clock?: Clock;
}

/** The options of one execution; they override those of `mulligan`. */
export interface ExecuteOptions<Input = undefined> {
  /** Aborts the execution, and with it the attempts under way. */
  readonly signal?: AbortSignal;
  /** The time limit, in ms from now; if it is 0 or less, no attempt is made. */
  readonly deadline?: number;
  /** The most attempts of this execution, including the first. */
  readonly maxAttempts?: number;
  /**
   * The class of the call, such as an endpoint, a model or a size. Each class has its own learner, which starts from
   * the learner of all calls.
   */
  readonly key?: string;
  /** The input for the arms; required if they declare one. */
  readonly input?: Input;
}

/** The arguments of `execute`: none are needed unless the arms declare an input. */
export type ExecuteArguments<Input> = undefined extends Input
  ? [options?: ExecuteOptions<Input>]
  : [options: ExecuteOptions<Input> & { readonly input: Input }];
