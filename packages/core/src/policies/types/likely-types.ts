import type { AttemptTables } from "./attempt-tables.ts";

/**
 * The types that a task may well have. Of hundreds a few dozen are left after some tasks, and a plan looks at each a
 * thousand times.
 */
export function likelyTypes(beliefs: Float64Array): number[] {
  const likely: number[] = [];
  for (let type = 0; type < beliefs.length; type++) if (beliefs[type] > NEGLIGIBLE) likely.push(type);
  return likely;
}

/** Tables of these types only, up to a cell. */
export function narrowed(tables: AttemptTables, types: readonly number[], lastCell: number): AttemptTables {
  const { firstCell, restart } = tables;
  const rows = lastCell - firstCell + 1;
  const narrow = (column: Float64Array) => {
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

/** Even if it took a million times as long, it would change a plan by one time unit. */
const NEGLIGIBLE = 1e-6;
