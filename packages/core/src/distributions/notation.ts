import { nearestName } from "../problem/nearest-name.ts";

/** The error of `parseLaw`, `parseReward` and `parseResetting`: one line that points at the character. */
export class NotationError extends Error {
  /** The position in the text, from 0; the message counts from 1. */
  readonly index: number;

  constructor(message: string, index: number) {
    super(message);
    this.name = "NotationError";
    this.index = index;
  }
}

/** A reader's place in a text: white space is skipped before everything it takes. */
export interface Notation {
  /** Where the next token starts. */
  at(): number;
  /** Takes the symbol if it stands here. */
  take(symbol: string): boolean;
  /** Takes the symbol, or fails; `alternatives` names what else would have been right. */
  expect(symbol: string, alternatives?: string): void;
  word(expected: string): string;
  number(expected: string): number;
  /** Text in double quotes, or everything up to the next closing parenthesis. */
  raw(expected: string): string;
  end(): void;
  /** Throws: what, the problem, the character and the text, and last the detail. */
  fail(problem: string, index?: number, detail?: string): never;
  /** Throws for a name that is none of `names`, with the nearest one. */
  unknown(kind: string, name: string, names: readonly string[], index: number): never;
}

const LONGEST = 100_000;
const WORD = /[A-Za-z][A-Za-z0-9_-]*/y;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const QUOTED = /"(?:[^"\\]|\\.)*"/y;
const UP_TO_PARENTHESIS = /[^()"]+/y;

/** Reads `text` from its beginning; `what` is the first word of every error. */
export function readNotation(what: string, text: string): Notation {
  if (typeof text !== "string") throw new TypeError(`${what}: must be a text, got ${String(text)}`);
  if (text.length > LONGEST) {
    throw new NotationError(`${what}: must have at most ${LONGEST} characters, got ${text.length}`, LONGEST);
  }
  let index = 0;
  const at = () => {
    while (index < text.length && /\s/.test(text[index])) index++;
    return index;
  };
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at();
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) index += found.length;
    return found;
  };
  const fail = (problem: string, where = at(), detail = ""): never => {
    throw new NotationError(
      `${what}: ${problem} at character ${where + 1} of ${excerpt(text, where)}${detail}`,
      where,
    );
  };
  const expected = (thing: string): never => {
    const here = text.codePointAt(at());
    const got = here === undefined ? "the end" : JSON.stringify(String.fromCodePoint(here));
    return fail(`expected ${thing}`, index, `, got ${got}`);
  };
  return {
    at,
    take: (symbol) => {
      if (text[at()] !== symbol) return false;
      index++;
      return true;
    },
    expect(symbol, alternatives) {
      if (text[at()] !== symbol) expected(alternatives ?? `"${symbol}"`);
      index++;
    },
    word: (thing) => match(WORD) ?? expected(thing),
    number: (thing) => Number(match(NUMBER) ?? expected(thing)),
    raw(thing) {
      const quoted = match(QUOTED);
      if (quoted === undefined) return match(UP_TO_PARENTHESIS)?.trim() || expected(thing);
      try {
        return String(JSON.parse(quoted));
      } catch {
        return fail(`expected ${thing}`, index - quoted.length, ", got a quoted text with a bad escape");
      }
    },
    end() {
      if (at() < text.length) expected("the end");
    },
    fail,
    unknown(kind, name, names, where) {
      const nearest = nearestName(name, names);
      const hint =
        nearest === undefined ? `expected one of ${names.join(", ")}` : `did you mean "${nearest}"?`;
      return fail(`unknown ${kind} "${name}"`, where, `: ${hint}`);
    },
  };
}

/** The text in quotes, cut to the neighbourhood of the place if it is long. */
function excerpt(text: string, where: number): string {
  if (text.length <= 80) return JSON.stringify(text);
  const from = Math.max(0, Math.min(where - 40, text.length - 80));
  const to = Math.min(text.length, from + 80);
  return JSON.stringify(`${from > 0 ? "…" : ""}${text.slice(from, to)}${to < text.length ? "…" : ""}`);
}

/**
 * Reads `(name=number, …)` for exactly the given names, in any order, each once. An item that does not
 * start with a name and "=" is handed to `other`, if there is one: the law inside `shift`.
 */
export function readParameters(
  notation: Notation,
  owner: string,
  names: readonly string[],
  other?: (word: string, index: number) => void,
): Record<string, number> {
  const values: Record<string, number> = {};
  const wanted = names.map((name) => `${name}=…`).join(", ");
  notation.expect("(");
  do {
    const index = notation.at();
    const name = notation.word(`a parameter of ${owner} (${wanted})`);
    if (!notation.take("=")) {
      if (other === undefined || names.includes(name)) notation.expect("=");
      other?.(name, index);
      continue;
    }
    if (!names.includes(name)) notation.unknown(`parameter of ${owner}`, name, names, index);
    if (Object.hasOwn(values, name)) notation.fail(`${owner} has "${name}" twice`, index);
    values[name] = notation.number("a number");
  } while (notation.take(","));
  const close = notation.at();
  notation.expect(")", '"," or ")"');
  const missing = names.filter((name) => !Object.hasOwn(values, name));
  if (missing.length > 0) {
    notation.fail(`${owner} needs ${missing.map((name) => `"${name}"`).join(" and ")}`, close);
  }
  return values;
}

/**
 * Runs a factory; what it refuses is reported at the place in the text where its call begins, without the name of a
 * function that is no word of the notation.
 */
export function made<T>(notation: Notation, index: number, factory: () => T): T {
  try {
    return factory();
  } catch (error) {
    if (error instanceof RangeError) notation.fail(error.message.replace(/^[a-z]+[A-Z]\w*: /, ""), index);
    throw error;
  }
}
