import type { Interval } from "../claims/interval.ts";
import type { TaskModel } from "./model.ts";
import type { SolvingCurve } from "./solving-curve.ts";

/** What was measured for one of the two figures. */
export interface SatMeasurements {
  readonly label: string;
  readonly set: string;
  /** Flips until solved, `tries` for each formula; ∞ beyond `mostFlips`. */
  readonly times: Float64Array;
  readonly tries: number;
  readonly mostFlips: number;
  readonly curve: SolvingCurve;
  readonly bestCutoff: Interval;
  /** Rate curves of formulas drawn anew. */
  readonly resampled: readonly (readonly number[])[];
  readonly horizons: readonly number[];
  /** By model and line, for each run the numbers at the horizons. */
  readonly solved: Readonly<Record<TaskModel, Readonly<Record<string, readonly (readonly number[])[]>>>>;
  readonly tunedBase: number;
  /** Flips in a unit of the paper's cutoffs. */
  readonly unit: number;
}
