import type { Outcome } from "@mulligan/core";
import type { Observation } from "../../analysis/sample.ts";
import { costOfSuccess } from "../../tasks/product-limit-tails.ts";

/**
 * The outcomes of an arm's trials, in cells of 2%: as small after a million trials as after a thousand, and enough for
 * the analysis. A cell counts the trials that completed and that were cut in it, and sums their times and rewards.
 */
export interface ArmStatistics {
  completed: number;
  /** Of these, ended without a reward. */
  failed: number;
  censored: number;
  /** Of all trials together. */
  time: number;
  reward: number;
  /** Cuts that reported how long the reset after them took, and the sum of those times. */
  resets: number;
  resetTime: number;
  readonly cells: Map<number, Cell>;
}

interface Cell {
  completed: number;
  completedTime: number;
  reward: number;
  cut: number;
  cutTime: number;
}

const CELLS_AN_OCTAVE = 35;
/** The cell of trials that took no time. */
const AT_ONCE = -100_000;

export function newArmStatistics(): ArmStatistics {
  return {
    completed: 0,
    failed: 0,
    censored: 0,
    time: 0,
    reward: 0,
    resets: 0,
    resetTime: 0,
    cells: new Map(),
  };
}

export function addOutcome(statistics: ArmStatistics, outcome: Outcome): void {
  const { time } = outcome;
  const place = time > 0 ? Math.floor(Math.log2(time) * CELLS_AN_OCTAVE) : AT_ONCE;
  let cell = statistics.cells.get(place);
  if (cell === undefined) {
    cell = { completed: 0, completedTime: 0, reward: 0, cut: 0, cutTime: 0 };
    statistics.cells.set(place, cell);
  }
  statistics.time += time;
  if (outcome.kind === "completed") {
    statistics.completed += 1;
    statistics.reward += outcome.reward;
    if (outcome.reward === 0) statistics.failed += 1;
    cell.completed += 1;
    cell.completedTime += time;
    cell.reward += outcome.reward;
  } else {
    statistics.censored += 1;
    cell.cut += 1;
    cell.cutTime += time;
    if (outcome.resetting !== undefined) {
      statistics.resets += 1;
      statistics.resetTime += outcome.resetting;
    }
  }
}

/** Plain data: the counts, then six numbers a cell. */
export function saveArmStatistics({ cells, ...counts }: ArmStatistics): SavedArmStatistics {
  const numbers = [...cells].flatMap(([place, cell]) => [
    place,
    cell.completed,
    cell.completedTime,
    cell.reward,
    cell.cut,
    cell.cutTime,
  ]);
  return { ...counts, cells: numbers };
}

export type SavedArmStatistics = Omit<ArmStatistics, "cells"> & { readonly cells: readonly number[] };

export function loadArmStatistics({ cells, ...counts }: SavedArmStatistics): ArmStatistics {
  const statistics: ArmStatistics = { ...counts, cells: new Map() };
  for (let i = 0; i < cells.length; i += 6) {
    const [place, completed, completedTime, reward, cut, cutTime] = cells.slice(i, i + 6);
    statistics.cells.set(place, { completed, completedTime, reward, cut, cutTime });
  }
  return statistics;
}

/** The most runs that the analysis looks at: more would change little, and take longer than a tenth of a second. */
export const MAX_ANALYSED = 1_000;

/**
 * The trials as runs for the analysis, each with the mean time and reward of its kind in its cell. Of more than
 * MAX_ANALYSED an even selection stands for all: its intervals are those of so many runs, wider than they need be.
 */
export function sampleRuns(statistics: ArmStatistics, arm: string): Observation[] {
  const total = statistics.completed + statistics.censored;
  const most = Math.min(total, MAX_ANALYSED);
  const runs: Observation[] = [];
  let passed = 0;
  const add = (count: number, run: Observation) => {
    const [from, to] = [passed, passed + count].map((place) => Math.floor((place * most) / total));
    for (let i = from; i < to; i++) runs.push(run);
    passed += count;
  };
  for (const [, cell] of [...statistics.cells].sort(([a], [b]) => a - b)) {
    const { completed, cut } = cell;
    const time = cell.completedTime / completed;
    if (completed > 0) add(completed, { arm, time, completed: true, reward: cell.reward / completed });
    if (cut > 0) add(cut, { arm, time: cell.cutTime / cut, completed: false, reward: 0 });
  }
  return runs;
}

/** What the reward of an arm would have cost if no trial had been cut; not `exact` if it is a lower bound. */
export interface CostWithoutCutoff {
  readonly time: number;
  readonly exact: boolean;
}

/** Takes all trials for draws of one law; null as long as nothing was earned. */
export function estimateCostWithoutCutoff({ cells, reward }: ArmStatistics): CostWithoutCutoff | null {
  const sorted = [...cells].sort(([a], [b]) => a - b).map(([, cell]) => cell);
  const bins = sorted.map((cell) => ({
    completed: cell.completed,
    cut: cell.cut,
    time: cell.completedTime,
    successes: cell.reward,
  }));
  const last = sorted.at(-1);
  const longest = last === undefined ? 0 : (last.completedTime + last.cutTime) / (last.completed + last.cut);
  const cost = costOfSuccess(bins, longest);
  return cost === undefined ? null : { time: reward * cost.timePerSuccess, exact: cost.exact };
}
