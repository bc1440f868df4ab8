import type { Outcome } from "@mulligan/core";
import { ProductLimitScan } from "@mulligan/core/statistics";

export interface WithoutCutoff {
  /** Mean time to one success if no trial were ever cut. */
  readonly timePerSuccess: number;
  /** False if trials were cut beyond the last that ended: the truth is larger, by how much was not seen. */
  readonly exact: boolean;
}

export interface TrialsSoFar {
  add(outcome: Outcome): void;
  estimate(): WithoutCutoff | undefined;
}

interface Bin {
  completed: number;
  cut: number;
  /** Of the completed. */
  time: number;
  successes: number;
}

/** Bins of 2% width: no more than some hundred, however many trials there were. */
const BINS_PER_OCTAVE = 32;

/**
 * What one success would cost without a cutoff, by the product-limit law of the trials seen (Kaplan and
 * Meier 1958): each completion takes S/n of what is left, n being those still running. The mean time
 * E[X] over the chance P of a reward is the cost of a success. Where the longest trials were cut, what is
 * left of S is counted as ending there, and as a success: a lower bound. Tasks tried again are the harder
 * ones, which makes it a rough figure where tasks differ much. Undefined if nothing succeeded.
 *
 * Trials are counted in bins, so that memory does not grow with their number; within a bin those that ended
 * come before those that were cut.
 */
export function withoutCutoff(): TrialsSoFar {
  const bins = new Map<number, Bin>();
  let count = 0;
  let longest = 0;
  return {
    add(outcome) {
      const key = Math.floor(Math.log2(Math.max(outcome.time, Number.MIN_VALUE)) * BINS_PER_OCTAVE);
      const bin = bins.get(key) ?? { completed: 0, cut: 0, time: 0, successes: 0 };
      if (outcome.kind === "completed") {
        bin.completed += 1;
        bin.time += outcome.time;
        if (outcome.reward > 0) bin.successes += 1;
      } else bin.cut += 1;
      bins.set(key, bin);
      count += 1;
      longest = Math.max(longest, outcome.time);
    },
    estimate() {
      let running = count;
      const scan = new ProductLimitScan();
      for (const [, bin] of [...bins].sort(([a], [b]) => a - b)) {
        scan.complete(scan.survival / running, bin.completed, bin.time, bin.successes);
        running -= bin.completed + bin.cut;
      }
      const { time, reward, survival } = scan;
      if (reward === 0) return undefined;
      const exact = survival < 1e-9;
      return exact
        ? { timePerSuccess: time / reward, exact }
        : { timePerSuccess: scan.usage(longest) / (reward + survival), exact };
    },
  };
}
