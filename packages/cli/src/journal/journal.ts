import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Trial } from "@mulligan/core/problem";
import { reasonOf } from "../shell/exit.ts";
import { UsageError } from "../shell/usage-error.ts";
import { sealed } from "./checksum.ts";
import { formatHeader, type Header } from "./header.ts";
import { lockFile } from "./lock.ts";
import { sweepParts } from "./part-files.ts";
import { type Replay, readJournal } from "./read-journal.ts";
import { formatTrial } from "./trial-line.ts";
import { writeWhole } from "./write-whole.ts";

/** An append-only file of observations, which outlives any crash of its writer. */
export interface Journal {
  /** What it held when it was opened. */
  readonly trials: readonly Trial[];
  /** The line that was dropped because it was not whole. */
  readonly torn?: number;
  /** Resolves when the observation is on the disk, and not before. */
  append(trial: Trial): Promise<void>;
  close(): Promise<void>;
}

/** Opens a journal to resume it, or begins one. */
export async function openJournal(given: string, header: Header): Promise<Journal> {
  const path = behindLinks(given);
  checkPlace(path, given);
  const lock = lockOf(path, given);
  process.once("exit", lock.release);
  const unlock = () => {
    lock.release();
    process.off("exit", lock.release);
  };
  let file: FileHandle | undefined;
  try {
    sweepParts(dirname(path));
    // The header appears whole or not at all, so a file without one is never ours.
    if (!existsSync(path) || statSync(path).size === 0) await writeWhole(path, formatHeader(header));
    let replay = await readJournal(path, header);
    if (replay.length === 0) {
      // All of the header is there but its newline, and nothing else.
      await writeWhole(path, formatHeader(header));
      replay = await readJournal(path, header);
    }
    file = await open(path, "r+");
    if (replay.torn !== undefined) {
      await file.truncate(replay.length);
      await file.datasync();
    }
    return resumed(file, given, header, replay, unlock);
  } catch (error) {
    await file?.close();
    unlock();
    throw withReason(error, given, "cannot be opened");
  }
}

function resumed(
  file: FileHandle,
  name: string,
  header: Header,
  { trials, torn, length }: Replay,
  unlock: () => void,
): Journal {
  const arms = header.arms.map((arm) => arm.name);
  const write = groupCommit(file, name, length);
  return {
    trials,
    ...(torn === undefined ? {} : { torn }),
    append: (trial) => write(sealed(formatTrial(trial, arms))),
    async close() {
      await write("").catch(() => {});
      await file.close();
      unlock();
    },
  };
}

/** What can be a journal. A lock stands beside one name of a file, and would not be seen beside another. */
function checkPlace(path: string, name: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isFile()) throw new UsageError(`${name}: must be a regular file`);
  if (found.nlink > 1) {
    throw new UsageError(
      `${name}: must have one name, got ${found.nlink} (hard links): under another it could be written at the same time; copy it`,
    );
  }
}

const MAX_LINKS = 40;

/** The file itself, which need not be there yet: a link to it stays a link. */
function behindLinks(path: string, links = 0): string {
  if (existsSync(path)) return realpathSync(path);
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
  if (links === MAX_LINKS) throw new UsageError(`${path}: must be a file, got a circle of links`);
  return behindLinks(resolve(dirname(path), readlinkSync(path)), links + 1);
}

/** What the user is told of a line that was not whole. */
export function tornNotice(path: string, line: number): string {
  return `${path}:${line}: a line that was not whole is dropped; a run must have crashed there`;
}

/**
 * Lines that come while the disk is busy are written together and share one sync, so that many jobs cost
 * hardly more than one. After a failed write the file is cut back to its last whole line, and nothing more
 * is written: what was acknowledged stays, and the caller ends.
 */
function groupCommit(file: FileHandle, name: string, length: number): (line: string) => Promise<void> {
  let position = length;
  let waiting: string[] = [];
  let next: Promise<void> | undefined;
  let current: Promise<void> = Promise.resolve();

  async function flush(): Promise<void> {
    const bytes = Buffer.from(waiting.join(""));
    waiting = [];
    next = undefined;
    try {
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
        done += bytesWritten;
      }
      if (bytes.length > 0) await file.datasync();
      position += bytes.length;
    } catch (error) {
      await file.truncate(position).catch(() => {});
      throw new UsageError(`${name}: cannot be written: ${reasonOf(error)}`);
    }
  }

  return (line) => {
    waiting.push(line);
    if (next === undefined) {
      next = current.then(flush);
      current = next;
      current.catch(() => {});
    }
    return next;
  };
}

function lockOf(path: string, name: string) {
  try {
    return lockFile(path);
  } catch (error) {
    throw withReason(error, name, "cannot be locked");
  }
}

/** What the system said, with the file it was about; our own errors say that already. */
function withReason(error: unknown, name: string, problem: string): unknown {
  if ((error as NodeJS.ErrnoException).code === undefined) return error;
  return new UsageError(`${name}: ${problem}: ${reasonOf(error)}`);
}
