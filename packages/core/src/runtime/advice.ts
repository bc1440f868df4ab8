/** What is asked: another attempt of a call. */
export interface CallRequest {
  /** The caller's word for the call. Without one it is a call of its own, with one attempt. */
  readonly call?: string | undefined;
  /** The class of the call, as `key` of `execute`. */
  readonly key?: string | undefined;
  /** What is left of the call's time, in ms; by default the option `deadline` holds from its first attempt on. */
  readonly remainingMs?: number | undefined;
}

/** What is answered in any case. */
interface Advice {
  /** The attempts of the call that are to be cut. A hedge cuts none. */
  readonly cuts: readonly number[];
}

/** An attempt to make now. */
export interface AdvisedStart extends Advice {
  /** Its number among all attempts, from 1. */
  readonly id: number;
  /** The place of its arm. */
  readonly arm: number;
  /** How long to wait for it. Before it is cut, ask again: the load may allow no other. */
  readonly cutoffMs: number;
  /** When to ask about the call again, from now: when an attempt reaches its cutoff, or earlier if more may be known by then. */
  readonly askAfterMs: number;
  /** Which attempt of its call it is, from 1. */
  readonly attempt: number;
  /** Whether another attempt of the call would be allowed now: after a failure, and beside it. */
  readonly mayRetry: boolean;
  readonly mayHedge: boolean;
}

/**
 * Why no attempt is to be made now: no further request within `maxExtraLoad` (`load`), the `breaker` is open, all arms cool down or
 * there is a pause in an outage (`cooldown`), the `attempts` or the time (`deadline`) of the call are used up, or its attempt
 * under way has not reached its `cutoff` by what is known now.
 */
export type RefusalReason = "load" | "breaker" | "cooldown" | "attempts" | "deadline" | "cutoff";

/**
 * No attempt is to be made now. What is under way goes on, but for `cuts`, and the call may ask again after `waitMs`. Infinity means that
 * it has failed.
 */
export interface Refusal extends Advice {
  readonly refused: RefusalReason;
  readonly waitMs: number;
}

/** What came of an attempt: it ended by itself, with a reward above 0 if it succeeded; or it was cut. */
export interface AttemptReport {
  readonly timeMs: number;
  /** Undefined if it was cut. */
  readonly reward?: number | undefined;
  /** Of a failed attempt: how long its server asks to be left alone; an hour at most counts. */
  readonly retryAfterMs?: number | undefined;
  /** In the unit of `msPerCost`. */
  readonly cost?: number | undefined;
}

/** What was answered before: the attempt that was begun, if any, and those that were cut. */
export interface MadeBefore extends Advice {
  readonly start: Pick<AdvisedStart, "id" | "arm" | "cutoffMs"> | undefined;
}
