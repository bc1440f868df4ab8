import { latticeEdge, outlivedCell } from "../../problem/lattice.ts";
import type { OpenTask } from "./open-task.ts";

/*
 * How far the cutoffs of a task may reach, so that what the model does not know costs a factor and not all. `usual` has
 * for each arm the cell in which all but a few of its successes ended.
 */

/** After the first few successes the others are given a few times their time, not less: one says little. */
export function leastCutoff(successes: number, longest: readonly number[]): number {
  return successes < FEW ? latticeEdge(Math.max(...longest) + 2 * OCTAVE) : 0;
}

/**
 * The longest cell that the next attempt at a task may have, for each arm. What lies far beyond the usual may take twice
 * what the task has cost already, as long as all that failed there is a small part of the time of all (`mayWaste`).
 */
export function longestCells(
  successes: number,
  usual: readonly number[],
  mayWaste: boolean,
  task?: OpenTask,
): number[] {
  const any = Math.max(...usual);
  const beyond = successes < FEW ? 2 * OCTAVE : OCTAVE;
  return usual.map((cell) => {
    const last = (cell === -NO_CELL ? any : cell) + beyond;
    if (!mayWaste || task === undefined || !(task.time > 0)) return last;
    return Math.max(last, outlivedCell(LONGER * task.time));
  });
}

/** Whether what failed far beyond the usual is a small part of the time of all. */
export function mayWaste(wasted: number, spent: number): boolean {
  return wasted < WASTED_SHARE * spent;
}

/**
 * The next octave beyond all that was tried at a task is tried whatever the model says, if the task has cost as many
 * times that as solved tasks had attempts that were long enough. Where these had one, that no attempt was lucky is
 * far less likely than that none was long enough.
 */
export function forcedCell(
  usual: readonly number[],
  attemptsToSolve: number,
  { longest, time }: OpenTask,
): number | undefined {
  const next = Math.max(Math.max(...usual) + OCTAVE, longest) + OCTAVE;
  return time > Math.min(attemptsToSolve, FORCED_AFTER) * latticeEdge(next) ? next : undefined;
}

export function isBeyond(usual: readonly number[], cell: number): boolean {
  return cell > Math.max(...usual) + OCTAVE;
}

/** Beyond every cell. */
export const NO_CELL = 1e6;
const OCTAVE = 3;
/** Successes up to which the data say too little to cut near them. */
const FEW = 3;
const LONGER = 2;
const WASTED_SHARE = 0.15;
const FORCED_AFTER = 16;
