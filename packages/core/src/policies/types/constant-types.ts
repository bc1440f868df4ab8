import type { TaskHistory } from "../../statistics/task-history.ts";
import { savedNumbers } from "../definition/saved-state.ts";
import type { TaskType } from "./type-grid.ts";

/*
 * Tasks at which every attempt takes the same time, so that nothing is won by beginning again: a program without chance,
 * inputs of different size. There is a type for each cell in which such a task may end.
 */

/**
 * How tasks are spread over these cells follows from the successes of all tasks, smoothed. Whether tasks are like that
 * cannot be seen from it: that shows at those which failed first, and is learned as the share of all these types
 * together. If each had a weight of its own, every success would be a reason to believe in it.
 */
export function constantTypes({ histories, unit, from, to }: Seen): TaskType[] {
  const spread = Array.from({ length: to + BEYOND - from + 1 }, (_, place) => {
    const beyond = Math.max(0, from + place - to);
    return FALL ** beyond / (to - from + 1 + FALL / (1 - FALL));
  });
  for (const { solvedArm, solvedCell, weight } of histories) {
    if (solvedArm < 0) continue;
    for (let step = -SMOOTHED; step <= SMOOTHED; step++) {
      const place = solvedCell + step - from;
      const part = (SMOOTHED + 1 - Math.abs(step)) / (SMOOTHED + 1) ** 2;
      if (place >= 0 && place < spread.length) spread[place] += (part * weight) / unit;
    }
  }
  const sum = spread.reduce((total, part) => total + part, 0);
  return spread.map((part, place) => constantType(from + place, part / sum));
}

/** Weights of the grid's types, as they are, and of these, in the place of others that had the same share together. */
export function weightsWith(
  constants: readonly TaskType[],
  weights: Float64Array,
  grid: number,
): Float64Array {
  const first = weights.length === grid;
  const ofGrid = first ? 1 - CONSTANT_SHARE : 1;
  const share = first ? CONSTANT_SHARE : weights.subarray(grid).reduce((sum, weight) => sum + weight, 0);
  return Float64Array.from({ length: grid + constants.length }, (_, place) =>
    place < grid ? ofGrid * weights[place] : share * constants[place - grid].prior,
  );
}

/** Those of a saved state. How likely each is stands in the weights, and the next fit looks at the successes anew. */
export function savedConstants(policy: string, from: unknown, count: number): TaskType[] {
  const [first] = from === undefined ? [0] : savedNumbers(policy, [from], "constantsFrom");
  const most = from === undefined ? 0 : MAX_CONSTANTS;
  if (!(Number.isInteger(first) && count >= 0 && count <= most)) {
    throw new RangeError(
      `${policy}: the saved weights must be those of its types, and of ${count} constants`,
    );
  }
  return Array.from({ length: count }, (_, place) => constantType(first + place, 1 / count));
}

function constantType(ends: number, prior: number): TaskType {
  return { shifts: [0], hazards: [1], prior, ends };
}

/** Λ of such a task. Times vary a little, also by what else the machine does. */
export function constantOutlived(ends: number, cell: number): number {
  return cell < ends - 1 ? 0 : EARLY + SURE * (cell - ends + 1);
}

export function constantHazard(ends: number, cell: number): number {
  if (cell < ends) return cell === ends - 1 ? EARLY : 0;
  return SURE;
}

interface Seen {
  readonly histories: readonly TaskHistory[];
  /** What one task weighs. */
  readonly unit: number;
  /** The first and the last cell in which anything was seen. */
  readonly from: number;
  readonly to: number;
}

/** What is thought of them all together before anything was seen. */
export const CONSTANT_SHARE = 0.2;
/** Cells beyond all that was seen, each octave half as likely as the one before. */
const BEYOND = 24;
const FALL = 0.5 ** (1 / 3);
const SMOOTHED = 2;
const MAX_CONSTANTS = 10_000;
/** 95 of a hundred attempts end in the cell, and of the rest 95 of a hundred in the next; a few in the one before. */
const SURE = 3;
const EARLY = 0.05;
