import { parseObject } from "./trial-line.ts";

/**
 * The first line of a journal: what its observations are of. All of it must agree with the run that
 * resumes it, or what was learned would be said of something else.
 */
export interface Header {
  /** Of times and cutoffs. */
  readonly unit: "ms" | "flips";
  /** The arms of `run` have commands, those of `sat` say all in their names. */
  readonly arms: readonly { readonly name: string; readonly command?: readonly string[] }[];
  /** As given: `NAME[:option=value,…]`. */
  readonly policy: string;
  readonly mode: string;
  readonly schedule: string;
  readonly cutoffs: string;
  /** As given, if they were; a run that has none is another one too. */
  readonly firstCutoff?: string | undefined;
  readonly minCutoff?: string | undefined;
  /** What `run` calls a success, and what it is worth. */
  readonly success?: readonly number[];
  readonly reward?: string;
}

const FORMAT = "mulligan-journal";
const VERSION = 1;

export function formatHeader(header: Header): string {
  return `${JSON.stringify({ type: "header", format: FORMAT, version: VERSION, ...header })}\n`;
}

/** Why a journal with this first line cannot be resumed by a run with this header; undefined if it can. */
export function refusal(line: string, header: Header): string | undefined {
  const found = parseObject(line);
  const problem = versionProblem(found);
  if (found === undefined || problem !== undefined) return problem;
  for (const field of Object.keys(header) as (keyof Header)[]) {
    const [theirs, ours] = [describe(found[field]), describe(header[field])];
    if (theirs !== ours) return `the journal is of ${field} ${theirs}, this run has ${ours}`;
  }
  return undefined;
}

/** What keeps us from reading a journal with this first line at all. */
export function versionProblem(found: Record<string, unknown> | undefined): string | undefined {
  if (found?.format !== FORMAT)
    return "must be a journal of mulligan run or mulligan sat, got something else";
  return found.version === VERSION
    ? undefined
    : `the journal's version must be ${VERSION}, got ${JSON.stringify(found.version)}`;
}

function describe(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === "string" ? value : (JSON.stringify(value) ?? "(none)");
  return value
    .map((item) => {
      if (item?.name === undefined) return JSON.stringify(item);
      return item.command === undefined ? item.name : `${item.name}=${JSON.stringify(item.command)}`;
    })
    .join(", ");
}
