import type { Outcome } from "@mulligan/core";
import type { LoggedRun } from "@mulligan/core/analysis";
import { costOfSuccess } from "../../tasks/product-limit-tails.ts";

/**
 * What an arm's trials showed, in cells of 2%: as small after a million trials as after a thousand, and all that the
 * analysis needs. A cell knows how many completed and how many were cut in it, and the sums of their times and rewards.
 */
export interface Seen {
  completed: number;
  /** Of these, ended without a reward. */
  failed: number;
  censored: number;
  /** Of all trials together. */
  time: number;
  reward: number;
  /** Cuts that said how long the reset after them took, and how long that was in all. */
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
/** Of trials that took no time. */
const AT_ONCE = -100_000;

export function newSeen(): Seen {
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

export function see(seen: Seen, outcome: Outcome): void {
  const { time } = outcome;
  const place = time > 0 ? Math.floor(Math.log2(time) * CELLS_AN_OCTAVE) : AT_ONCE;
  let cell = seen.cells.get(place);
  if (cell === undefined) {
    cell = { completed: 0, completedTime: 0, reward: 0, cut: 0, cutTime: 0 };
    seen.cells.set(place, cell);
  }
  seen.time += time;
  if (outcome.kind === "completed") {
    seen.completed += 1;
    seen.reward += outcome.reward;
    if (outcome.reward === 0) seen.failed += 1;
    cell.completed += 1;
    cell.completedTime += time;
    cell.reward += outcome.reward;
  } else {
    seen.censored += 1;
    cell.cut += 1;
    cell.cutTime += time;
    if (outcome.resetting !== undefined) {
      seen.resets += 1;
      seen.resetTime += outcome.resetting;
    }
  }
}

/** Plain data: the counts, then six numbers a cell. */
export function saveSeen({ cells, ...counts }: Seen): SavedSeen {
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

export type SavedSeen = Omit<Seen, "cells"> & { readonly cells: readonly number[] };

export function loadSeen({ cells, ...counts }: SavedSeen): Seen {
  const seen: Seen = { ...counts, cells: new Map() };
  for (let i = 0; i < cells.length; i += 6) {
    const [place, completed, completedTime, reward, cut, cutTime] = cells.slice(i, i + 6);
    seen.cells.set(place, { completed, completedTime, reward, cut, cutTime });
  }
  return seen;
}

/** Runs that the analysis looks at: more would make nobody wiser, and would take it longer than a tenth of a second. */
export const MAX_ANALYSED = 1_000;

/**
 * The trials as runs for the analysis, each with the mean time and reward of its kind in its cell. Of more than
 * MAX_ANALYSED an even selection stands for all: its intervals are those of so many runs, wider than they need be.
 */
export function runsOf(seen: Seen, arm: string): LoggedRun[] {
  const total = seen.completed + seen.censored;
  const kept = Math.min(total, MAX_ANALYSED);
  const runs: LoggedRun[] = [];
  let passed = 0;
  const add = (count: number, run: LoggedRun) => {
    const [from, to] = [passed, passed + count].map((place) => Math.floor((place * kept) / total));
    for (let i = from; i < to; i++) runs.push(run);
    passed += count;
  };
  for (const [, cell] of [...seen.cells].sort(([a], [b]) => a - b)) {
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
export function costWithoutCutoff({ cells, reward }: Seen): CostWithoutCutoff | null {
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
