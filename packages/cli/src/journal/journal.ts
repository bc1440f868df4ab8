import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { reasonOf } from "../shell/failure.ts";
import { formatHeader, type Header } from "./header.ts";
import { lockFile } from "./lock.ts";
import { readJournal } from "./read-journal.ts";
import { formatTrial, type Trial } from "./trial-line.ts";

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
  if (existsSync(path) && !statSync(path).isFile()) throw new Error(`${given}: must be a regular file`);
  const lock = withReason(given, "cannot be locked", () => lockFile(path));
  process.once("exit", lock.release);
  try {
    if (!existsSync(path) || statSync(path).size === 0) {
      withReason(given, "cannot be written", () => begin(path, formatHeader(header)));
    }
    const replay = readJournal(path, header);
    const file = await open(path, "r+");
    if (replay.torn !== undefined) {
      await file.truncate(replay.length);
      await file.datasync();
    }
    const arms = header.arms.map(({ name }) => name);
    const write = groupCommit(file, given, replay.length);
    return {
      trials: replay.trials,
      ...(replay.torn === undefined ? {} : { torn: replay.torn }),
      append: (trial) => write(formatTrial(trial, arms)),
      async close() {
        await write("").catch(() => {});
        await file.close();
        lock.release();
        process.off("exit", lock.release);
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

const MOST_LINKS = 40;

/** The file itself, which need not be there yet: a link to it stays a link. */
function behindLinks(path: string, links = 0): string {
  if (existsSync(path)) return realpathSync(path);
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
  if (links === MOST_LINKS) throw new Error(`${path}: must be a file, got a circle of links`);
  return behindLinks(resolve(dirname(path), readlinkSync(path)), links + 1);
}

/** What the user is told of a line that was not whole. */
export function tornNotice(path: string, line: number): string {
  return `${path}:${line}: a line that was not whole is dropped; a run must have crashed there`;
}

/** The header appears whole or not at all, so a file without one is never ours. */
function begin(path: string, line: string): void {
  const whole = `${path}.new`;
  const file = openSync(whole, "w");
  writeSync(file, line);
  fsyncSync(file);
  closeSync(file);
  renameSync(whole, path);
  const folder = openSync(dirname(path), "r");
  fsyncSync(folder);
  closeSync(folder);
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
      throw new Error(`${name}: cannot be written: ${reasonOf(error)}`);
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

function withReason<Value>(name: string, problem: string, action: () => Value): Value {
  try {
    return action();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new Error(`${name}: ${problem}: ${reasonOf(error)}`);
  }
}
