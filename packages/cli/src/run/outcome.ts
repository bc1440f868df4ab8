import { createContext, Script } from "node:vm";
import type { Outcome } from "@mulligan/core";
import type { ProgramResult } from "../processes/run-program.ts";
import { UsageError } from "../shell/usage-error.ts";
import { REWARD_LIMIT } from "./output-limit.ts";

/** Tells the user something; what has the same key is said once. */
export type Notify = (key: string, text: string) => void;

interface OutcomeRules {
  readonly success: readonly number[];
  /** Absent where every success is worth 1. */
  readonly reward: RewardReader | undefined;
  readonly notice: Notify;
}

/** The last line of a complaint is looked for in so many bytes. */
const LAST_WORDS = 2 ** 12;

/** The outcome of a trial: a cut says nothing of the reward, an exit that is no success is worth 0. */
export function programOutcome(
  ended: ProgramResult,
  arm: string,
  { success, reward, notice }: OutcomeRules,
): Outcome {
  if (ended.kind === "cut") {
    return { kind: "censored", time: ended.timeMs, resetting: ended.resettingMs };
  }
  const { timeMs: time, code, signal, output, complaint } = ended;
  if (code === undefined || !success.includes(code)) {
    const how = code === undefined ? `by ${signal}` : `with exit code ${code}`;
    const last = complaint.tail(LAST_WORDS).toString("utf8").trimEnd().split("\n").at(-1);
    notice(
      `failure of ${arm}`,
      `arm ${arm}: a trial ended ${how}, no success (--success ${success.join(",")})${last ? `: ${last.slice(0, 200)}` : ""}`,
    );
    return { kind: "completed", time, reward: 0 };
  }
  if (reward === undefined) return { kind: "completed", time, reward: 1 };
  if (output.size > REWARD_LIMIT) {
    notice(
      `size of ${arm}`,
      `arm ${arm}: only the last ${REWARD_LIMIT / 2 ** 20} MiB of an output were searched for its reward`,
    );
  }
  const value = reward(output.tail(REWARD_LIMIT).toString("utf8"));
  if (value === undefined) notice(`reward of ${arm}`, `arm ${arm}: an output without a reward counts as 0`);
  else if (!(value >= 0 && value <= 1)) {
    notice(`range of ${arm}`, `arm ${arm}: a reward must lie in [0, 1], got ${value}; the nearest is taken`);
  }
  return { kind: "completed", time, reward: Math.min(1, Math.max(0, value ?? 0)) };
}

/** Reads the reward of a successful trial from its output; undefined if the output does not say. */
export type RewardReader = (output: string) => number | undefined;

const LONGEST_MATCH_MS = 2_000;
const FORMS = "exit, last-number, regex:PATTERN or json:FIELD";

/**
 * Reads `--reward`. `exit`: success is worth 1, and no output need be read. `last-number`: the last number on the last line.
 * `regex:PATTERN`: the number in the first group of the last match, or 1 for a match without groups.
 * `json:FIELD`: a field, `a.b` for one inside another, of the whole output or of its last line.
 */
export function parseRewardSource(text: string): RewardReader | undefined {
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

function matchOf(pattern: string): RewardReader {
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

function fieldOf(path: string): RewardReader {
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
