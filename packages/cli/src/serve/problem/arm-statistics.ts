import type { Outcome } from "@mulligan/core";
import type { LoggedRun } from "@mulligan/core/analysis";
import { TimeHistogram } from "@mulligan/core/statistics";
import { costOfDraws, shownCost, type WithoutCutoff } from "../../tasks/uncut-draws.ts";

/** The trials of an arm as counts and bins by time, which is all that the analysis needs. */
export interface ArmStatistics {
  completed: number;
  /** How many of these ended without a reward. */
  failed: number;
  censored: number;
  /** The sum over all trials. */
  time: number;
  reward: number;
  /** Cuts that said how long the reset after them took, and how long that was in all. */
  resets: number;
  resetTime: number;
  readonly times: TimeHistogram;
}

export function newArmStatistics(): ArmStatistics {
  return {
    completed: 0,
    failed: 0,
    censored: 0,
    time: 0,
    reward: 0,
    resets: 0,
    resetTime: 0,
    times: new TimeHistogram(),
  };
}

export function addOutcome(statistics: ArmStatistics, outcome: Outcome): void {
  statistics.times.observe(outcome);
  statistics.time += outcome.time;
  if (outcome.kind === "completed") {
    statistics.completed += 1;
    statistics.reward += outcome.reward;
    if (outcome.reward === 0) statistics.failed += 1;
  } else {
    statistics.censored += 1;
    if (outcome.resetting !== undefined) {
      statistics.resets += 1;
      statistics.resetTime += outcome.resetting;
    }
  }
}

/** Returns the statistics as plain data: the counts, and the numbers of the bins as `cells`. */
export function saveArmStatistics({ times, ...counts }: ArmStatistics): SavedArmStatistics {
  return { ...counts, cells: times.save() };
}

export type SavedArmStatistics = Omit<ArmStatistics, "times"> & { readonly cells: readonly number[] };

export function loadArmStatistics({ cells, ...counts }: SavedArmStatistics): ArmStatistics {
  return { ...counts, times: TimeHistogram.load(cells) };
}

/** The most runs of an analysis: more would hardly change the result, and would take longer than a tenth of a second. */
export const MAX_ANALYSED = 1_000;

/**
 * Returns the trials as runs for the analysis, each with the mean time and reward of its kind in its bin. Of more than MAX_ANALYSED runs an
 * even selection is analysed: its intervals are those of so many runs, wider than necessary.
 */
export function sampleRuns(statistics: ArmStatistics, arm: string): LoggedRun[] {
  const total = statistics.completed + statistics.censored;
  const most = Math.min(total, MAX_ANALYSED);
  const runs: LoggedRun[] = [];
  let passed = 0;
  const add = (count: number, run: LoggedRun) => {
    const [from, to] = [passed, passed + count].map((place) => Math.floor((place * most) / total));
    for (let i = from; i < to; i++) runs.push(run);
    passed += count;
  };
  for (const [, cell] of statistics.times.sorted()) {
    const { completed, cut } = cell;
    const time = cell.completedTime / completed;
    if (completed > 0) add(completed, { arm, time, completed: true, reward: cell.reward / completed });
    if (cut > 0) add(cut, { arm, time: cell.cutTime / cut, completed: false, reward: 0 });
  }
  return runs;
}

/**
 * Estimates what the reward would have cost without cutoffs, with all trials as draws of one law; null if that is unknown.
 * Programs that ask over HTTP need not say which trials are tries at the same task.
 */
export function costOfRewards({ times, reward, time, censored }: ArmStatistics): WithoutCutoff | null {
  if (!(reward > 0)) return null;
  if (censored === 0) return { time, low: time, high: time, exact: true, spent: time };
  return shownCost(costOfDraws(times, [[-Infinity, reward]]), 0, time) ?? null;
}
