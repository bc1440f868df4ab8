import type { Policy } from "../policies/definition/policy.ts";
import type { Outcome } from "../problem/outcome.ts";
import type { ScheduleName } from "../problem/schedule.ts";
import type { AttemptContext } from "./attempt.ts";
import type { Clock } from "./clock.ts";
import type { FailedAttempt } from "./errors.ts";
import type { RuntimeSnapshot } from "./snapshot.ts";

/** An arm, which may name the type of its `input`. Written as a method, since a function's parameter could not be narrowed. */
export type ArmFunction = {
  /** Called once for each attempt. */
  call(context: AttemptContext<unknown>): unknown;
}["call"];
/** The options to choose from: asynchronous functions by name. */
export type Arms = Readonly<Record<string, ArmFunction>>;
/** The names of the arms. */
export type ArmName<Given extends Arms> = keyof Given & string;
/** What an execution gives: the value that the arms' promises are fulfilled with. */
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
  ? { readonly arms: "all arms must want the same input" }
  : unknown;

/** The options of `mulligan`; only the arms are required. */
export interface MulliganOptions<Given extends Arms> {
  /** The options to choose from: functions that honour `signal`, by name. */
  readonly arms: Given;
  /** What a fulfilled value is worth, in [0, 1]; 0 is a failure. Default: 1. */
  readonly reward?: (
    value: ArmValue<Given>,
    context: { readonly arm: ArmName<Given>; readonly timeMs: number },
  ) => number;
  /**
   * Called with each value that is not returned: of an attempt that was cut or aborted and fulfilled all the same, of the
   * slower of two, and where `reward` or a policy throws. Cancel the body of a response here.
   */
  readonly discard?: (
    value: ArmValue<Given>,
    context: { readonly arm: ArmName<Given>; readonly attempt: number },
  ) => unknown;
  /** A learner of your own, such as `makePolicy` gives; times are milliseconds. Default: what the calls show. */
  readonly policy?: Policy;
  /**
   * Whether the mean or the 99th percentile of a call's time should be small. `p99` cuts, or hedges with `hedge`, as early as
   * the extra load allows where that helps the slowest calls. Default: `mean`.
   */
  readonly objective?: "mean" | "p99";
  /**
   * What an attempt costs beyond its time, in a unit of yours such as cents: called once for each attempt that is over, also
   * for one that was cut (`outcome.kind` is `censored`). Needs `msPerCost`. `value` is what it was fulfilled with.
   */
  readonly cost?: (attempt: {
    readonly arm: ArmName<Given>;
    readonly outcome: Outcome;
    readonly elapsedMs: number;
    readonly value?: ArmValue<Given>;
  }) => number;
  /** How many milliseconds of waiting one unit of `cost` is worth. */
  readonly msPerCost?: number;
  /**
   * Whether calls are refused, with the reason `breaker`, while every arm loses them after a long wait and chance does not explain
   * it; probes are made meanwhile. Default: true; with a policy of your own, false.
   */
  readonly breaker?: boolean;
  /**
   * Cuts, retries and hedges of the last seconds, as a share of the calls; beyond it attempts are waited for, and rejections are
   * final. A retry after a rejection that succeeds does not count. Some 20 more are allowed, then 4 a second, so that a program
   * that calls seldom can try again; with 0, none. Default: 0.2; with a policy of your own, Infinity.
   */
  readonly maxExtraLoad?: number;
  /** The cutoffs to choose from, in ms. Default: any from `minCutoffMs` to `maxCutoffMs`. */
  readonly cutoffs?: readonly number[];
  /** How long a cut costs: a number of ms, or `measured`, from the cut to the settled promise. Default: 0. */
  readonly resetting?: number | "measured";
  /** Attempts after which one counts half, so that changes are noticed; Infinity never forgets. Default: 200; 1,000 for `p99`. */
  readonly halfLife?: number;
  /** The floor below which nothing is cut. Default: 1. */
  readonly minCutoffMs?: number;
  /** The ceiling past which nothing runs on. Default: 120,000. */
  readonly maxCutoffMs?: number;
  /** Of the first attempts, while nothing is known, in ms. Default: the deadline, or half of it with several arms. */
  readonly firstCutoffMs?: number;
  /**
   * How the cutoffs of an execution grow with the attempts that were cut. Default: by Luby's sequence, as far as that adds no
   * more than a fifth to the time of the execution.
   */
  readonly schedule?: ScheduleName;
  /** Of one execution. Default: 50; the load and the deadline usually allow fewer. */
  readonly maxAttempts?: number;
  /** Of one execution, in ms from its start. Default: none. */
  readonly deadline?: number;
  /** False for a rejection that another attempt cannot mend; it teaches nothing. Default: always true. */
  readonly shouldRetry?: (
    error: unknown,
    context: { readonly arm: ArmName<Given>; readonly attempt: number },
  ) => boolean;
  /**
   * How long, in ms, the arm of a failed attempt is left alone, while others are asked at once. A number holds for this
   * execution. What a function returns holds for all executions, since it is what the server asked for; where all arms are
   * left alone, an execution waits for the first. Default: the `Retry-After` header of the value or error, if it has one.
   */
  readonly backoff?:
    | number
    | ((failed: FailedAttempt<ArmName<Given>>, context: { readonly attempt: number }) => number);
  /**
   * At the cutoff, start a second attempt and let the first run on; the first to succeed is taken. Over any
   * stretch of n executions there are at most 1 + `maxExtraLoad`·n such attempts; beyond that, attempts are cut as without `hedge`.
   */
  readonly hedge?: { readonly maxExtraLoad: number };
  /**
   * Whether a call gives a value whenever its first attempt alone would, within the deadline. The first attempt is then made
   * even while its arm cools down past the deadline, and is never cut: at its cutoff the next one starts beside it, within
   * `maxExtraLoad`. The `breaker` is off unless you ask for it. Default: false.
   */
  readonly keepFirst?: boolean;
  /** Of the learner's draws. Default: the clock's reading. */
  readonly seed?: number;
  /** Learners by `key` that are kept, of 7 to 14 kB for each arm; of more, those used longest ago go. Default: 1,000. */
  readonly maxKeys?: number;
  /** What an earlier `snapshot()` gave; arms may have come and gone since, and limits may be others. */
  readonly snapshot?: RuntimeSnapshot;
  /** For tests: a clock that they move. Default: the machine's. */
  readonly clock?: Clock;
}

/** The options of one execution; they override those of `mulligan`. */
export interface ExecuteOptions<Input = undefined> {
  /** Aborts the execution, and with it the attempts under way. */
  readonly signal?: AbortSignal;
  /** In ms from now; if it is 0 or less, no attempt is made. */
  readonly deadline?: number;
  readonly maxAttempts?: number;
  /** The class of the call, such as an endpoint, a model or a size. Each has its own learner, which starts from that of all calls. */
  readonly key?: string;
  /** Passed to the arms; required where they declare one. */
  readonly input?: Input;
}

/** The arguments of `execute`: none are needed unless the arms declare an input. */
export type ExecuteArguments<Input> = undefined extends Input
  ? [options?: ExecuteOptions<Input>]
  : [options: ExecuteOptions<Input> & { readonly input: Input }];
