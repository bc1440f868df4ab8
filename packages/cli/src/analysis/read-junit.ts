import type { LoggedRun } from "@mulligan/core/analysis";
import { shown } from "../shell/text.ts";
import { UsageError } from "../shell/usage-error.ts";
import { numberIn } from "./cell-time.ts";
import { type Ending, runThatEnded, saysTimeout } from "./ending.ts";
import type { Reading } from "./record-runs.ts";

/** A test as far as it was read. */
interface OpenTest {
  readonly line: number;
  readonly name: string;
  readonly time: string;
  ending: Ending;
  /** The text of its failure. */
  said: string;
}

/**
 * Reads a report in JUnit's XML, as nearly all test runners write it: each `testcase` is a run. A `failure` or an `error` is a
 * failure, or a cut if it says that a time limit was exceeded; `skipped` tests are left out.
 */
export function readJunit(file: string, text: string): Reading {
  const rows: LoggedRun[] = [];
  let [cases, skipped] = [0, 0];
  let test: OpenTest | undefined;
  const close = () => {
    if (test === undefined) return;
    const row = runOf(file, test);
    if (row === undefined) skipped += 1;
    else rows.push(row);
    test = undefined;
  };
  for (const tag of tagsOf(file, text)) {
    if (tag.name === "testcase") {
      close();
      if (tag.isEnd) continue;
      cases += 1;
      const { classname, name = "", time = "" } = tag.attributes();
      test = {
        line: tag.line,
        name: classname ? `${classname}::${name}` : name,
        time,
        ending: "done",
        said: "",
      };
      if (tag.isEmpty) close();
    } else if (test !== undefined && !tag.isEnd) {
      if (tag.name === "skipped" || tag.name === "disabled") test.ending = "not run";
      else if (tag.name === "failure" || tag.name === "error") {
        const { message = "", type = "" } = tag.attributes();
        test.ending = "failed";
        test.said += `${type} ${message} ${tag.text()}\n`;
      }
    }
  }
  close();
  if (cases === 0) {
    throw new UsageError(`${file}: must be a report in JUnit's XML with elements testcase, got none`);
  }
  return { rows, unit: "s", notes: skipped > 0 ? [`${skipped} skipped left out`] : [] };
}

function runOf(file: string, { line, name, time, ending, said }: OpenTest): LoggedRun | undefined {
  if (ending === "not run") return undefined;
  // Surefire writes 1,234.5 for more than a thousand seconds.
  const seconds = numberIn(time.trim()) ?? Number.NaN;
  if (!(seconds >= 0 && seconds < Infinity)) {
    throw new UsageError(
      `${file}:${line}: testcase must have a time of at least 0, got ${shown(time)} for ${shown(name)}`,
    );
  }
  const isCut = ending === "failed" && saysTimeout(said);
  return runThatEnded({ instance: name }, seconds, isCut ? "cut" : ending);
}

interface Tag {
  readonly name: string;
  readonly line: number;
  readonly isEnd: boolean;
  readonly isEmpty: boolean;
  attributes(): Readonly<Record<string, string>>;
  /** The beginning of the text in it. */
  text(): string;
}

/** Parts that are not elements, and their ends. Their content is skipped: no entity is defined, no file is loaded. */
const SKIPPED = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;

/** The tags of an XML text one after the other; elements need not nest properly. */
function* tagsOf(file: string, text: string): Generator<Tag> {
  let [at, line, newline] = [0, 1, text.indexOf("\n")];
  const lineOf = (place: number) => {
    for (; newline >= 0 && newline < place; newline = text.indexOf("\n", newline + 1)) line += 1;
    return line;
  };
  while ((at = text.indexOf("<", at)) >= 0) {
    const from = at;
    const skipped = SKIPPED.find(([begin]) => text.startsWith(begin, from));
    const end = skipped?.[1] ?? ">";
    const last = skipped === undefined ? endOfTag(text, from) : text.indexOf(end, from + skipped[0].length);
    if (last < 0) {
      const got = shown(text.slice(from, from + 40));
      throw new UsageError(`${file}:${lineOf(from)}: must be XML, which has ${end} after ${got}, got none`);
    }
    const after = (at = last + end.length);
    if (skipped === undefined && text[from + 1] !== "!") yield tagAt(text, from, after, lineOf(from));
  }
}

function tagAt(text: string, from: number, after: number, line: number): Tag {
  const isEnd = text[from + 1] === "/";
  const body = text.slice(from + (isEnd ? 2 : 1), after - 1);
  return {
    // Without the prefix of a namespace.
    name: /^(?:[\w.-]{1,100}:)?([\w.-]{1,100})/.exec(body)?.[1] ?? "",
    line,
    isEnd,
    isEmpty: body.endsWith("/"),
    attributes: () => attributesIn(body),
    text: () => (body.endsWith("/") ? "" : decoded(text.slice(after, after + 300).split("</", 1)[0])),
  };
}

/** The place of the > that ends the tag that begins at `from`, or the declaration of a document with its brackets. */
function endOfTag(text: string, from: number): number {
  const isDeclaration = text[from + 1] === "!";
  let [quote, depth] = ["", 0];
  for (let at = from + 1; at < text.length; at++) {
    const character = text[at];
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (isDeclaration && character === "[") depth += 1;
    else if (isDeclaration && character === "]") depth -= 1;
    else if (character === ">" && depth <= 0) return at;
  }
  return -1;
}

function attributesIn(body: string): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null);
  for (const match of body.matchAll(/(?<![\w:.-])([\w:.-]{1,100})\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    attributes[match[1]] = decoded(match[2] ?? match[3] ?? "");
  }
  return attributes;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Only the five entities of XML and characters by their number: no others are ever expanded. */
function decoded(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|amp|quot|apos));/gi,
    (whole, dec, hex, name) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()];
      const code = dec === undefined ? Number.parseInt(hex, 16) : Number(dec);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
