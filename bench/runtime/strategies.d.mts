import type { mulligan } from "../../packages/core/src/runtime/mulligan.ts";
import type { Arm, CallOptions, Situation } from "./situations.mjs";
import type { VirtualClock } from "./virtual-clock.mjs";

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

export interface Started {
  call(input: number): Promise<unknown>;
  end?(): void;
}

/** `own`: options that win over those of the situation. */
export function learned(runtime: typeof mulligan, own?: CallOptions): Strategy;
export const roundRobin: Strategy;
export const leastOutstanding: Strategy;
export const fixedP95: Strategy;
