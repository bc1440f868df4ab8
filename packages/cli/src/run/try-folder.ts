import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { reasonOf } from "../shell/exit.ts";
import { UsageError } from "../shell/usage-error.ts";

/** The folder of one try, `{tmp}`. */
export interface TryFolder {
  readonly path: string;
  /** Moves what a successful try left there to its place in `--out`, in one step; elsewhere it goes away. */
  keep(name: string): void;
  remove(): void;
}

/**
 * Folders for tries. Those whose files may be kept are made inside `--out`, so that a move is one step; what a crash
 * leaves in `scratch` the watchdog removes.
 */
export function tryFolders(scratch: string, out: string | undefined): () => TryFolder {
  let made = 0;
  return () => {
    const path = join(scratch, `try-${++made}`);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const remove = () => {
      try {
        rmSync(path, { recursive: true, force: true });
      } catch {
        // a folder that may not be written to: it is no reason to end, and the watchdog tries again
      }
    };
    return {
      path,
      remove,
      keep(name) {
        if (out === undefined) return remove();
        try {
          replaceFolder(path, join(out, name), join(scratch, `old-${made}`));
        } catch (error) {
          throw new UsageError(`${join(out, name)}: cannot be made: ${reasonOf(error)}`);
        }
      },
    };
  };
}

/** What was there, from a run that crashed before it could tell, goes away. */
function replaceFolder(from: string, to: string, aside: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOTEMPTY" && code !== "EEXIST" && code !== "ENOTDIR") throw error;
    renameSync(to, aside);
    renameSync(from, to);
    rmSync(aside, { recursive: true, force: true });
  }
}
