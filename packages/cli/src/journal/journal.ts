import { randomInt } from "node:crypto";
import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Trial } from "@mulligan/core/problem";
import { reasonOf } from "../shell/exit.ts";
import { MAX_LINES } from "../shell/text-bytes.ts";
import { UsageError } from "../shell/usage-error.ts";
import { type LogEnd, openAppendLog, readLogLines } from "./append-log.ts";
import { formatHeader, formatTrial, type Header, parseTrial, resumeProblem } from "./journal-format.ts";
import { type JournalNames, journalNames, newKey, type RunInputs } from "./journal-names.ts";
import { DAMAGED, isIntact, type LogLine, parseObject } from "./lines.ts";
import { holdLock } from "./lock.ts";
import type { Session } from "./session.ts";
import { removeStaleParts, writeAtomically } from "./write-atomically.ts";

/** The log of the trials of a run, which the next run with the same header resumes. */
export interface Journal {
  /** Its content when it was opened. */
  readonly trials: readonly Trial[];
  /** The line that was dropped because it was not whole. */
  readonly torn?: number;
  /** Resolves when the trial is on the disk, and not before. After a failure nothing more is written. */
  append(trial: Trial): Promise<void>;
  close(): Promise<void>;
}

/** A journal has commands and inputs of its owner. */
const PRIVATE = 0o600;

/** What is known of the run that opens a journal. */
export interface JournalRun {
  /** Described by the lock, and by the first trial of the session. */
  readonly session?: Session | undefined;
  readonly inputs?: RunInputs | undefined;
}

/** Opens a journal to resume it, or begins one, which only its owner may read. */
export async function openJournal(
  given: string,
  header: Header,
  { session, inputs }: JournalRun = {},
): Promise<Journal> {
  const path = followLinks(given);
  checkFile(path, given);
  const unlock = lockJournal(path, given, session);
  let file: FileHandle | undefined;
  try {
    removeStaleParts(dirname(path));
    const begin = (named: JournalNames) =>
      writeAtomically(path, formatHeader(named.header), { mode: PRIVATE });
    // The header appears whole or not at all, so a file without one was not written by us.
    if (!existsSync(path) || statSync(path).size === 0) await begin(journalNames(header, newKey(header)));
    let read = await readJournal(path, header, inputs);
    if (read.length === 0) {
      // The header lacks its newline, and nothing follows it.
      await begin(read.names);
      read = await readJournal(path, header, inputs);
    }
    file = await open(path, "r+");
    if (read.torn !== undefined) {
      await file.truncate(read.length);
      await file.datasync();
    }
    const { trials, torn, length, names } = read;
    const arms = header.arms.map(({ name }) => name);
    const log = openAppendLog(path, length, { file });
    let described = session;
    const lineOf = (trial: Trial) => {
      const line = formatTrial(names.written(trial), arms, described);
      described = undefined;
      return line;
    };
    return {
      trials,
      ...(torn === undefined ? {} : { torn }),
      append: (trial) =>
        log.append(lineOf(trial)).catch((error: Error) => {
          throw new UsageError(`${given}: ${error.message}`);
        }),
      async close() {
        await log.close();
        unlock();
      },
    };
  } catch (error) {
    await file?.close();
    unlock();
    throw withReason(error, given, "cannot be opened");
  }
}

/** The longest header that is looked into for its seed. */
const MAX_HEADER = 2 ** 24;

/** Returns the seed of a run: the given one, or that of its journal, or a fresh one. */
export function seedOfRun(given: number | undefined, state: string | undefined): number {
  return given ?? (state === undefined ? undefined : seedOfJournal(state)) ?? randomInt(2 ** 32);
}

/** Undefined if there is no journal yet, or if it has no seed; whether it can be resumed is checked later. */
function seedOfJournal(path: string): number | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const file = openSync(path, "r");
  try {
    for (let size = 2 ** 12; size <= MAX_HEADER; size *= 16) {
      const bytes = Buffer.alloc(size);
      const read = bytes.subarray(0, readSync(file, bytes, 0, size, 0));
      const end = read.indexOf("\n");
      if (end < 0 && read.length === size) continue;
      const seed = parseObject(read.toString("utf8", 0, end < 0 ? read.length : end))?.seed;
      return Number.isSafeInteger(seed) && (seed as number) >= 0 ? (seed as number) : undefined;
    }
    return undefined;
  } finally {
    closeSync(file);
  }
}

/** Resolves to the trials of a journal that this run may resume, without changing it; none if it does not exist. */
export async function readTrials(
  given: string,
  header: Header,
  inputs?: RunInputs,
): Promise<readonly Trial[]> {
  const path = followLinks(given);
  checkFile(path, given);
  if (!existsSync(path) || statSync(path).size === 0) return [];
  return (await readJournal(path, header, inputs)).trials;
}

/** Returns the notice about an incomplete line. */
export function tornNotice(path: string, line: number): string {
  return `${path}:${line}: dropped an incomplete line; a run probably crashed there`;
}

/** The most tasks that a killed run may have begun and not recorded: as many as it may have jobs. */
const MAX_UNRECORDED = 10_000;

/**
 * Reads a journal that this run may resume; refuses any other with the reason, and changes nothing. The last line may
 * be torn, since a crash can come at any moment: it was never acknowledged, and is left out. Any other line that is not
 * a trial is refused, since a journal that lost something in its middle cannot be trusted. If only the newline of the
 * header is missing, the length is 0: the header must be written again.
 */
async function readJournal(
  path: string,
  header: Header,
  inputs: RunInputs | undefined,
): Promise<LogEnd & { readonly trials: Trial[]; readonly names: JournalNames }> {
  const arms = header.arms.map(({ name }) => name);
  const trials: Trial[] = [];
  let names = journalNames(header, undefined);

  function readTrial({ number, text, whole }: LogLine, isLast: boolean): Trial | undefined {
    const refuse = (what: string): never => {
      throw new UsageError(`${path}:${number}: ${what}`);
    };
    if (isLast && !whole) return undefined;
    const trial = parseTrial(text, arms);
    const intact = isIntact(text);
    if (intact === false || (trial !== undefined && intact === undefined)) refuse(DAMAGED);
    if (trial === undefined) return refuse(`must be an observation, got ${text.slice(0, 60)}`);
    const most = trials.length + MAX_UNRECORDED;
    if (trial.input === null && trial.occurrence > most) {
      refuse(`occurrence must be at most ${most} here, got ${trial.occurrence}`);
    }
    if (trials.length === MAX_LINES) refuse(`must have at most ${MAX_LINES} trials, got more`);
    return trial;
  }

  const end = await readLogLines(path, (line, isLast) => {
    if (line.number === 1) {
      names = journalNames(header, parseObject(line.text)?.key, inputs);
      const problem = resumeProblem(line.text, names.header);
      if (problem !== undefined) throw new UsageError(`${path}:1: ${problem}`);
      return line.whole;
    }
    const trial = readTrial(line, isLast);
    if (trial !== undefined) trials.push(names.read(trial));
    return trial !== undefined;
  });
  return { ...end, trials, names };
}

/** Refuses files that cannot be a journal. The lock belongs to one name of a file, and would be missed under another. */
function checkFile(path: string, name: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isFile()) throw new UsageError(`${name}: must be a regular file`);
  if (found.nlink > 1) {
    throw new UsageError(
      `${name}: must have one name, got ${found.nlink} (hard links), since another run could write it under the other name; copy it first`,
    );
  }
}

const MAX_LINKS = 40;

/** The file itself, which need not exist yet: a link to it stays a link. */
function followLinks(path: string, links = 0): string {
  if (existsSync(path)) return realpathSync(path);
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
  if (links === MAX_LINKS) throw new UsageError(`${path}: must be a file, got a circle of links`);
  return followLinks(resolve(dirname(path), readlinkSync(path)), links + 1);
}

function lockJournal(path: string, name: string, session: Session | undefined): () => void {
  try {
    return holdLock(path, session);
  } catch (error) {
    const problem = existsSync(dirname(path)) ? "cannot be locked" : "must lie in an existing folder";
    throw withReason(error, name, problem);
  }
}

/** Adds the name of the file to an error of the system; errors of Mulligan name it already. */
function withReason(error: unknown, name: string, problem: string): unknown {
  if ((error as NodeJS.ErrnoException).code === undefined) return error;
  return new UsageError(`${name}: ${problem}: ${reasonOf(error)}`);
}
