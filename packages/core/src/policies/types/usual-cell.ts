import type { TaskHistory } from "../../statistics/task-history.ts";

/** The cell up to which all but `RARE` of the successes of an arm came; undefined if it had none. */
export function usualCell(histories: Iterable<TaskHistory>, arm: number): number | undefined {
  const byCell = new Map<number, number>();
  let all = 0;
  for (const { solvedArm, solvedCell, weight } of histories) {
    if (solvedArm !== arm) continue;
    byCell.set(solvedCell, (byCell.get(solvedCell) ?? 0) + weight);
    all += weight;
  }
  let later = 0;
  for (const [cell, weight] of [...byCell].sort(([a], [b]) => b - a)) {
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
