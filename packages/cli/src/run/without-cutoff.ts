import type { Outcome } from "@mulligan/core";

export interface WithoutCutoff {
  /** Mean time to one success if no trial were ever cut. */
  readonly timePerSuccess: number;
  /** False if trials were cut beyond the last that ended: the truth is larger, by how much was not seen. */
  readonly exact: boolean;
}

/**
 * What one success would cost without a cutoff, by the product-limit law of the trials seen (Kaplan and
 * Meier 1958): each completion takes S/n of what is left, n being those still running. The mean time
 * E[X] over the chance P of a reward is the cost of a success. Where the longest trials were cut, what is
 * left of S is counted as ending there, and as a success: a lower bound. Tasks tried again are the harder
 * ones, which makes it a rough figure where tasks differ much. Undefined if nothing succeeded.
 */
export function withoutCutoff(outcomes: readonly Outcome[]): WithoutCutoff | undefined {
  const sorted = [...outcomes].sort((a, b) => a.time - b.time || (a.kind === "completed" ? -1 : 1));
  let survival = 1;
  let meanTime = 0;
  let success = 0;
  sorted.forEach((outcome, place) => {
    if (outcome.kind === "censored") return;
    const share = survival / (sorted.length - place);
    meanTime += share * outcome.time;
    if (outcome.reward > 0) success += share;
    survival -= share;
  });
  if (success === 0) return undefined;
  const exact = survival < 1e-9;
  const longest = sorted[sorted.length - 1].time;
  return exact
    ? { timePerSuccess: meanTime / success, exact }
    : { timePerSuccess: (meanTime + survival * longest) / (success + survival), exact };
}
