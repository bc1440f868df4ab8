import { nearestHint } from "@mulligan/core/distributions";
import type { TableRow } from "../../shell/table-rows.ts";
import { shown } from "../../shell/text.ts";
import { UsageError } from "../../shell/usage-error.ts";
import { readTime } from "./read-time.ts";

/** The columns of a table that are not called as `analyze` would call them: by name, or by number from 1. */
export interface ColumnNames {
  readonly time?: string;
  readonly completed?: string;
  readonly arm?: string;
  readonly reward?: string;
  readonly instance?: string;
}

/** Where each column stands; below 0 if it does not. */
export interface Columns {
  readonly time: number;
  readonly completed: number;
  readonly arm: number;
  readonly reward: number;
  readonly instance: number;
  /** Whether the first row is one of names. */
  readonly heading: boolean;
}

const USUAL = ["time", "completed", "arm", "reward", "instance"] as const;

/** Finds the columns by the first row: names, or, in a list of times without a heading, the first of them. */
export function findColumns(file: string, first: TableRow | undefined, names: ColumnNames): Columns {
  const cells = first?.record ?? [];
  const byNumber = numberOf(names.time, cells.length);
  const heading =
    readTime(cells[byNumber ?? 0] ?? "") === undefined ||
    (byNumber === undefined && named(names.time, cells));
  const words = heading ? cells.map((cell) => cell.toLowerCase()) : [];
  const asked = (name: (typeof USUAL)[number]) => {
    const wish = names[name];
    return wish === undefined ? words.indexOf(name) : placeOf(file, `--${name}-column`, wish, words, cells);
  };
  const twice = words.find(
    (word, place) => USUAL.some((name) => name === word) && words.indexOf(word) < place,
  );
  if (twice !== undefined) throw new UsageError(`${file}:1: must have one column ${twice}, got two`);
  const only = cells.length === 1 && names.time === undefined ? 0 : -1;
  const time = Math.max(asked("time"), only);
  if (time < 0) {
    throw new UsageError(
      `${file}:1: must have a column time, or be a list of times (--time-column names another), got ${cells.join(", ").slice(0, 80) || "none"}`,
    );
  }
  return {
    time,
    completed: asked("completed"),
    arm: asked("arm"),
    reward: asked("reward"),
    instance: asked("instance"),
    heading,
  };
}

function placeOf(
  file: string,
  option: string,
  wish: string,
  words: readonly string[],
  cells: readonly string[],
): number {
  const byName = words.indexOf(wish.trim().toLowerCase());
  const place = byName >= 0 ? byName : (numberOf(wish, cells.length) ?? -1);
  if (place >= 0) return place;
  const allowed = words.length > 0 ? `${words.join(", ").slice(0, 80)}, or a` : "a";
  throw new UsageError(
    `${option}: must be one of ${file}: ${allowed} number from 1 to ${cells.length}, got ${shown(wish)}${nearestHint(wish, words)}`,
  );
}

function named(wish: string | undefined, cells: readonly string[]): boolean {
  return wish !== undefined && cells.some((cell) => cell.toLowerCase() === wish.trim().toLowerCase());
}

/** A column by its number, counted from 1, as a place from 0. */
function numberOf(wish: string | undefined, count: number): number | undefined {
  if (wish === undefined || !/^\d{1,6}$/.test(wish.trim())) return undefined;
  const place = Number(wish) - 1;
  return place >= 0 && place < count ? place : undefined;
}
