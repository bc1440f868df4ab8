/* The lines of a journal: a header, then one trial a line. No node: imports, since browsers read journals too. */
import { type Trial, trialFromJson, trialToJson } from "@mulligan/core/problem";
import { DAMAGED, formatLine, isIntact, parseObject } from "./lines.ts";
import { readSession, type Session } from "./session.ts";

/**
 * The first line of a journal, which describes its observations. It must agree with the run that resumes it, or what was learned would be
 * applied to something else.
 */
export interface Header {
  /** The unit of times and cutoffs. */
  readonly unit: string;
  /** Arms of `run` have commands; those of `sat` are described by their names. */
  readonly arms: readonly { readonly name: string; readonly command?: readonly string[] }[];
  /** The policy as given: `NAME[:option=value,…]`. */
  readonly policy: string;
  readonly mode: string;
  readonly schedule: string;
  readonly cutoffs: string;
  /** The seed from which the seeds of its trials are drawn; a run that resumes it may have another. */
  readonly seed?: number;
  /** The exit codes that `run` counts as success, and the reward of one. */
  readonly success?: readonly number[];
  readonly reward?: string;
  /** The value of `--reward-range`: the scores of a reward of 0 and of 1. */
  readonly rewardRange?: string | undefined;
  /** The key of the hashes that stand in place of secrets (`journal-names.ts`). */
  readonly key?: string;
}

const FORMAT = "mulligan-journal";
const VERSION = 2;

/** Returns the first line of a journal. */
export function formatHeader(header: Header): string {
  return formatLine({ type: "header", format: FORMAT, version: VERSION, ...header });
}

/** Returns why a journal with this first line cannot be resumed by a run with this header; undefined if it can. */
export function resumeProblem(line: string, header: Header): string | undefined {
  const found = parseObject(line);
  const problem = headerProblem(line);
  if (found === undefined || problem !== undefined) return problem;
  for (const field of Object.keys(header) as (keyof Header)[]) {
    if (field === "seed") continue;
    const [theirs, ours] = [describe(found[field]), describe(header[field])];
    if (theirs !== ours) return `the journal is of ${field} ${theirs}, this run has ${ours}`;
  }
  return undefined;
}

/** Returns why a journal with this first line cannot be read at all; undefined if it can. */
export function headerProblem(line: string): string | undefined {
  const found = parseObject(line);
  if (found?.format !== FORMAT)
    return "must be a journal of mulligan run or mulligan sat, got something else";
  if (isIntact(line) === false) return DAMAGED;
  if (found.version !== VERSION) {
    return `the journal's version must be ${VERSION}, got ${JSON.stringify(found.version)}`;
  }
  return isIntact(line) ? undefined : DAMAGED;
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

/** Returns a trial as a line of a journal; the first one of a session describes it. */
export function formatTrial(trial: Trial, arms: readonly string[], session?: Session): string {
  return formatLine({ ...trialToJson(trial, arms), session });
}

/** Returns the session that the line of a trial describes, if it is the first one of a session. */
export function sessionOn(text: string): Session | undefined {
  // Nearly all lines have none, and parsing takes longer than looking.
  return text.includes('"session":{') ? readSession(parseObject(text)?.session) : undefined;
}

/** Returns the trial on a line, or undefined if there is none. */
export function parseTrial(text: string, arms: readonly string[]): Trial | undefined {
  const line = parseObject(text);
  return line === undefined ? undefined : trialFromJson(line, arms);
}
