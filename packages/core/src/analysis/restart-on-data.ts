import type { Gain, RestartAdvice } from "./advice.ts";
import { analyse } from "./analyse.ts";
import type { AnalysisOptions } from "./arm-analysis.ts";

/** A trial with its time and its reward. */
export interface Pair {
  /** The time after which the trial completed or was cut. */
  readonly time: number;
  /** The reward; 0 if the trial failed. */
  readonly reward: number;
  /** False if the trial was cut at `time`. Default: true. */
  readonly completed?: boolean;
}

/** The verdict on restarting: whether, after how long, and with what gain, as far as the data can tell. */
export interface DataVerdict {
  /** "unclear" if the interval of the gain allows both answers. */
  readonly restart: RestartAdvice;
  /** The cutoff with the best rate; Infinity if no cutoff is shown to beat waiting. */
  readonly cutoff: number;
  /** r(cutoff)/r(∞), corrected for choosing the cutoff on the same data, with a 95% interval. */
  readonly gain: Gain;
}

/** The options of the test on data. */
export type DataTestOptions = AnalysisOptions;

/**
 * Tests whether restarts would have paid (thm:opt-int on data). It gives the verdict of `mulligan analyze` on the same
 * trials; `analyse` adds the curve, the judgement of the timeout and all counts.
 *
 * @example
 * ```ts
 * import { restartOnData } from "@mulligan/core";
 *
 * // Two runs in three take one to three seconds, the third a hundred.
 * const runs = Array.from({ length: 90 }, (_, i) => ({ time: i % 3 === 2 ? 100 : 1 + (i % 5) / 2, reward: 1 }));
 * const { restart, cutoff, gain } = restartOnData(runs);
 * console.log(`${restart}, after ${cutoff}: ${gain.estimate.toFixed(1)} times as many`); // → yes, after 3: 9.7 times as many
 * ```
 */
export function restartOnData(pairs: readonly Pair[], options: DataTestOptions = {}): DataVerdict {
  if (!(pairs.length >= 2)) {
    throw new RangeError(`restartOnData: at least two trials must be given, got ${pairs.length}`);
  }
  const runs = pairs.map(({ time, reward, completed = true }) => ({ arm: "all", time, completed, reward }));
  const { restart, bestCutoff, gain } = analyse("all", runs, options);
  return { restart, cutoff: bestCutoff, gain };
}
