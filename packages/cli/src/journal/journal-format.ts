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
  /** The clock of `run` (`--clock`) that is not that on the wall; absent for that. */
  readonly clock?: string | undefined;
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

/** Policies that `sat` named differently before. */
const RENAMED = new Map([["hidden-types:waiting=0", "hidden-types:beyond=0.05"]]);
/** Options that earlier versions wrote into headers. */
const REMOVED = { firstCutoff: "--first-cutoff", minCutoff: "--min-cutoff" } as const;
const FORMAT = "mulligan-journal";
/** Since version 2 every line has a checksum. */
const VERSION = 2;
const VERSIONS: readonly unknown[] = [1, VERSION];

/** Returns the first line of a journal. */
export function formatHeader(header: Header): string {
  return formatLine({ type: "header", format: FORMAT, version: VERSION, ...header });
}

/** Returns whether the lines after this first one must have checksums. A header that has one itself is not of version 1. */
export function hasChecksums(line: string): boolean {
  return isIntact(line) !== undefined || parseObject(line)?.version !== 1;
}

/** Returns why a journal with this first line cannot be resumed by a run with this header; undefined if it can. */
export function resumeProblem(line: string, header: Header): string | undefined {
  const found = parseObject(line);
  const problem = headerProblem(line);
  if (found === undefined || problem !== undefined) return problem;
  for (const [field, option] of Object.entries(REMOVED)) {
    if (found[field] !== undefined) {
      return `the journal was written with ${option} ${found[field]}, an option that was removed; begin a new journal (\`mulligan analyze\` still reads this one)`;
    }
  }
  for (const field of Object.keys(header) as (keyof Header)[]) {
    if (field === "seed") continue;
    const usual = field === "clock" ? "wall" : undefined;
    const [theirs, ours] = [describe(found[field] ?? usual), describe(header[field] ?? usual)];
    if (theirs !== ours && RENAMED.get(theirs) !== ours)
      return `the journal is of ${field} ${theirs}, this run has ${ours}`;
  }
  return undefined;
}

/** Returns why a journal with this first line cannot be read at all; undefined if it can. */
export function headerProblem(line: string): string | undefined {
  const found = parseObject(line);
  if (found?.format !== FORMAT)
    return "must be a journal of mulligan run or mulligan sat, got something else";
  if (!VERSIONS.includes(found.version)) {
    return `the journal's version must be ${VERSIONS.join(" or ")}, got ${JSON.stringify(found.version)}`;
  }
  return hasChecksums(line) && isIntact(line) !== true ? DAMAGED : undefined;
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

/** Returns the trial on a line, or undefined if there is none. `onMoved` is called if its numbers were moved to the limits. */
export function parseTrial(text: string, arms: readonly string[], onMoved?: () => void): Trial | undefined {
  const line = parseObject(text);
  return line === undefined ? undefined : trialFromJson(line, arms, onMoved);
}
