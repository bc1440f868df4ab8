import type { LoggedRun } from "@mulligan/core/analysis";
import { shown } from "../shell/text.ts";
import { UsageError } from "../shell/usage-error.ts";
import { endingOfStatus, runThatEnded } from "./ending.ts";
import type { Reading } from "./record-runs.ts";

/** Up to the status: the moment in brackets, then the request in quotes. nginx may have its time before the moment. */
const LINE =
  /^(.{0,500}?)\[\d{1,2}\/\w{3}\/\d{4}:[^\]]{1,40}\](.{0,200}?)"((?:[^"\\]|\\.)*)" (\d{3}) (?:\d+|-)(.*)$/;

/** Longer lines are left out. nginx and Apache refuse requests of more than 8 kB. */
const LONGEST_LINE = 20_000;

/** Returns whether a line is from an access log of nginx or Apache. */
export function isAccessLine(line: string): boolean {
  return line.length <= LONGEST_LINE && LINE.test(line);
}

/** A number behind the status and the size, as it was written. */
interface Field {
  /** Such as rt in rt=0.123; empty for most. */
  readonly name: string;
  readonly text: string;
}

interface Request {
  readonly route: string;
  readonly status: number;
  readonly duration: Field | undefined;
}

type Source = "$request_time" | "%D" | "%T";

const UNITS: Readonly<Record<Source, { readonly unit: "s" | "ms"; readonly factor: number }>> = {
  $request_time: { unit: "s", factor: 1 },
  "%T": { unit: "s", factor: 1 },
  "%D": { unit: "ms", factor: 1e-3 },
};

const GUESSES: Readonly<Record<Source, string>> = {
  $request_time: "",
  "%D": "times read as %D, microseconds (or --time %T)",
  "%T": "times read as %T, seconds (or --time %D)",
};

/**
 * Reads access logs of nginx and Apache in their usual formats with a duration at the end: nginx's `$request_time` has a
 * point, Apache's `%D` is in microseconds, `%T` in seconds. Requests that ended with 408, 499 or 504 were cut, those with
 * another status from 400 failed. The input is the method and the path, with `*` for numbers and identifiers in it.
 * `given` is the source that the user names.
 */
export function readAccessLog(file: string, text: string, given: string | undefined): Reading {
  const named = sourceNamed(given);
  const requests: { readonly route: string; readonly status: number; readonly duration: Field }[] = [];
  let [others, without] = [0, 0];
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const request = requestOn(line.trimEnd());
    if (request === undefined) others += 1;
    else if (request.duration === undefined) without += 1;
    else requests.push({ ...request, duration: request.duration });
  }
  if (requests.length === 0) {
    throw new UsageError(
      `${file}:1: must have a duration at the end of each line ($request_time in nginx's log_format, %D or %T in Apache's LogFormat), got none`,
    );
  }
  const source = named ?? sourceOf(requests.map(({ duration }) => duration));
  const { unit, factor } = UNITS[source];
  const rows: LoggedRun[] = requests.flatMap(
    ({ route, status, duration }) =>
      runThatEnded({ instance: route }, Number(duration.text) * factor, endingOfStatus(status)) ?? [],
  );
  const isGuess = named === undefined && source !== "$request_time";
  const notes = [
    isGuess ? GUESSES[source] : `time from ${source}`,
    "input from method and path",
    ...(without > 0 ? [`${without} without a duration left out`] : []),
    ...(others > 0 ? [`${others} of another form left out`] : []),
  ];
  return { rows, unit, notes };
}

/** Whole numbers are Apache's: of microseconds, unless all are so small that they would be less than 10 ms. */
function sourceOf(durations: readonly Field[]): Source {
  if (durations.some(({ text }) => text.includes("."))) return "$request_time";
  const isLong = durations.some(({ name, text }) => name === "%D" || Number(text) > 1e4);
  return isLong ? "%D" : "%T";
}

function sourceNamed(given: string | undefined): Source | undefined {
  if (given === undefined) return undefined;
  const found = Object.keys(UNITS).find((name) => name === given);
  if (found === undefined) {
    throw new UsageError(
      `--time: must be ${Object.keys(UNITS).join(", ")} for an access log, got ${shown(given)}`,
    );
  }
  return found as Source;
}

function requestOn(line: string): Request | undefined {
  const match = line.length <= LONGEST_LINE ? LINE.exec(line) : null;
  if (match === null) return undefined;
  const [, before, between, request, status, after] = match;
  const duration = durationIn(`${after} ${between} ${before}`);
  return { route: routeOf(request), status: Number(status), duration };
}

/** `GET /users/17?x=1 HTTP/1.1` is `GET /users/*`. */
function routeOf(request: string): string {
  const [method, path = ""] = request.split(" ");
  const plain = path.replace(/[?#].*$/, "").slice(0, 500);
  const segments = plain
    .split("/")
    .map((part) => (/^\d+$|^[\da-f]{8}-[\da-f-]{27}$|^[\da-f]{16,}$/i.test(part) ? "*" : part));
  return `${method.slice(0, 20)} ${segments.join("/")}`.trim();
}

/**
 * The duration among the words outside quotes: one that is named so (rt=0.1, request_time: 0.1), else the first with a
 * point as nginx writes it, else the last whole number.
 */
function durationIn(text: string): Field | undefined {
  const fields = fieldsIn(text);
  return (
    fields.find(({ name }) => /^(rt|request_time|req_time|duration|time|%D)$/i.test(name)) ??
    fields.find(({ name, text: value }) => name === "" && value.includes(".")) ??
    fields.findLast(({ name }) => name === "")
  );
}

function fieldsIn(text: string): Field[] {
  const fields: Field[] = [];
  for (const word of withoutQuoted(text).split(/[\s,]+/)) {
    const match = /^[[(]?(?:(\w+)[=:])?(\d+\/)?(\d+(?:\.\d+)?)s?[\])]?$/.exec(word);
    // Apache's %T/%D has both.
    if (match !== null) fields.push({ name: match[1] ?? (match[2] ? "%D" : ""), text: match[3] });
  }
  return fields;
}

/** A quoted word is a referrer, an agent or an address, unless it holds a number with a point and nothing else. */
function withoutQuoted(text: string): string {
  let [bare, from] = ["", 0];
  for (let quote = text.indexOf('"'); quote >= 0; quote = text.indexOf('"', from)) {
    let end = quote + 1;
    while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
    const inner = text.slice(quote + 1, end);
    bare += text.slice(from, quote) + (/^\d+\.\d+$/.test(inner) ? inner : " ");
    from = end + 1;
  }
  return bare + text.slice(from);
}
