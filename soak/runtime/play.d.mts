import type { mulligan } from "../../packages/core/src/runtime/index.ts";

export interface Soaked {
  readonly executions: number;
  readonly attempts: number;
  readonly successes: number;
  readonly failures: number;
  readonly aborts: number;
  /** Values that nobody got. */
  readonly discards: number;
  readonly longestHeapMb: number;
  /** By which the heap grew with each execution; 0 where there are too few to tell. */
  readonly longestGrowthBytes: number;
  readonly problems: readonly string[];
}

/** So many executions, the same for the same seed but for those in the machine's own time. */
export function soakRuntime(seed: number, count: number, runtime?: typeof mulligan): Promise<Soaked>;
