import { latticeEdge, outlivedCell } from "../../problem/lattice.ts";
import type { SolvedCells } from "../../statistics/task-history.ts";
import type { OpenTask } from "./open-tasks.ts";

/*
 * Limits how far the cutoffs of a task may reach, so that an error of the model costs a factor, not everything. `usual`
 * has for each arm the cell in which all but a few of its successes ended.
 */

/**
 * Returns the least cutoff after the first few successes: a few times their time, since one success says little, and at
 * least twice the base of Luby's sequence, since starts have a cost.
 */
export function leastCutoff(successes: number, longest: readonly number[], base: number): number {
  return successes < FEW ? Math.max(latticeEdge(Math.max(...longest) + 2 * OCTAVE), 2 * base) : 0;
}

/**
 * The longest cell that the next attempt at a task may have, for each arm. An attempt far beyond the usual time may
 * take twice what the task has cost already, until the failures there have used up their share (`mayWaste`). Then it
 * may take half of that.
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
    // The time before the first success of any task is no evidence about this task.
    const time = task === undefined ? 0 : task.time - task.coldTime;
    if (task === undefined || !(time > 0)) return last;
    if (mayWaste) return Math.max(last, outlivedCell(LONGER * time));
    const beyondEnough = task.timeBeyond >= BEYOND_SHARE * (time - task.timeBeyond);
    return beyondEnough ? last : Math.max(last, outlivedCell(BEYOND_SHARE * time));
  });
}

export function isBeyondReach(usual: readonly number[], cell: number): boolean {
  return cell > Math.max(...usual) + OCTAVE;
}

/** An index beyond every cell. */
export const NO_CELL = 1e6;
const OCTAVE = 3;
/** The number of successes up to which the data are too few to cut near them. */
const FEW = 3;
const LONGER = 2;
const BEYOND_SHARE = 0.5;

/**
 * The cell up to which all but `RARE` of the successes came, of those that came after a given cell; undefined if there
 * were none. A task that has outlived what most tasks take is compared with the others that have.
 */
export function usualCell(solved: SolvedCells, after = -Infinity): number | undefined {
  let all = 0;
  for (const [cell, weight] of solved) if (cell > after) all += weight;
  let later = 0;
  for (const [cell, weight] of solved) {
    if (cell <= after) return undefined;
    later += weight;
    if (later > RARE * all) return cell;
  }
  return undefined;
}

/**
 * The share of successes that are ignored here: they came later than all others by chance, or at a task of another
 * kind.
 */
const RARE = 0.05;
