import type { LoggedRun } from "@mulligan/core/analysis";
import { shown } from "../shell/text.ts";
import { UsageError } from "../shell/usage-error.ts";
import { numberIn, readTime, shownUnit, type TimeUnit } from "./cell-time.ts";
import { endingIn } from "./columns.ts";
import { type Ending, runThatEnded } from "./ending.ts";
import type { ColumnNames, Columns } from "./find-columns.ts";
import { type OutcomeWord, OutcomeWords } from "./outcome-words.ts";

/** The runs that a reader found in a log. */
export interface Reading {
  readonly rows: readonly LoggedRun[];
  /** The unit of the times, where the log says it. */
  readonly unit?: string | undefined;
  /** The guesses and omissions, for one line of notice. */
  readonly notes: readonly string[];
  /** The words for the outcomes, where a column has them. */
  readonly words?: readonly OutcomeWord[];
  /** Sentences on why the verdict may be wrong. */
  readonly warnings?: readonly string[];
}

/** More words, and longer ones, are not told in the notes. */
const MAX_WORDS = 6;
const LONGEST_WORD = 30;

/** Collects the runs in the rows of a table, or in objects, whose columns are known. */
export class RecordRuns {
  readonly rows: LoggedRun[] = [];
  readonly #columns: Columns;
  readonly #given: ColumnNames;
  readonly #decimalComma: boolean;
  readonly #words: OutcomeWords;
  /** Whether the cells have units; undefined before the first time. */
  #withUnit: boolean | undefined;
  #notRun = 0;

  constructor(columns: Columns, given: ColumnNames, decimalComma = false) {
    this.#columns = columns;
    this.#given = given;
    this.#decimalComma = decimalComma;
    this.#words = new OutcomeWords(given);
  }

  /** Adds the run of a row. `where` is the first word of an error. */
  add(where: string, record: readonly string[]): void {
    const cell = (place: number) => (place < 0 ? "" : (record[place] ?? ""));
    const ending = this.#ending(where, cell);
    if (ending === "not run") {
      this.#notRun += 1;
      return;
    }
    const { time: place, arm, instance, reward } = this.#columns;
    const time = this.#time(where, cell(place));
    const earned = ending === "done" ? rewardIn(where, cell(reward)) : 0;
    const run = runThatEnded({ arm: cell(arm), instance: cell(instance) }, time, ending, earned);
    if (run !== undefined) this.rows.push(run);
  }

  #ending(where: string, cell: (place: number) => string): Ending {
    const { outcome, outcomeKind, cut } = this.#columns;
    if (cut >= 0 && endingIn(cell(cut), "cut") === "cut") return "cut";
    if (outcome < 0) return "done";
    const text = cell(outcome);
    const ending = this.#words.endingOf(text, outcomeKind);
    if (ending === undefined) {
      const must =
        outcomeKind === "completed"
          ? "completed must be 1 or 0"
          : "outcome must be a word such as ok, failed or timeout, an exit code or a status of HTTP";
      const help = outcomeKind === "completed" ? "" : " (--cut names the words that mean a cut)";
      throw new UsageError(`${where}: ${must}, got ${shown(text)}${help}`);
    }
    return ending;
  }

  /** The time in a cell, which must have a unit if the cells before have one. */
  #time(where: string, text: string): number {
    const found = readTime(text, this.#decimalComma);
    if (found === undefined) {
      throw new UsageError(
        `${where}: time must be a number of at least 0, or a duration such as 3s, 1m3s or 00:01:03, got ${shown(text)}`,
      );
    }
    const withUnit = found.unit !== "";
    this.#withUnit ??= withUnit;
    if (withUnit !== this.#withUnit) {
      const others = withUnit ? "without a unit" : "with a unit";
      throw new UsageError(`${where}: time must be ${others}, as in the rows before, got ${shown(text)}`);
    }
    const { unit } = this.#columns;
    return withUnit || unit === undefined ? found.time : found.time * shownUnit(unit).factor;
  }

  /** The runs with their unit, and what was guessed. */
  reading(...more: readonly string[]): Reading {
    const { unit, notUnderstood } = this.#columns;
    const shownAs = this.#withUnit ? "ms" : unit && shownUnit(unit).unit;
    const notRun = this.#notRun > 0 ? [`${this.#notRun} that did not run left out`] : [];
    const words = this.#words.list();
    return {
      rows: this.rows,
      unit: shownAs,
      notes: [...this.#guesses(unit), ...notRun, ...more],
      ...(words.length === 0 ? {} : { words }),
      ...(notUnderstood === undefined ? {} : { warnings: [notUnderstoodText(notUnderstood)] }),
    };
  }

  /** A sentence on the columns that were guessed, in the order of the roles; empty if each has the name of its role. */
  #guesses(unit: TimeUnit | undefined): string[] {
    const { names, isList, time, outcome, outcomeKind, arm, instance, cut, notUnderstood } = this.#columns;
    const label = (place: number) =>
      names[place] === undefined ? `column ${place + 1}` : shown(names[place]);
    const words = this.#words
      .list()
      .filter(({ ending }) => ending === "cut" || ending === "failed")
      .slice(0, MAX_WORDS)
      .map(({ word, ending }) => `${word.slice(0, LONGEST_WORD) || "empty"} = ${ending}`);
    const isPlain = (role: "time" | "arm" | "instance", place: number) =>
      place < 0 || this.#given[role] !== undefined || names[place]?.toLowerCase() === role;
    const isGuessed = unit !== undefined && !this.#withUnit && this.#given.timeUnit === undefined;
    const inUnit = isGuessed ? ` (${unit})` : "";
    return [
      ...((isList || isPlain("time", time)) && inUnit === "" ? [] : [`time from ${label(time)}${inUnit}`]),
      ...(outcome < 0 || outcomeKind === "completed"
        ? []
        : [`outcome from ${label(outcome)}${words.length > 0 ? ` (${words.join(", ")})` : ""}`]),
      ...(cut < 0 ? [] : [`cut from ${label(cut)}`]),
      ...(isPlain("arm", arm) ? [] : [`arm from ${label(arm)}`]),
      ...(isPlain("instance", instance) ? [] : [`input from ${label(instance)}`]),
      ...(outcome >= 0 || isList ? [] : [this.#nothingSaysCut(notUnderstood)]),
    ];
  }

  #nothingSaysCut(notUnderstood: string | undefined): string {
    return notUnderstood === undefined
      ? "no column says which were cut, so all count as ended by themselves"
      : `the outcomes in ${shown(notUnderstood)} are not understood, so all count as ended by themselves (--cut says which words mean a cut)`;
  }
}

function notUnderstoodText(column: string): string {
  return `The outcomes in ${shown(column)} are not understood, so every run counts as done (--cut, --failed and --done name the words).`;
}

/** A run that is done earns 1 if the log does not say what. */
function rewardIn(where: string, text: string): number {
  if (text === "") return 1;
  const value = numberIn(text, true) ?? Number.NaN;
  if (!(value >= 0 && value < Infinity)) {
    throw new UsageError(`${where}: reward must be a number of at least 0, got ${shown(text)}`);
  }
  return value;
}
