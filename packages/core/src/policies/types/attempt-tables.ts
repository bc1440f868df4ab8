import { latticeEdge } from "../../problem/lattice.ts";
import type { TypeModel } from "./type-model.ts";

/**
 * The time and the chance of a success of an attempt that is cut at the end of a cell, for each arm, cell and type. One
 * row a cell, with all types beside each other, since a plan adds them up.
 */
export interface AttemptTables {
  readonly firstCell: number;
  readonly lastCell: number;
  readonly types: number;
  /** The cost of a restart. */
  readonly restart: number;
  /** P(X > t), by arm. */
  readonly survival: readonly Float64Array[];
  /** E[min(X, t)], by arm. */
  readonly usage: readonly Float64Array[];
  /** The time until a success by Luby's sequence with this cutoff as its base, by arm. */
  readonly luby: readonly Float64Array[];
}

/** Makes the tables of the cells from one to another, for these arms; the tables of other arms are empty. */
export function attemptTables(
  model: TypeModel,
  arms: readonly number[],
  { firstCell, lastCell, restart }: Pick<AttemptTables, "firstCell" | "lastCell" | "restart">,
): AttemptTables {
  const types = model.types.length;
  const rows = lastCell - firstCell + 1 + CELLS_PER_DOUBLING * (BLOCKS - 1);
  const survival: Float64Array[] = [];
  const usage: Float64Array[] = [];
  const luby: Float64Array[] = [];
  const none = new Float64Array(0);
  for (let arm = 0; arm <= Math.max(...arms); arm++) {
    if (!arms.includes(arm)) {
      for (const columns of [survival, usage, luby]) columns.push(none);
      continue;
    }
    const column = { survival: new Float64Array(rows * types), usage: new Float64Array(rows * types) };
    for (let type = 0; type < types; type++) fillColumn(model, type, arm, firstCell, rows, column);
    survival.push(column.survival);
    usage.push(column.usage);
    luby.push(lubyTimes(column, types, lastCell - firstCell + 1, restart));
  }
  return { firstCell, lastCell, types, restart, survival, usage, luby };
}

interface Column {
  readonly survival: Float64Array;
  readonly usage: Float64Array;
}

function fillColumn(
  model: TypeModel,
  type: number,
  arm: number,
  firstCell: number,
  rows: number,
  { survival, usage }: Column,
): void {
  const types = model.types.length;
  // No attempt ends before this cell.
  let cell = Math.min(firstCell, model.firstCell(type, arm));
  let alive = 1;
  let mean = latticeEdge(cell - 1);
  for (; cell < firstCell + rows; cell++) {
    const next = Math.exp(-model.outlived(type, arm, cell));
    mean += 0.5 * (alive + next) * (latticeEdge(cell) - latticeEdge(cell - 1));
    alive = next;
    if (cell < firstCell) continue;
    survival[(cell - firstCell) * types + type] = alive;
    usage[(cell - firstCell) * types + type] = mean;
  }
}

/**
 * Luby's sequence is made of blocks, B₁ = (b) and B_{j+1} = B_j B_j (2^j·b). Its time until a success and its chance of
 * no success are made of the same blocks, so they are cheap to compute. It ends after `BLOCKS` blocks.
 */
function lubyTimes({ survival, usage }: Column, types: number, cells: number, restart: number): Float64Array {
  const times = new Float64Array(cells * types);
  for (let place = 0; place < times.length; place++) {
    let time = 0;
    let alive = 1;
    for (let block = 0; block < BLOCKS && alive > NEGLIGIBLE; block++) {
      const at = place + CELLS_PER_DOUBLING * block * types;
      time += alive * time + alive * alive * (usage[at] + restart * survival[at]);
      alive = alive ** 2 * survival[at];
    }
    times[place] = time;
  }
  return times;
}

const CELLS_PER_DOUBLING = 3;
/** 2¹⁴ attempts. */
const BLOCKS = 14;
const NEGLIGIBLE = 1e-7;

/**
 * Returns the types that a task may well have. Of hundreds a few dozen are left after some tasks, and a plan looks at
 * each a thousand times.
 */
export function likelyTypes(beliefs: Float64Array): number[] {
  const likely: number[] = [];
  for (let type = 0; type < beliefs.length; type++) if (beliefs[type] > UNLIKELY) likely.push(type);
  return likely;
}

/** Returns the tables of these types only, up to a cell. */
export function narrowed(tables: AttemptTables, types: readonly number[], lastCell: number): AttemptTables {
  const { firstCell, restart } = tables;
  const rows = lastCell - firstCell + 1;
  const narrow = (column: Float64Array) => {
    if (column.length === 0) return column;
    const own = new Float64Array(rows * types.length);
    for (let row = 0, place = 0; row < rows; row++) {
      for (let i = 0; i < types.length; i++) own[place++] = column[row * tables.types + types[i]];
    }
    return own;
  };
  return {
    firstCell,
    lastCell,
    restart,
    types: types.length,
    survival: tables.survival.map(narrow),
    usage: tables.usage.map(narrow),
    luby: tables.luby.map(narrow),
  };
}

/**
 * A type with less probability would change a plan by at most one time unit, even if it took a million times as long.
 */
const UNLIKELY = 1e-6;
