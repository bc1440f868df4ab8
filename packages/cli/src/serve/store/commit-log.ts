import { writeSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { setImmediate as requests } from "node:timers/promises";
import { writeWhole } from "../../journal/write-whole.ts";
import { closeQuietly, rest, wake } from "./idle-files.ts";
import { NotKept } from "./not-kept.ts";

/** Lines at the end of a file, which outlive any crash. */
export interface CommitLog {
  /** Resolves when the line is on the disk, and not before. */
  append(line: string): Promise<void>;
  /** Resolves when all that was appended so far is on the disk; fails if it cannot be. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Who writes. */
export interface LogOwner {
  /** All that the file is to hold, in few words: with what was appended so far, whether it is on the disk or not. */
  whole(): string;
  /** What is on the disk is all there is: whatever was appended since is undone. */
  undo(): Promise<void>;
}

/** Where the file ends, and where what was written at once does. */
export interface LogPlace {
  readonly length: number;
  readonly base: number;
}

/** Bytes by which a file may grow before it is written anew: some thousand records, which a start replays in 20 ms. */
const MIN_GROWTH = 2 ** 18;
/** And not before it is so many times as long: what is saved may be long itself. */
const GROWTH = 3;

function longest(base: number): number {
  return Math.max(base + MIN_GROWTH, GROWTH * base);
}

/**
 * Lines that come while the disk is busy are written together and share one sync (group commit), so that many requests
 * cost hardly more than one. When the file has grown, a turn writes the whole of it anew instead, beside it, and renames
 * it: the old file and the new one say the same, so it does not matter when a crash comes.
 *
 * After a failed write the file is cut back to its last whole line, and who waits is told. What was computed meanwhile
 * rests on lines that are not there, so it is refused as well.
 */
export function openCommitLog(path: string, { length, base }: LogPlace, owner: LogOwner): CommitLog {
  let file: FileHandle | undefined;
  let [position, compactAt] = [length, longest(base)];
  let waiting: string[] = [];
  let [current, next]: (Turn | undefined)[] = [];
  let working: Promise<void> | undefined;
  const self = {};

  async function write(lines: readonly string[]): Promise<void> {
    if (position > compactAt && (await compacted(owner.whole()))) return;
    const bytes = Buffer.from(lines.join(""));
    try {
      file ??= await open(path, "r+");
      // At once, since it goes to the system's memory only; the sync is what takes long, and has a thread.
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(file.fd, bytes, done, bytes.length - done, position + done);
      }
      await file.datasync();
      position += bytes.length;
    } catch (error) {
      await file?.truncate(position).catch(() => {});
      throw new NotKept(error);
    }
  }

  /** False if there was no room for it: then the lines are appended as before. */
  async function compacted(whole: string): Promise<boolean> {
    try {
      await writeWhole(path, whole);
    } catch {
      compactAt = position + MIN_GROWTH;
      return false;
    }
    await closeQuietly(file);
    file = undefined;
    position = Buffer.byteLength(whole);
    compactAt = longest(position);
    return true;
  }

  async function work(): Promise<void> {
    wake(self);
    while (next !== undefined) {
      const [lines, turn] = [waiting, next];
      [waiting, current, next] = [[], turn, undefined];
      try {
        await write(lines);
        turn.resolve();
        // Whoever asked meanwhile is to share the next one: with it a service answered a third more requests a second.
        await requests();
      } catch (error) {
        const late = next as Turn | undefined;
        [waiting, next] = [[], undefined];
        await owner.undo();
        turn.reject(error);
        late?.reject(error);
      }
    }
    [working, current] = [undefined, undefined];
    rest(self, closeFile);
  }

  async function closeFile(): Promise<void> {
    const open = file;
    file = undefined;
    await closeQuietly(open);
  }

  return {
    append(line) {
      waiting.push(line);
      next ??= newTurn();
      // Not at once: requests that came together are to be written together.
      working ??= requests().then(work);
      return next.promise;
    },
    async settled() {
      await (next ?? current)?.promise;
    },
    async close() {
      await working;
      wake(self);
      await closeFile();
    },
  };
}

interface Turn {
  readonly promise: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

function newTurn(): Turn {
  let [resolve, reject]: [() => void, (error: unknown) => void] = [() => {}, () => {}];
  const promise = new Promise<void>((yes, no) => {
    [resolve, reject] = [yes, no];
  });
  // Whoever waits hears of it; perhaps nobody does.
  promise.catch(() => {});
  return { promise, resolve, reject };
}
