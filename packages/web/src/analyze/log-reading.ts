import type { LoggedRun } from "@mulligan/core/analysis";
import { type LogPreview, type NamedLog, type OutcomeWord, shortened } from "mulligan/readers";
import { pageWords } from "./page-words.ts";

/** A column: its label here, and its name for the command. */
interface ShownColumn {
  readonly label: string;
  readonly value: string;
}

/** How a log was read, to be looked at and corrected. */
export interface ReadLog {
  /** Such as "a table". */
  readonly kind: string;
  readonly columns: readonly ShownColumn[];
  /** Which column has each role; absent where the times are not found. */
  readonly found?: LogPreview["found"];
  readonly rows: readonly (readonly string[])[];
  /** Whether the reader may say which column is which, and the unit of their times. */
  readonly canChoose: boolean;
  /** Whether it is an access log, whose times have three sources. */
  readonly isAccessLog: boolean;
  readonly words: readonly OutcomeWord[];
  /** The unit of the times; absent where the log does not say it. */
  readonly unit?: string;
  /** What was guessed and what was left out. */
  readonly notices: readonly string[];
}

const MAX_ROWS = 4;
const MAX_COLUMNS = 60;
const LONGEST_CELL = 24;
/** The longest name of a file that is shown whole. */
export const LONGEST_FILE = 60;

/** How the first of the logs was read: as far as its beginning says, or, once all of it is parsed, by what was found. */
export function readLogOf(preview: LogPreview, logs: readonly NamedLog[] = []): ReadLog {
  const { name, kind, rows, found } = preview;
  const [parsed] = logs;
  const canChoose = rows.length > 0;
  const shown = canChoose ? tableOf(preview) : runsTable(parsed?.rows ?? []);
  return {
    kind: name,
    ...shown,
    ...(found === undefined ? {} : { found }),
    canChoose,
    isAccessLog: kind === "access-log",
    words: parsed?.words ?? preview.words,
    ...(parsed?.unit === undefined ? {} : { unit: parsed.unit }),
    notices: logs.flatMap(({ file, notice }) =>
      notice === undefined ? [] : [`${pageWords(`${shortened(file, LONGEST_FILE)}: ${notice}`)}.`],
    ),
  };
}

type ShownTable = Pick<ReadLog, "columns" | "rows">;

function tableOf({ rows: [first, ...others], found }: LogPreview): ShownTable {
  const heading = found?.heading ?? true;
  const body = heading ? others : [first, ...others];
  return {
    columns: first.slice(0, MAX_COLUMNS).map((cell, place) => columnOf(first, cell, place, heading)),
    rows: body.slice(0, MAX_ROWS).map((row) => row.slice(0, MAX_COLUMNS).map(short)),
  };
}

/** A column goes by its name if no other has it, otherwise by its number. */
function columnOf(names: readonly string[], cell: string, place: number, heading: boolean): ShownColumn {
  const number = String(place + 1);
  const alike = names.filter((other) => other.toLowerCase() === cell.toLowerCase()).length;
  if (!heading || cell === "") return { label: `column ${number}`, value: number };
  return alike === 1
    ? { label: short(cell), value: cell }
    : { label: `${short(cell)} (${number})`, value: number };
}

/** The first runs of a log whose format says which is which. */
function runsTable(runs: readonly LoggedRun[]): ShownTable {
  const first = runs.slice(0, MAX_ROWS);
  const fields: readonly [label: string, cell: (run: LoggedRun) => string | undefined][] = [
    ["time", ({ time }) => String(time)],
    ["outcome", outcomeOf],
    ["option", ({ arm }) => (arm === "all" ? undefined : arm)],
    ["input", ({ instance }) => instance],
  ];
  const shown = fields.filter(([, cell]) => first.some((run) => cell(run) !== undefined));
  return {
    columns: shown.map(([label]) => ({ label, value: label })),
    rows: first.map((run) => shown.map(([, cell]) => short(cell(run) ?? ""))),
  };
}

function outcomeOf({ completed, reward }: LoggedRun): string {
  if (!completed) return "cut";
  return reward > 0 ? "finished" : "failed";
}

function short(cell: string): string {
  return shortened(cell, LONGEST_CELL);
}
