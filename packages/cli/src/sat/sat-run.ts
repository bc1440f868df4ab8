import type { Desk } from "../tasks/settle.ts";
import type { Decisions } from "./decisions.ts";
import type { HeuristicArm } from "./read-heuristic.ts";
import type { WalkStopping } from "./stopping.ts";

/** All that a run of `sat` is told. */
export interface SatRun extends Desk {
  readonly arms: readonly HeuristicArm[];
  readonly decisions: Decisions;
  /** Whether the arms are the default ones, which race at what is large or takes long. */
  readonly races: boolean;
  /** Flips to spend. */
  readonly budget: number;
  readonly jobs: number;
  readonly seed: number;
  /** Whether the tasks are to have their models. */
  readonly models: boolean;
  /** Files that were read before, since they can be read once only. */
  readonly given?: ReadonlyMap<string, Uint8Array>;
  readonly stopping: WalkStopping;
}

/** Milliseconds in the engine, of milliseconds with a formula in it. */
export interface SatTimes {
  walkMs: number;
  solveMs: number;
}
