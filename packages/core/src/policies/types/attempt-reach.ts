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
 * The longest cell that the next attempt at a task may have, for each arm. What lies far beyond the usual may cost half
 * as much as all else, and no more at once than half of what the task has cost already.
 */
export function longestCells(successes: number, usual: readonly number[], task?: OpenTask): number[] {
  const any = Math.max(...usual);
  const beyond = successes < FEW ? 2 * OCTAVE : OCTAVE;
  return usual.map((cell) => {
    const last = (cell === -NO_CELL ? any : cell) + beyond;
    if (task === undefined || !(task.time > 0)) return last;
    if (task.timeBeyond >= BEYOND_SHARE * (task.time - task.timeBeyond)) return last;
    return Math.max(last, outlivedCell(BEYOND_SHARE * task.time));
  });
}

/** Where a task has cost many times the next octave beyond all that was tried, that is tried whatever the model says. */
export function forcedCell(usual: readonly number[], { longest, time }: OpenTask): number | undefined {
  const next = Math.max(Math.max(...usual) + OCTAVE, longest) + OCTAVE;
  return time > FORCED_AFTER * latticeEdge(next) ? next : undefined;
}

export function isBeyond(usual: readonly number[], cell: number): boolean {
  return cell > Math.max(...usual) + OCTAVE;
}

/** Beyond every cell. */
export const NO_CELL = 1e6;
const OCTAVE = 3;
/** Successes up to which the data say too little to cut near them. */
const FEW = 3;
const BEYOND_SHARE = 0.5;
const FORCED_AFTER = 16;
