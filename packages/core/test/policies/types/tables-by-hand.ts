import type { AttemptTables } from "../../../src/policies/types/attempt-tables.ts";
import { latticeEdge } from "../../../src/problem/lattice.ts";
import { lubyMultiplier } from "../../../src/problem/schedule.ts";

/** P(X > t), for one type of task. */
export type Survival = (time: number) => number;

export const exponentialSurvival =
  (mean = 1): Survival =>
  (time) =>
    Math.exp(-time / mean);

/** So many attempts end, about when the time `mean` has passed; the others never. */
export const sometimesEnds =
  (share: number, mean = 1): Survival =>
  (time) =>
    1 - share + share * Math.exp(-((time / mean) ** 2));

interface Range {
  readonly firstCell?: number;
  readonly lastCell?: number;
  readonly restart?: number;
}

/** Tables of laws that are known, for each arm those of all types, without a model. */
export function tablesOf(
  arms: readonly (readonly Survival[])[],
  { firstCell = -9, lastCell = 18, restart = 0 }: Range = {},
): AttemptTables {
  const types = arms[0].length;
  const rows = lastCell - firstCell + 1 + 3 * 13;
  const columns = arms.map((laws) => {
    const survival = new Float64Array(rows * types);
    const usage = new Float64Array(rows * types);
    laws.forEach((law, type) => {
      for (let row = 0; row < rows; row++) {
        const end = latticeEdge(firstCell + row);
        survival[row * types + type] = law(end);
        usage[row * types + type] =
          row === 0
            ? simpson(law, 0, end)
            : usage[(row - 1) * types + type] + simpson(law, latticeEdge(firstCell + row - 1), end);
      }
    });
    return { survival, usage };
  });
  return {
    ...{ firstCell, lastCell, types, restart },
    survival: columns.map(({ survival }) => survival),
    usage: columns.map(({ usage }) => usage),
    luby: columns.map(({ survival, usage }) => {
      const times = new Float64Array((lastCell - firstCell + 1) * types);
      return times.map((_, place) => lubyTime(survival, usage, place, types, restart));
    }),
  };
}

/** Attempt after attempt. */
function lubyTime(
  survival: Float64Array,
  usage: Float64Array,
  base: number,
  types: number,
  restart: number,
): number {
  let [sum, alive] = [0, 1];
  for (let attempt = 1; attempt < 2 ** 11 && alive > 1e-9; attempt++) {
    const place = base + 3 * Math.log2(lubyMultiplier(attempt)) * types;
    sum += alive * (usage[place] + restart * survival[place]);
    alive *= survival[place];
  }
  return sum;
}

function simpson(law: Survival, from: number, to: number): number {
  const steps = 20;
  const width = (to - from) / steps;
  let sum = law(from) + law(to);
  for (let step = 1; step < steps; step++) sum += (step % 2 === 1 ? 4 : 2) * law(from + step * width);
  return (sum * width) / 3;
}

/** What one cutoff again and again costs a task of this type, for ever. */
export function constantCost(tables: AttemptTables, cell: number, type = 0, arm = 0): number {
  const place = (cell - tables.firstCell) * tables.types + type;
  const alive = tables.survival[arm][place];
  return (tables.usage[arm][place] + tables.restart * alive) / (1 - alive);
}

/** The cell of the best cutoff for a type by itself. */
export function bestConstant(tables: AttemptTables, type = 0, arm = 0): number {
  let best = tables.firstCell;
  for (let cell = tables.firstCell; cell <= tables.lastCell; cell++) {
    if (constantCost(tables, cell, type, arm) < constantCost(tables, best, type, arm)) best = cell;
  }
  return best;
}
