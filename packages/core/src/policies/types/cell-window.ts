import { TaskHistory } from "../../statistics/task-history.ts";
import { savedNumbers } from "../definition/saved-state.ts";

/*
 * Limits the work of a plan and of a fit for any data. Times may lie a hundred octaves apart, and there may be
 * dozens of arms. A plan looks at every type for each cell and arm, and there is a type for each cell: with a success
 * after 10⁻³⁰⁰ and one after 10³⁰⁰, which were allowed once, a decision took 16 seconds.
 *
 * So a model has a window of cells that ends with the longest time. Shorter times count as the first cell of the window:
 * they hardly matter beside times that are 10⁵ to 10¹² times as long.
 */

/** The number of cells in the window: 40 octaves with one arm, 18 with many. A plan in it takes 30 ms at most. */
export function windowLength(arms: number): number {
  return LENGTHS[arms] ?? LENGTHS[0];
}

/** By the number of arms; the first is for more than four. */
const LENGTHS = [54, 120, 96, 66, 66];

/** Returns the first cell of the window, given the first and the last cell with observations. */
export function windowStart(first: number, last: number, arms: number): number {
  return Math.max(first, last - windowLength(arms));
}

/** The history with the cells before `from` moved to it; the same object if there are none. */
export function historyFrom(history: TaskHistory, from: number): TaskHistory {
  const { arms, cells, counts, solvedArm, solvedCell, weight } = history;
  if (!(solvedArm >= 0 && solvedCell < from) && cells.every((cell) => cell >= from)) return history;
  const moved = new TaskHistory();
  moved.weight = weight;
  moved.arms.push(...arms);
  // An attempt that outlived a cell before the window shows nothing about its first cell.
  moved.cells.push(...cells.map((cell) => Math.max(cell, from - 1)));
  moved.counts.push(...counts);
  if (solvedArm >= 0) moved.solve(solvedArm, Math.max(solvedCell, from));
  return moved;
}

/**
 * Returns the histories that a fit reads, and the number of its rounds. Many histories have fewer rounds, which is
 * enough since a fit starts from the last one. Too many for one round are reduced to the heaviest; of equals the newest
 * are kept.
 */
export function fitWork(
  histories: readonly TaskHistory[],
  types: number,
): { readonly histories: readonly TaskHistory[]; readonly rounds: number } {
  const cost = histories.reduce((sum, history) => sum + types * lengthOf(history), 0);
  const rounds = Math.max(1, Math.min(MOST_ROUNDS, Math.floor(MOST_WORK / cost)));
  if (cost <= MOST_WORK) return { histories, rounds };
  const order = histories.map((_, place) => place);
  order.sort((a, b) => histories[b].weight - histories[a].weight || b - a);
  const kept = new Set<number>();
  let left = MOST_WORK;
  for (const place of order) {
    left -= types * lengthOf(histories[place]);
    if (left < 0) break;
    kept.add(place);
  }
  return { histories: histories.filter((_, place) => kept.has(place)), rounds };
}

/**
 * Returns the cost of computing the likelihood of a history for each type, in units of that of a task that was solved
 * at once.
 */
function lengthOf({ arms }: TaskHistory): number {
  return 1 + arms.length / 3;
}

const MOST_ROUNDS = 4;
/** The number of likelihoods that a fit computes in all its rounds: some 30 ms. */
const MOST_WORK = 1_800_000;

/** The arms that a plan chooses from: all, or the ones with the largest rates of success if there are many. */
export function plannedArms(rates: readonly number[]): readonly number[] {
  const arms = rates.map((_, arm) => arm);
  if (arms.length <= MOST_PLANNED) return arms;
  return arms.sort((a, b) => rates[b] - rates[a] || a - b).slice(0, MOST_PLANNED);
}

/** Reads the result of an earlier `plannedArms` from a saved state with this number of arms. */
export function savedPlannedArms(policy: string, saved: unknown, arms: number): readonly number[] {
  const planned = savedNumbers(policy, saved, "planned", Math.min(arms, MOST_PLANNED));
  if (planned.every((arm) => Number.isInteger(arm) && arm >= 0 && arm < arms)) return planned;
  throw new RangeError(`${policy}: the saved planned arms must be from 0 to ${arms - 1}, got ${planned}`);
}

/**
 * A plan takes a few milliseconds for each arm. Luby's sequence, which has a share of all time, uses all arms in turn.
 */
const MOST_PLANNED = 6;
