import { setImmediate as requests } from "node:timers/promises";
import { type FilePlace, openGrowingFile } from "./growing-file.ts";
import { rest, wake } from "./idle-files.ts";

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

/**
 * Lines that come while the disk is busy are written together and share one sync (group commit), so that many requests
 * cost hardly more than one. After a failed write who waits is told. What was computed meanwhile rests on lines that are
 * not there, so it is refused as well.
 */
export function openCommitLog(path: string, place: FilePlace, owner: LogOwner): CommitLog {
  const file = openGrowingFile(path, place);
  let waiting: string[] = [];
  let [current, next]: (Turn | undefined)[] = [];
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    wake(file);
    while (next !== undefined) {
      const [lines, turn] = [waiting, next];
      [waiting, current, next] = [[], turn, undefined];
      try {
        await file.write(lines.join(""), owner.whole);
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
    rest(file, file.close);
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
      wake(file);
      await file.close();
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
