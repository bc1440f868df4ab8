import { writeSync } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { reasonOf } from "../shell/exit.ts";
import { givingWay } from "../shell/give-way.ts";
import { type LogLine, linesOf } from "./lines.ts";
import { writeAtomically } from "./write-atomically.ts";

/** An append-only file of lines, which outlives any crash of its writer. */
export interface AppendLog {
  /** Resolves when the line is on the disk, and not before. */
  append(line: string): Promise<void>;
  /** Resolves when all that was appended so far is on the disk; fails with `NotStored` if it cannot be. */
  flushed(): Promise<void>;
  close(): Promise<void>;
}

/** The file of a log. */
interface LogFile {
  /** Resolves when the text is stored. If it fails, nothing of the text may be read later. */
  write(text: string): Promise<void>;
  /** Closes the file; the next write opens it again. */
  close(): Promise<void>;
}

interface AppendLogOptions {
  /** The file, if it is open already. */
  readonly file?: FileHandle;
  /** The bytes that compacting wrote, or the first lines: growth is measured against them. */
  readonly base?: number;
  /**
   * The whole log in few lines, with all that was appended so far, whether it is on the disk or not. If given, it
   * replaces a log that has grown.
   */
  compacted?(): string;
  /** True if the log is to be compacted though it has not grown much, since to replay it would take long. */
  isSlow?(): boolean;
  /**
   * Called when lines could not be written, before their appends are rejected: everything that depends on them must be undone.
   * Without it the log accepts nothing more after a failure.
   */
  undo?(): Promise<void>;
}

/** A log could not be written, so the appended lines do not count. */
export class NotStored extends Error {
  override readonly name = "NotStored";
  /** True if there is no room left on the disk. */
  readonly full: boolean;

  constructor(failure: unknown) {
    // `writeAtomically` wraps the system's error in one that names the file.
    const cause = (failure as Error).cause ?? failure;
    super(`cannot be written: ${reasonOf(cause)}`, { cause });
    this.full = FULL.includes((cause as NodeJS.ErrnoException).code ?? "");
  }
}

const FULL: readonly string[] = ["ENOSPC", "EDQUOT", "EFBIG"];

/** The end of a log that was read. */
export interface LogEnd {
  /** The bytes of its whole lines. */
  readonly length: number;
  /** The line that was not whole, if there is one. */
  readonly torn?: number;
}

/** Reads a log line by line. If `read` returns false, the line was torn by a crash: it does not count. */
export async function readLogLines(
  path: string,
  read: (line: LogLine, isLast: boolean) => boolean,
): Promise<LogEnd> {
  const bytes = await readWhole(path);
  const giveWay = givingWay();
  let length = 0;
  for (const line of linesOf(bytes)) {
    const turn = giveWay();
    if (turn !== undefined) await turn;
    if (!read(line, line.to === bytes.length)) return { length, torn: line.number };
    length = line.to;
  }
  return { length };
}

const PART_BYTES = 2 ** 24;

/** In parts, since Node reads at most 2 GiB at once. */
async function readWhole(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(size);
    let length = 0;
    while (length < size) {
      const { bytesRead } = await file.read(bytes, length, Math.min(PART_BYTES, size - length), length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return bytes.subarray(0, length);
  } finally {
    await file.close();
  }
}

/**
 * Opens the log of a file for appending at `length`, the end of its last whole line. Lines that arrive while the file is busy
 * are written together and share one sync (group commit), so that many writers cost hardly more than one. If a write fails,
 * lines that were appended meanwhile are refused as well.
 */
export function openAppendLog(path: string, length: number, options: AppendLogOptions = {}): AppendLog {
  const file = logFile(path, length, options);
  const { undo } = options;
  let [current, next]: (Batch | undefined)[] = [];
  let working: Promise<void> | undefined;
  let broken: unknown;

  async function work(): Promise<void> {
    idle.delete(file);
    while (next !== undefined) {
      const batch = next;
      [current, next] = [batch, undefined];
      try {
        if (broken !== undefined) throw broken;
        await file.write(batch.lines.join(""));
        batch.resolve();
        // Requests that came meanwhile share the next batch: with it a service answered a third more requests a second.
        await nextTurn();
      } catch (error) {
        const late = next as Batch | undefined;
        next = undefined;
        if (undo === undefined) broken = error;
        else await undo();
        batch.reject(error);
        late?.reject(error);
      }
    }
    [working, current] = [undefined, undefined];
    rest(file);
  }

  return {
    append(line) {
      next ??= newBatch();
      next.lines.push(line);
      // It waits a moment, so that lines of requests that came together are written together.
      working ??= nextTurn().then(work);
      return next.written;
    },
    async flushed() {
      await (next ?? current)?.written;
    },
    async close() {
      await working;
      idle.delete(file);
      await file.close();
    },
  };
}

/** The file of a log: `write` appends, or compacts the log if it has grown. */
function logFile(path: string, length: number, options: AppendLogOptions): LogFile {
  const { base = 0, compacted, isSlow } = options;
  let { file } = options;
  let position = length;
  let compactAt = longestLog(base);

  /** After a failure the file is cut back to its last whole line. */
  async function append(bytes: Buffer): Promise<void> {
    try {
      file ??= await open(path, "r+");
      // Synchronously, since it only goes to the system's memory; the sync takes long, and has a thread.
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(file.fd, bytes, done, bytes.length - done, position + done);
      }
      await file.datasync();
      position += bytes.length;
    } catch (error) {
      await file?.truncate(position).catch(() => {});
      throw new NotStored(error);
    }
  }

  /** Replaces the log. Returns false if there was no room for a second file: then there may be for a line. */
  async function compact(text: string): Promise<boolean> {
    // Windows replaces no file that is open, and the open one is of no use afterwards.
    await close();
    try {
      await writeAtomically(path, text);
    } catch (error) {
      // If the failure came after the renaming, the new file is in place.
      const { size } = await stat(path);
      compactAt = position + MIN_GROWTH;
      if (size === position) return false;
      [position, compactAt] = [size, longestLog(size)];
      throw new NotStored(error);
    }
    position = Buffer.byteLength(text);
    compactAt = longestLog(position);
    return true;
  }

  /** A failure to close is ignored: the sync has reported it before. */
  async function close(): Promise<void> {
    const opened = file;
    file = undefined;
    await opened?.close().catch(() => {});
  }

  async function write(text: string): Promise<void> {
    const isDue = position > compactAt || isSlow?.() === true;
    if (compacted !== undefined && isDue && (await compact(compacted()))) return;
    await append(Buffer.from(text));
  }

  return { write, close };
}

/** Bytes by which a log may grow before it is compacted: some thousand records, which a start replays in 20 ms. */
const MIN_GROWTH = 2 ** 18;
/** It must also have grown by this factor, since the compacted log may be long itself. */
const GROWTH = 3;

/** Returns the length beyond which a log is compacted. */
function longestLog(base: number): number {
  return Math.max(base + MIN_GROWTH, GROWTH * base);
}

/** Lines that share one sync. */
interface Batch {
  readonly lines: string[];
  readonly written: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

function newBatch(): Batch {
  let [resolve, reject]: [() => void, (error: unknown) => void] = [() => {}, () => {}];
  const written = new Promise<void>((yes, no) => {
    [resolve, reject] = [yes, no];
  });
  // Callers see a failure; there may be none that waits.
  written.catch(() => {});
  return { lines: [], written, resolve, reject };
}

/** Files that stay open though nothing is written to them: a service may have more problems than it may open files. */
const MAX_IDLE = 256;

/** The idle files of this process, the least recently used first. */
const idle = new Set<LogFile>();

function rest(file: LogFile): void {
  idle.add(file);
  if (idle.size <= MAX_IDLE) return;
  const [oldest] = idle;
  idle.delete(oldest);
  void oldest.close();
}
