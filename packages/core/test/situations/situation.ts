import type { AttemptContext } from "../../src/runtime/attempt.ts";
import type { Clock } from "../../src/runtime/clock.ts";
import type { MulliganOptions } from "../../src/runtime/options.ts";

export interface VirtualClock extends Clock {
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Runs timer after timer until the promise settles. */
  until<Value>(promise: Promise<Value>): Promise<Value>;
  /** The machine slept for so long: timers that were due meanwhile fire late. */
  leap(ms: number): void;
  /** Timers that wait. */
  readonly pending: number;
}

/** The input is the call's number, from 0. */
type Arm = (
  context: Pick<AttemptContext<number>, "input" | "attempt" | "signal" | "arm">,
) => Promise<unknown>;
export type CallOptions = Partial<
  Omit<
    MulliganOptions<Record<string, (context: AttemptContext<unknown>) => unknown>>,
    "arms" | "clock" | "seed"
  >
>;

export interface World {
  readonly arms: Readonly<Record<string, Arm>>;
  readonly arrivals: { readonly inTurn: number } | { readonly at: Float64Array };
}

export interface Situation {
  readonly name: string;
  readonly options: CallOptions;
  /** The strategies that a figure compares with. */
  readonly needs?: readonly string[];
  /** Those that the benchmark shows as well. */
  readonly beside?: readonly string[];
  readonly asks: readonly {
    readonly what: string;
    readonly most: number;
    of(played: Played, others: Readonly<Record<string, Played>>): number;
  }[];
  /** Learners that share the calls, each with a part of them. Default: 1. */
  readonly processes?: number;
  build(given: { clock: VirtualClock; seed: number; well: boolean }): World;
  /** Of an outage, for a figure. */
  bySecond?(played: Played): { second: number; calls: number; failed: number; requests: number }[];
}

export type Situations = Readonly<Record<string, Situation>>;

interface CallRecord {
  readonly input: number;
  /** When it came, and what it took, failed or not; in ms. */
  readonly start: number;
  readonly ms: number;
  readonly ok: boolean;
  readonly requests: number;
}

export interface Played {
  readonly calls: number;
  readonly failed: number;
  readonly mean: number;
  readonly p50: number;
  readonly p99: number;
  readonly requestsPerCall: number;
  readonly records: readonly CallRecord[];
  /** Every request, in the order in which they were made. */
  readonly asked: readonly { readonly arm: string; readonly input: number; readonly at: number }[];
  readonly seed: number;
}

export interface Strategy {
  readonly name: string;
  start(given: {
    readonly arms: Readonly<Record<string, Arm>>;
    readonly options: CallOptions;
    readonly clock: VirtualClock;
    readonly seed: number;
    readonly situation: Situation;
  }): Started | Promise<Started>;
}

interface Started {
  call(input: number): Promise<unknown>;
  end?(): void;
}
