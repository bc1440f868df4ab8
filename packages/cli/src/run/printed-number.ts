import { createContext, Script } from "node:vm";
import { UsageError } from "../shell/usage-error.ts";

/** Finds a number in the output of a program; undefined if there is none. */
export type NumberReader = (output: string) => number | undefined;

const LONGEST_MATCH_MS = 2_000;
const FORMS = "exit, last-number, regex:PATTERN or json:FIELD";

/**
 * Reads `--reward`. `exit`: success is worth 1, and no output need be read. `last-number`: the last number on the last line.
 * `regex:PATTERN`: the number in the first group of the last match, or 1 for a match without groups.
 * `json:FIELD`: a field, or `a.b` for nested fields, of the whole output or of its last line.
 */
export function parseRewardSource(text: string): NumberReader | undefined {
  if (text === "exit") return undefined;
  if (text === "last-number") return lastNumber;
  if (text.startsWith("regex:")) return matchOf(text.slice("regex:".length));
  if (text.startsWith("json:") && text.length > "json:".length) return fieldOf(text.slice("json:".length));
  throw new UsageError(`--reward: must be ${FORMS}, got "${text}"`);
}

function lastLine(output: string): string {
  const end = output.trimEnd();
  return end.slice(end.lastIndexOf("\n") + 1);
}

function lastNumber(output: string): number | undefined {
  let last: string | undefined;
  for (const [number] of lastLine(output).matchAll(/[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?/gi)) last = number;
  return last === undefined ? undefined : Number(last);
}

/** Returns a reader for the number in the first group of the last match, or 1 for a match without groups. */
function matchOf(pattern: string): NumberReader {
  let expression: RegExp;
  try {
    expression = new RegExp(pattern, "gm");
  } catch (error) {
    throw new UsageError(`--reward: must be a regular expression: ${(error as Error).message}`);
  }
  const place = createContext({ expression });
  // Only the last is kept: there may be as many as the output has characters.
  const search = new Script(
    "(() => { let last; for (const match of output.matchAll(expression)) last = match; return last; })()",
  );
  return (output) => {
    place.output = output;
    const match = within(() => search.runInContext(place, { timeout: LONGEST_MATCH_MS }), pattern);
    if (match === undefined) return undefined;
    return match.length === 1 ? 1 : numberIn(match[1]);
  };
}

/** Some expressions need practically endless time on the wrong text, and would block everything else. */
function within(search: () => RegExpExecArray | undefined, pattern: string): RegExpExecArray | undefined {
  try {
    return search();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    throw new UsageError(
      `--reward: regex:${pattern} must find its match in an output within ${LONGEST_MATCH_MS / 1_000} s, got none in that time`,
    );
  }
}

/** Returns a reader for a field of the output, or of its last line, as JSON; `a.b` for nested fields. */
function fieldOf(path: string): NumberReader {
  return (output) => {
    for (const text of [output, lastLine(output)]) {
      try {
        let value: unknown = JSON.parse(text);
        for (const name of path.split(".")) value = (value as Record<string, unknown> | undefined)?.[name];
        return numberIn(value);
      } catch {
        // not JSON: the last line may be
      }
    }
    return undefined;
  };
}

function numberIn(value: unknown): number | undefined {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string" ? value.trim() === "" : typeof value !== "number") return undefined;
  const number = Number(value);
  return Number.isNaN(number) ? undefined : number;
}
