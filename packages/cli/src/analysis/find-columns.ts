import { nearestHint } from "@mulligan/core/problem";
import { shown } from "../shell/text.ts";
import { UsageError } from "../shell/usage-error.ts";
import { readTime, type TimeUnit, unitOfWord } from "./cell-time.ts";
import {
  ARM_NAMES,
  endingIn,
  INSTANCE_NAMES,
  type OutcomeKind,
  outcomeKindOf,
  timeFit,
  unitIn,
  wordsOf,
} from "./columns.ts";

/** The roles of columns. A table that is made for `analyze` uses these names. */
const ROLES = ["time", "outcome", "arm", "reward", "instance"] as const;

type ColumnRole = (typeof ROLES)[number];

/** The options on the reading of a log: the columns, the unit of its times, and the words for each outcome. */
export const COLUMN_OPTIONS = [...ROLES, "timeUnit", "done", "failed", "cut", "skip"] as const;

/** A column by its name, or by its number from 1; a unit; words that are separated by commas. */
export type ColumnNames = Readonly<Partial<Record<(typeof COLUMN_OPTIONS)[number], string>>>;

/** The place of each column, below 0 if there is none. */
export type Columns = Readonly<Record<ColumnRole, number>> & {
  /** Whether the first row is one of names. */
  readonly heading: boolean;
  readonly names: readonly string[];
  /** Whether there is no other column than the times. */
  readonly isList: boolean;
  /** The unit of the times, if the user or the column's name says it. */
  readonly unit: TimeUnit | undefined;
  /** How the outcomes are written. */
  readonly outcomeKind: OutcomeKind;
  /** A column beside the outcome that says which runs were cut. */
  readonly cut: number;
  /** A column that has the name of an outcome, and words that are not understood. */
  readonly notUnderstood?: string | undefined;
};

/** A column further to the right is read only if the user names it. */
const MAX_GUESSED = 1_000;

/** The first rows of a table, with its heading if it has one. */
export type FirstRows = readonly (readonly string[])[];

/**
 * Finds the columns by the options of the user, the names in the first row and the cells below it. A list of times without a heading has
 * one column. `where` is the first word of an error.
 */
export function findColumns(where: string, rows: FirstRows, given: ColumnNames = {}): Columns {
  const cells = rows[0] ?? [];
  const byNumber = numberOf(given.time, cells.length);
  const looked = cells.slice(0, MAX_GUESSED);
  const heading =
    byNumber === undefined
      ? hasName(cells, given.time) || !looked.some((cell) => readTime(cell) !== undefined)
      : readTime(cells[byNumber]) === undefined;
  const names = heading ? cells : [];
  const chosen = Object.fromEntries(
    ROLES.map((role) => {
      const name = given[role];
      return [role, name === undefined ? -1 : requestedPlace(where, role, name, names, cells.length)];
    }),
  ) as Record<ColumnRole, number>;
  const body = heading ? rows.slice(1) : rows;
  const table: Table = { names: heading ? looked : [], body, width: looked.length, chosen };
  checkTwice(where, names, given);
  const time = placeOfTimes(table);
  const unit = given.timeUnit === undefined ? undefined : unitGiven(given.timeUnit);
  if (time < 0 || isNoList(table)) throw new UsageError(noTimes(where, cells));
  const outcome = placeOfOutcome(table, time, given.cut !== undefined);
  const taken = new Set([time, outcome.place, outcome.cut, ...Object.values(chosen)]);
  const named = (role: ColumnRole, words: readonly string[]) =>
    chosen[role] >= 0 ? chosen[role] : firstNamed(table.names, words, taken);
  return {
    time,
    outcome: outcome.place,
    outcomeKind: outcome.kind,
    cut: outcome.cut,
    notUnderstood: outcome.notUnderstood,
    arm: named("arm", ARM_NAMES),
    reward: named("reward", ["reward"]),
    instance: named("instance", INSTANCE_NAMES),
    heading,
    names,
    isList: cells.length === 1,
    unit: unit ?? (heading ? unitIn(wordsOf(names[time] ?? "")) : undefined),
  };
}

interface Table {
  readonly names: readonly string[];
  /** The first rows below the heading. */
  readonly body: FirstRows;
  readonly width: number;
  readonly chosen: Readonly<Record<ColumnRole, number>>;
}

function noTimes(where: string, cells: readonly string[]): string {
  const found = cells.length === 0 ? "nothing" : shown(cells.join(", "));
  return `${where}: must be a list of times, or have a column of times such as time, duration_ms or elapsed, or be JSON, JUnit XML, output of time, pytest or sacct, an access log, a joblog or a journal, got ${found} (--time names the column)`;
}

/** Whether lines of one cell are not a list of times: the first is not a name of times, and the next is not a time. */
function isNoList({ names, body, width, chosen }: Table): boolean {
  const [first] = body;
  return (
    width === 1 &&
    names.length === 1 &&
    chosen.time < 0 &&
    first !== undefined &&
    readTime(first[0] ?? "") === undefined &&
    timeFit(wordsOf(names[0])) === 0
  );
}

/** Epochs in seconds begin here: a column `time` with larger numbers mostly has moments. */
const EPOCH = 1e9;

/** The column of times: the one whose name fits best and whose first cells are times. */
function placeOfTimes({ names, body, width, chosen }: Table): number {
  if (chosen.time >= 0) return chosen.time;
  if (width === 1) return 0;
  const first = (place: number) =>
    body.map((row) => row[place] ?? "").find((cell) => cell !== "" && cell !== "null");
  if (names.length === 0) {
    const times = Array.from({ length: width }, (_, place) => place).filter((place) =>
      body.every((row) => readTime(row[place] ?? "") !== undefined),
    );
    return times.length === 1 ? times[0] : -1;
  }
  const fits = names.map((name, place) => {
    const cell = first(place);
    const time = cell === undefined ? undefined : readTime(cell);
    const isTime = name.toLowerCase() === "time";
    // A cell that is not a time is reported with its line if no other column fits.
    if (cell !== undefined && time === undefined) return isTime ? 0.1 : 0;
    if (isTime) return time?.unit === "" && time.time >= EPOCH ? 0.2 : 10;
    return timeFit(wordsOf(name));
  });
  const best = Math.max(0, ...fits);
  return best > 0 ? fits.indexOf(best) : -1;
}

interface PlaceOfOutcome {
  readonly place: number;
  readonly kind: OutcomeKind;
  readonly cut: number;
  readonly notUnderstood?: string;
}

/** The kinds of columns of outcomes, the one that says most first. */
const KINDS: readonly OutcomeKind[] = ["completed", "word", "exit", "good", "cut", "bad"];

/** The column of outcomes, and one beside it that says which runs were cut. With `anyWord` no word is unknown. */
function placeOfOutcome(
  { names, body, width, chosen }: Table,
  time: number,
  anyWord: boolean,
): PlaceOfOutcome {
  const kindAt = (place: number) => outcomeKindOf(wordsOf(names[place] ?? ""));
  if (chosen.outcome >= 0) {
    return { place: chosen.outcome, kind: kindAt(chosen.outcome) ?? "word", cut: -1 };
  }
  const taken = new Set([time, ...Object.values(chosen)]);
  const named = Array.from({ length: width }, (_, place) => place)
    .filter((place) => !taken.has(place))
    .flatMap((place) => {
      const kind = names.length === 0 ? "word" : kindAt(place);
      return kind === undefined ? [] : [{ place, kind }];
    });
  const fits = named.filter(
    ({ place, kind }) =>
      (anyWord && kind === "word" && names.length > 0) || isUnderstood(body, place, kind, names[place]),
  );
  const [best] = fits.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  if (best === undefined) {
    // A column timeout may be a limit, and an action what somebody did.
    const isOutcome = ({ place, kind }: (typeof named)[number]) =>
      (kind === "word" && !/action$/i.test(names[place])) || kind === "good";
    const first = names.length === 0 ? undefined : named.find(isOutcome);
    return {
      place: -1,
      kind: "word",
      cut: -1,
      ...(first === undefined ? {} : { notUnderstood: names[first.place] }),
    };
  }
  const beside = ["completed", "cut"].includes(best.kind)
    ? undefined
    : fits.find(({ kind }) => kind === "cut");
  return { ...best, cut: beside?.place ?? -1 };
}

/** Whether the first cells of a column are outcomes: a number under `result` usually is not. */
function isUnderstood(body: FirstRows, place: number, kind: OutcomeKind, name: string | undefined): boolean {
  if (kind === "completed" || name?.toLowerCase() === "outcome") return true;
  const cells = body.map((row) => row[place] ?? "").filter((cell) => cell !== "");
  const mayBeNumbers = kind !== "word" || (name !== undefined && /status|code/i.test(name));
  const isOutcome = (cell: string) =>
    endingIn(cell, kind) !== undefined && (mayBeNumbers || !/^-?[\d.]+$/.test(cell));
  return (cells.length > 0 || kind === "cut" || kind === "bad") && cells.every(isOutcome);
}

/** The first of the likely names that a column has. */
function firstNamed(names: readonly string[], likely: readonly string[], taken: Set<number>): number {
  const own = names.map((name) => wordsOf(name).join(""));
  const last = names.map((name) => wordsOf(name.split(".").at(-1) ?? "").join(""));
  for (const of of [own, last]) {
    for (const word of likely) {
      const place = of.findIndex((name, at) => name === word && !taken.has(at));
      if (place >= 0) {
        taken.add(place);
        return place;
      }
    }
  }
  return -1;
}

function unitGiven(word: string): TimeUnit {
  const unit = unitOfWord(word.trim());
  if (unit !== undefined) return unit;
  throw new UsageError(`--time-unit: must be one of ns, us, ms, s, min, h, d, got ${shown(word)}`);
}

function checkTwice(where: string, names: readonly string[], given: ColumnNames): void {
  const words = names.map((name) => name.toLowerCase());
  const twice = ROLES.find(
    (role) => given[role] === undefined && words.indexOf(role) !== words.lastIndexOf(role),
  );
  if (twice !== undefined) throw new UsageError(`${where}: must have one column ${twice}, got two`);
}

/** The place of a column that the user named or numbered. */
function requestedPlace(
  where: string,
  role: ColumnRole,
  name: string,
  names: readonly string[],
  width: number,
): number {
  const words = names.map((word) => word.toLowerCase());
  const byName = words.indexOf(name.trim().toLowerCase());
  const place = byName >= 0 ? byName : (numberOf(name, width) ?? -1);
  if (place >= 0) return place;
  const file = where.replace(/:\d+$/, "");
  const allowed = words.length > 0 ? `${words.join(", ").slice(0, 80)}, or a` : "a";
  throw new UsageError(
    `--${role}: must be one of ${file}: ${allowed} number from 1 to ${width}, got ${shown(name)}${nearestHint(name, words)}`,
  );
}

function hasName(cells: readonly string[], name: string | undefined): boolean {
  return name !== undefined && cells.some((cell) => cell.toLowerCase() === name.trim().toLowerCase());
}

/** The place of a column that is given by its number from 1. */
function numberOf(name: string | undefined, count: number): number | undefined {
  if (name === undefined || !/^\d{1,6}$/.test(name.trim())) return undefined;
  const place = Number(name) - 1;
  return place >= 0 && place < count ? place : undefined;
}
