import { shown } from "../shell/text.ts";
import { UsageError } from "../shell/usage-error.ts";
import { type ColumnNames, type Columns, findColumns } from "./find-columns.ts";
import type { JsonDocument } from "./json-documents.ts";
import { type Reading, RecordRuns } from "./record-runs.ts";

/** The objects by which the fields are found. */
const FIRST_OBJECTS = 200;

/** A field deeper than this is not looked at, nor one after so many. */
const MAX_DEPTH = 4;
const MAX_FIELDS = 500;

/** A value of a log, and its place. */
interface Item {
  readonly where: string;
  readonly value: unknown;
}

/** Reads objects with a field of times, or plain times: one a line, or in an array. */
export function readJson(file: string, documents: Iterable<JsonDocument>, given: ColumnNames): Reading {
  const items = itemsOf(documents);
  const first = takeItems(items);
  const isList = first.length > 0 && !isObject(first[0].value);
  return isList ? readList(first, items, given) : readObjects(file, first, items, given);
}

function takeItems(items: Generator<Item>): Item[] {
  const first: Item[] = [];
  for (let next = items.next(); next.done !== true; next = items.next()) {
    if (first.push(next.value) >= FIRST_OBJECTS) break;
  }
  return first;
}

/** The first objects as rows of a table with the names of their fields, or the first times below a heading. */
export function firstFieldsOf(documents: Iterable<JsonDocument>): (readonly string[])[] {
  const first = takeItems(itemsOf(documents));
  return first.every(({ value }) => isObject(value))
    ? tableOf(first)
    : [["time"], ...first.map(({ value }) => [String(value)])];
}

/** The names of the fields, and a row of them for each object. */
function tableOf(items: readonly Item[]): [names: string[], ...body: string[][]] {
  const flat = items.map(({ value }) => fieldsOf(value));
  const names = [...new Set(flat.flatMap((fields) => [...fields.keys()]))].slice(0, MAX_FIELDS);
  return [names, ...flat.map((fields) => names.map((name) => fields.get(name) ?? ""))];
}

/** The values, and those in arrays. */
function* itemsOf(documents: Iterable<JsonDocument>): Generator<Item> {
  for (const { where, value } of documents) {
    if (!Array.isArray(value)) {
      yield { where, value };
      continue;
    }
    for (const [place, item] of value.entries()) yield { where: `${where}[${place}]`, value: item };
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Numbers, or words such as 3s. */
function readList(first: readonly Item[], others: Generator<Item>, given: ColumnNames): Reading {
  const columns = findColumns("", [["time"], ["1"]], given);
  const runs = new RecordRuns(columns, given);
  const add = ({ where, value }: Item) => {
    if (typeof value !== "number" && typeof value !== "string") {
      throw new UsageError(
        `${where}: must be a number of at least 0, or a duration such as "3s", got ${Array.isArray(value) ? "an array" : shown(String(value))}`,
      );
    }
    runs.add(where, [String(value)]);
  };
  for (const item of first) add(item);
  for (const item of others) add(item);
  return runs.reading();
}

function readObjects(
  file: string,
  first: readonly Item[],
  others: Generator<Item>,
  given: ColumnNames,
): Reading {
  const [names, ...body] = tableOf(first);
  if (names.length === 0) throw new UsageError(`${file}: must hold objects with a field of times, got none`);
  // An object with one field is not a list of times.
  if (names.length === 1) names.push("");
  const columns = findColumns(file, [names, ...body], given);
  const runs = new RecordRuns({ ...columns, isList: false }, given);
  let without = 0;
  const add = ({ where, value }: Item) => {
    const record = recordOf(value, names, columns);
    if (record[columns.time] === "") without += 1;
    else runs.add(where, record);
  };
  for (const item of first) add(item);
  for (const item of others) add(item);
  const notes = without > 0 ? [`${without} without ${shown(names[columns.time])} left out`] : [];
  return runs.reading(...notes);
}

/** The fields of an object that are not objects, by their paths: `http.status`. */
function fieldsOf(value: unknown): Map<string, string> {
  const fields = new Map<string, string>();
  const walk = (object: Record<string, unknown>, path: string, depth: number) => {
    for (const [name, inner] of Object.entries(object)) {
      if (fields.size >= MAX_FIELDS) return;
      if (isObject(inner)) {
        if (depth < MAX_DEPTH) walk(inner, `${path}${name}.`, depth + 1);
      } else fields.set(path + name, textOfField(inner));
    }
  };
  if (isObject(value)) walk(value, "", 1);
  return fields;
}

/** The cells of the columns that are read; others stay empty. */
function recordOf(value: unknown, names: readonly string[], columns: Columns): string[] {
  const record: string[] = [];
  const { time, outcome, cut, arm, instance, reward } = columns;
  for (const place of [time, outcome, cut, arm, instance, reward]) {
    if (place >= 0) record[place] = textOfField(fieldAt(value, names[place]));
  }
  return record;
}

/** The value at a path. A name may have points itself. */
function fieldAt(value: unknown, path: string): unknown {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  for (let dot = path.indexOf("."); dot >= 0; dot = path.indexOf(".", dot + 1)) {
    const name = path.slice(0, dot);
    if (Object.hasOwn(value, name)) return fieldAt(value[name], path.slice(dot + 1));
  }
  return undefined;
}

function textOfField(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? "" : String(value);
}
