import { latticeEdge, outlivedCell } from "../../problem/lattice.ts";
import type { SolvedCells, TaskHistory } from "../../statistics/task-history.ts";
import type { OpenTask } from "./open-tasks.ts";

/*
 * Limits how far the cutoffs of a task may reach, so that an error of the model costs a factor, not everything. `usual`
 * has for each arm the cell in which all but a few of its successes ended.
 */

/**
 * Returns the least cutoff until the second success: a few times the time of the first, since one success says little, and
 * at least twice the base of Luby's sequence, since starts have a cost. Without it exponential times cost 12% more; until
 * the third success, attempts that hang half of the time cost 13% more.
 */
export function leastCutoff(successes: number, longest: readonly number[], base: number): number {
  return successes < 2 ? Math.max(latticeEdge(Math.max(...longest) + 2 * OCTAVE), 2 * base) : 0;
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

/**
 * Returns the next octave beyond all earlier cutoffs of a task, whatever the model says, if the task has cost as many
 * times that as solved tasks had attempts that were long enough. If they had one, it is far likelier that no attempt at
 * this task was long enough than that none was lucky. The further beyond the usual, the less: if attempts at this task
 * end seldom at any length, each octave doubles the loss.
 */
export function forcedCell(
  usual: readonly number[],
  attemptsToSolve: number,
  { longest, time, coldTime }: OpenTask,
): number | undefined {
  const last = Math.max(...usual) + OCTAVE;
  const next = Math.max(last, longest) + OCTAVE;
  const doubts = 1 + DOUBT * ((next - last) / OCTAVE - 1);
  return time - coldTime > Math.min(attemptsToSolve * doubts, FORCED_AFTER) * latticeEdge(next)
    ? next
    : undefined;
}

export function isBeyondReach(usual: readonly number[], cell: number): boolean {
  return cell > Math.max(...usual) + OCTAVE;
}

/** An index beyond every cell. */
export const NO_CELL = 1e6;
const OCTAVE = 3;
/** With fewer successes than this, a cutoff may be two octaves beyond them, and not one. */
const FEW = 3;
/**
 * The time that an attempt beyond the usual may take, as a multiple of the task's so far, before such attempts have used up
 * their share (`beyond`) and after. Without any limit, tasks that differ in their chance of success cost 70% to 149% more;
 * without the share 20% to 75% (docs/benchmarks/retried-tasks.md).
 */
const LONGER = 2;
const BEYOND_SHARE = 0.5;
/** Without a forced octave, own times with 10% hangs cost 26% more. */
const FORCED_AFTER = 16;
/** The share by which the required multiple of a cutoff grows with each octave beyond the usual. */
const DOUBT = 0.25;

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

/** Returns the mean number of attempts at a solved task that were long enough for its success, including that one. */
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

/**
 * The share of successes that are ignored here: they came later than all others by chance, or at a task of another
 * kind.
 */
const RARE = 0.05;
