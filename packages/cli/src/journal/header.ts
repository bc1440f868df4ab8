import { isIntact, sealed } from "./checksum.ts";
import { parseObject } from "./lines.ts";

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

/** How `sat` took its policy before, and the same policy today. */
const RENAMED = new Map([["hidden-types:waiting=0", "hidden-types:beyond=0.05"]]);
const FORMAT = "mulligan-journal";
/** Since version 2 every line has a checksum. */
const VERSION = 2;
const VERSIONS: readonly unknown[] = [1, VERSION];

export function formatHeader(header: Header): string {
  return sealed(`${JSON.stringify({ type: "header", format: FORMAT, version: VERSION, ...header })}\n`);
}

/** Whether the lines after this first one must have checksums. One that has any itself is not of version 1. */
export function hasChecksums(line: string): boolean {
  return isIntact(line) !== undefined || parseObject(line)?.version !== 1;
}

/** Why a journal with this first line cannot be resumed by a run with this header; undefined if it can. */
export function refusal(line: string, header: Header): string | undefined {
  const found = parseObject(line);
  const problem = headerProblem(line);
  if (found === undefined || problem !== undefined) return problem;
  for (const field of Object.keys(header) as (keyof Header)[]) {
    const [theirs, ours] = [describe(found[field]), describe(header[field])];
    if (theirs !== ours && RENAMED.get(theirs) !== ours)
      return `the journal is of ${field} ${theirs}, this run has ${ours}`;
  }
  return undefined;
}

/** What keeps us from reading a journal with this first line at all. */
export function headerProblem(line: string): string | undefined {
  const found = parseObject(line);
  if (found?.format !== FORMAT)
    return "must be a journal of mulligan run or mulligan sat, got something else";
  if (!VERSIONS.includes(found.version)) {
    return `the journal's version must be ${VERSIONS.join(" or ")}, got ${JSON.stringify(found.version)}`;
  }
  return hasChecksums(line) && isIntact(line) !== true ? DAMAGED : undefined;
}

/** What is said of a line that is not as it was written. */
export const DAMAGED = "must be as it was written, got a line that does not agree with its checksum";

function describe(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === "string" ? value : (JSON.stringify(value) ?? "(none)");
  return value
    .map((item) => {
      if (item?.name === undefined) return JSON.stringify(item);
      return item.command === undefined ? item.name : `${item.name}=${JSON.stringify(item.command)}`;
    })
    .join(", ");
}
