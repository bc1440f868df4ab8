import { type Learning, learningPolicy } from "@mulligan/cluster";
import type { Trial } from "@mulligan/core/problem";
import { Tally } from "@mulligan/core/statistics";

/** What the trials of a journal add up to: a run that is new in Redis begins with it. */
export function knownTrials(learning: Learning, trials: readonly Trial[]): Tally {
  const tally = new Tally();
  const summed = learningPolicy(learning, 0);
  for (const trial of trials) tally.add(summed.increments(trial, trial.outcome));
  return tally;
}
