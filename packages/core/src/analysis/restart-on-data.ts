import type { Gain, RestartAdvice } from "./advice.ts";
import { analyse } from "./analyse.ts";
import type { AnalysisOptions } from "./arm-analysis.ts";

/** A trial: how long it took and what it paid. */
export interface Pair {
  readonly time: number;
  readonly reward: number;
  /** False if it was cut at `time`, and would have taken longer. Default true. */
  readonly completed?: boolean;
}

/** Whether to restart, after how long, and what it gains, as far as the data can tell. */
export interface DataVerdict {
  /** "unclear" where the interval of the gain holds both answers. */
  readonly restart: RestartAdvice;
  /** The cutoff with the best rate; Infinity if none is shown to beat waiting. */
  readonly cutoff: number;
  /** r(cutoff)/r(∞), less the luck of having chosen the cutoff on the same data, with a 95% interval. */
  readonly gain: Gain;
}

/** What the test on data takes into account. */
export type DataTestOptions = AnalysisOptions;

/**
 * Would restarts have paid? This is thm:opt-int as a test, and the verdict of `mulligan analyze` on the same trials:
 * `analyse` gives it with the curve, the question of the timeout and all counts.
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
