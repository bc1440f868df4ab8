import type { TaskHistory } from "../../statistics/task-history.ts";

/** The cells in which attempts with an arm succeeded, with their weights, the longest first. */
export type SolvedCells = readonly (readonly [cell: number, weight: number])[];

export function solvedCells(histories: Iterable<TaskHistory>, arm: number): SolvedCells {
  const byCell = new Map<number, number>();
  for (const { solvedArm, solvedCell, weight } of histories) {
    if (solvedArm === arm) byCell.set(solvedCell, (byCell.get(solvedCell) ?? 0) + weight);
  }
  return [...byCell].sort(([a], [b]) => b - a);
}

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

/** How many attempts at a task were long enough for its success, with that one: the mean of all that were done. */
export function attemptsToSolve(histories: Iterable<TaskHistory>): number {
  let [attempts, tasks] = [0, 0];
  for (const { arms, cells, counts, solvedArm, solvedCell, weight } of histories) {
    if (solvedArm < 0) continue;
    tasks += weight;
    attempts += weight;
    for (let i = 0; i < cells.length; i++) {
      if (arms[i] === solvedArm && cells[i] >= solvedCell) attempts += weight * counts[i];
    }
  }
  return attempts / tasks;
}

/** Successes that came later than all others by chance, or at a task of another kind. */
const RARE = 0.05;
