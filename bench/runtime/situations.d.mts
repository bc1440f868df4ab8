import type { AttemptContext } from "../../packages/core/src/runtime/attempt.ts";
import type { MulliganOptions } from "../../packages/core/src/runtime/options.ts";
import type { Played } from "./play.mjs";
import type { VirtualClock } from "./virtual-clock.mjs";

/** The input is the call's number, from 0. */
export type Arm = (
  context: Pick<AttemptContext<number>, "input" | "attempt" | "signal" | "arm">,
) => Promise<unknown>;
export type CallOptions = Partial<Omit<MulliganOptions<Record<string, Arm>>, "arms" | "clock" | "seed">>;

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

/** By the name of the group. */
export const groups: Readonly<Record<string, Situations>>;
/** All of them, in the order of the table. */
export const situations: Readonly<
  Record<
    | "slowArm"
    | "slowerArm"
    | "finalErrors"
    | "refusesFast"
    | "refusesFastThrice"
    | "refusesFastBackoff"
    | "equalReplicas"
    | "equalReplicasUncancelled"
    | "equalReplicasBusy"
    | "unequalReplicas"
    | "outage"
    | "outageHangs"
    | "oneOut"
    | "oneHangs"
    | "exponentialLatency"
    | "weibullLatency"
    | "inputTied"
    | "inputTiedTwoArms"
    | "coldHedge"
    | "coldBurst"
    | "jump"
    | "jumpOpenLoop"
    | "heavyTail"
    | "heavyTailHangs",
    Situation
  > &
    Situations
>;
