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

/** Trials that took about the same time. */
export interface Bin {
  readonly completed: number;
  readonly cut: number;
  /** Of the completed. */
  readonly time: number;
  readonly successes: number;
}

/** Bins of 2% width: no more than some hundred, however many trials there were. */
const BINS_PER_OCTAVE = 32;

/** Counts trials for `costOfSuccess` in bins, so that memory does not grow with their number. */
export function withoutCutoff(): TrialsSoFar {
  const bins = new Map<number, { -readonly [Field in keyof Bin]: Bin[Field] }>();
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
      longest = Math.max(longest, outcome.time);
    },
    estimate() {
      const sorted = [...bins].sort(([a], [b]) => a - b);
      return costOfSuccess(
        sorted.map(([, bin]) => bin),
        longest,
      );
    },
  };
}

/**
 * What one success would cost without a cutoff, by the product-limit law of the trials seen (Kaplan and
 * Meier 1958): each completion takes S/n of what is left, n being those still running. The mean time
 * E[X] over the chance P of a reward is the cost of a success. Where the longest trials were cut, what is
 * left of S is counted as ending there, and as a success: a lower bound. Tasks tried again are the harder
 * ones, which makes it a rough figure where tasks differ much. Undefined if nothing succeeded.
 *
 * The bins go from short to long; within one, those that ended come before those that were cut.
 */
export function costOfSuccess(bins: readonly Bin[], longest: number): WithoutCutoff | undefined {
  let running = bins.reduce((sum, { completed, cut }) => sum + completed + cut, 0);
  const scan = new ProductLimitScan();
  for (const bin of bins) {
    scan.complete(scan.survival / running, bin.completed, bin.time, bin.successes);
    running -= bin.completed + bin.cut;
  }
  const { time, reward, survival } = scan;
  if (reward === 0) return undefined;
  const exact = survival < 1e-9;
  return exact
    ? { timePerSuccess: time / reward, exact }
    : { timePerSuccess: scan.usage(longest) / (reward + survival), exact };
}
