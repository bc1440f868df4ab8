import type { ScheduleName } from "../problem/schedule.ts";
import type { AttemptContext } from "./attempt.ts";
import type { FailedAttempt } from "./attempts-failed.ts";
import type { CallPolicy } from "./call-policy.ts";
import type { Clock } from "./clock.ts";
import type { RuntimeSnapshot } from "./snapshot.ts";

/** The options to choose from: asynchronous functions by name. */
// biome-ignore lint/suspicious/noExplicitAny: an arm that names its input type must be accepted too
export type Arms = Readonly<Record<string, (context: AttemptContext<any>) => unknown>>;
/** The names of the arms. */
export type ArmName<Given extends Arms> = keyof Given & string;
/** What an execution gives: the value that the arms' promises are fulfilled with. */
export type ArmValue<Given extends Arms> = Awaited<ReturnType<Given[keyof Given]>>;
/** What the arms say that they want as `input`; anything if they say nothing. */
export type ArmInput<Given extends Arms> =
  Parameters<Given[keyof Given]>[0] extends AttemptContext<infer Input> ? Input : undefined;

/** All that `mulligan` can be told; only the arms are required. */
export interface MulliganOptions<Given extends Arms> {
  /** The options to choose from: functions that honour `signal`, by name. */
  readonly arms: Given;
  /** What a fulfilled value is worth, in [0, 1]; 0 is a failure. Default: 1. */
  readonly reward?: (
    value: ArmValue<Given>,
    context: { readonly arm: ArmName<Given>; readonly timeMs: number },
  ) => number;
  /** A learner of your own, such as `makePolicy` gives; times are milliseconds. Default: `km-calls`. */
  readonly policy?: CallPolicy;
  /** The cutoffs to choose from, in ms. Default: ten a decade from `minCutoffMs` to `maxCutoffMs`. */
  readonly cutoffs?: readonly number[];
  /** How long a cut costs: a number of ms, or `measured`, from the cut to the settled promise. Default: 0. */
  readonly resetting?: number | "measured";
  /** Attempts after which one counts half, so that changes are noticed; Infinity never forgets. Default: 200. */
  readonly halfLife?: number;
  /** The floor below which nothing is cut. Default: 1. */
  readonly minCutoffMs?: number;
  /** The ceiling past which nothing runs on. Default: 120,000. */
  readonly maxCutoffMs?: number;
  /** How the cutoffs of an execution's attempts grow. Default: `luby`. */
  readonly schedule?: ScheduleName;
  /** Of one execution. Default: 10. */
  readonly maxAttempts?: number;
  /** Of one execution, in ms from its start. Default: none. */
  readonly deadline?: number;
  /** False for a rejection that another attempt cannot mend; it teaches nothing. Default: always true. */
  readonly shouldRetry?: (
    error: unknown,
    context: { readonly arm: ArmName<Given>; readonly attempt: number },
  ) => boolean;
  /** How long to wait before the attempt after this failed one, in ms. Default: 0. */
  readonly backoff?:
    | number
    | ((failed: FailedAttempt<ArmName<Given>>, context: { readonly attempt: number }) => number);
  /**
   * At the cutoff, start a second attempt and let the first run on; the first to succeed is taken. Over any
   * stretch of n executions there are at most 1 + `maxExtraLoad`·n such attempts.
   */
  readonly hedge?: { readonly maxExtraLoad: number };
  /** Of the learner's draws. Default: the clock's reading. */
  readonly seed?: number;
  /** What an earlier `snapshot()` gave, of the same arms and cutoffs. */
  readonly snapshot?: RuntimeSnapshot;
  /** For tests: a clock that they move. Default: the machine's. */
  readonly clock?: Clock;
}

/** What can be said for one execution; it wins over what `mulligan` was told. */
export interface ExecuteOptions<Input = undefined> {
  /** Aborts the execution, and with it the attempts under way. */
  readonly signal?: AbortSignal;
  /** In ms from now; if it is 0 or less, no attempt is made. */
  readonly deadline?: number;
  readonly maxAttempts?: number;
  /** Handed to the arms. */
  readonly input?: Input;
}
