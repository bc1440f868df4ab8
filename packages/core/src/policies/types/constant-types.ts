import type { TaskHistory } from "../../statistics/task-history.ts";
import { savedNumbers } from "../definition/saved-state.ts";
import type { TaskType } from "./type-grid.ts";

/*
 * Tasks at which every attempt takes the same time or hangs: a program without chance, inputs of different size, a
 * server that sometimes does not answer. There is a type for each cell in which such a task may end, and for each of
 * a few chances to hang.
 */

/**
 * The distribution of tasks over these cells follows from the successes of all tasks, smoothed. It does not show
 * whether tasks are like that: this shows at tasks that failed first, and is learned as the share of all types with one
 * chance to hang. If each type had a weight of its own, every success would support it.
 *
 * With several arms, an arm is as much slower at every task as its successes are on average.
 */
export function constantTypes({ histories, unit, from, to }: Seen, arms: number): TaskType[] {
  const later = armDelays(histories, arms);
  const spread = Array.from({ length: to + BEYOND - from + 1 }, (_, place) => {
    const beyond = Math.max(0, from + place - to);
    return FALL ** beyond / (to - from + 1 + FALL / (1 - FALL));
  });
  for (const { solvedArm, solvedCell, weight } of histories) {
    if (solvedArm < 0) continue;
    for (let step = -SMOOTHED; step <= SMOOTHED; step++) {
      const place = solvedCell - later[solvedArm] + step - from;
      const part = (SMOOTHED + 1 - Math.abs(step)) / (SMOOTHED + 1) ** 2;
      if (place >= 0 && place < spread.length) spread[place] += (part * weight) / unit;
    }
  }
  const sum = spread.reduce((total, part) => total + part, 0);
  return constants(
    later.map((cells) => from + cells),
    spread.map((part) => part / sum),
  );
}

/** Returns the number of such types for these cells. */
export function constantCount(from: number, to: number): number {
  return HANGS.length * (to + BEYOND - from + 1);
}

/** Returns by how many cells each arm's successes are later, on average, than those of the first arm that has any. */
function armDelays(histories: readonly TaskHistory[], arms: number): number[] {
  const sums = Array.from({ length: arms }, () => [0, 0]);
  for (const { solvedArm, solvedCell, weight } of histories) {
    if (solvedArm < 0) continue;
    sums[solvedArm][0] += solvedCell * weight;
    sums[solvedArm][1] += weight;
  }
  const means = sums.map(([cells, weight]) => cells / weight);
  const first = means.find((mean) => !Number.isNaN(mean)) ?? 0;
  return means.map((mean) => (Number.isNaN(mean) ? 0 : Math.round(mean - first)));
}

function constants(from: readonly number[], spread: readonly number[]): TaskType[] {
  return HANGS.flatMap((hangs) =>
    spread.map((prior, place) => ({
      shifts: from.map(() => 0),
      hazards: from.map(() => 1),
      prior,
      constant: { ends: from.map((cell) => cell + place), hangs },
    })),
  );
}

/**
 * Returns the weights of the grid's types and of these. Types with the same chance to hang share a weight: that of the
 * types which they replace, or that of the prior.
 */
export function weightsWith(
  constant: readonly TaskType[],
  weights: Float64Array,
  grid: number,
): Float64Array {
  const first = weights.length === grid;
  const shares = first ? PRIOR_SHARES : constantShares(weights.subarray(grid));
  const ofGrid = first ? 1 - CONSTANT_SHARE : 1;
  const each = constant.length / HANGS.length;
  return Float64Array.from({ length: grid + constant.length }, (_, place) =>
    place < grid
      ? ofGrid * weights[place]
      : shares[Math.floor((place - grid) / each)] * constant[place - grid].prior,
  );
}

/** Returns the shares of the types with each chance to hang. */
function constantShares(constant: Float64Array): number[] {
  const each = constant.length / HANGS.length;
  return HANGS.map((_, level) =>
    constant.subarray(level * each, (level + 1) * each).reduce((sum, part) => sum + part, 0),
  );
}

/**
 * Reads the types of a saved state. Their probabilities are in the weights, and the next fit reads the successes again.
 */
export function savedConstants(policy: string, from: unknown, count: number, arms: number): TaskType[] {
  if (from === undefined && count === 0) return [];
  const first = savedNumbers(policy, from, "constantsFrom", arms);
  const each = count / HANGS.length;
  if (!(first.every(Number.isInteger) && Number.isInteger(each) && each > 0 && count <= MAX_CONSTANTS)) {
    throw new RangeError(
      `${policy}: the saved weights must be those of its types, and of ${count} constants`,
    );
  }
  return constants(first, Array<number>(each).fill(1 / each));
}

/** Returns Λ of such a task. Times vary a little, also with other work on the machine. */
export function constantOutlived(ends: number, hangs: number, cell: number): number {
  if (cell < ends) return cell === ends - 1 ? EARLY : 0;
  return EARLY - Math.log(hangs) * (cell === ends ? 1 : MORE);
}

export function constantHazard(ends: number, hangs: number, cell: number): number {
  if (cell < ends) return cell === ends - 1 ? EARLY : 0;
  if (cell === ends) return -Math.log(hangs);
  return cell === ends + 1 ? -Math.log(hangs) * (MORE - 1) : 0;
}

interface Seen {
  readonly histories: readonly TaskHistory[];
  /** The weight of one task. */
  readonly unit: number;
  /** The first and the last cell with observations. */
  readonly from: number;
  readonly to: number;
}

/** The shares of attempts at a constant task that hang. */
const HANGS = [0.04, 0.25, 0.6];
/** The prior share of these types, each and all together. */
const PRIOR_SHARES = [0.1, 0.06, 0.04];
const CONSTANT_SHARE = PRIOR_SHARES.reduce((sum, share) => sum + share, 0);
/** The number of cells beyond all observations; each octave is half as likely as the one before. */
const BEYOND = 24;
const FALL = 0.5 ** (1 / 3);
const SMOOTHED = 2;
const MAX_CONSTANTS = 30_000;
/** The share of attempts that end in the cell before, and in the cell after. */
const EARLY = 0.05;
const MORE = 1.1;
