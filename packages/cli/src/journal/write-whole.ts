import { closeSync, lstatSync, openSync, rmSync } from "node:fs";
import { type FileHandle, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { reasonOf } from "../shell/exit.ts";
import { UsageError } from "../shell/usage-error.ts";
import { newPartName } from "./part-files.ts";

/** What is too large to be held at once. */
export type Parts = Iterable<string> | AsyncIterable<Uint8Array>;

/**
 * Writes a file that appears whole or not at all, and stays, whatever crashes: it is written beside its place,
 * put on the disk and renamed, and the folder is put on the disk too. A file that was there keeps its mode; a link that
 * was there is replaced, and what it leads to stays.
 */
export async function writeWhole(path: string, data: string | Uint8Array | Parts): Promise<void> {
  const folder = dirname(path);
  const part = join(folder, newPartName());
  underWay.add(part);
  if (underWay.size === 1) process.on("exit", removeAll);
  try {
    const before = lstatSync(path, { throwIfNoEntry: false });
    const mode = before?.isFile() ? before.mode : undefined;
    // At once: a process that ends meanwhile would remove it first, and have it made by a thread of Node's afterwards.
    closeSync(openSync(part, "wx"));
    await within(await open(part, "r+"), async (file) => {
      if (mode !== undefined) await file.chmod(mode & 0o7777);
      await writeFile(file, data);
      await file.sync();
    });
    await rename(part, path);
    await within(await open(folder, "r"), (file) => file.sync());
  } catch (error) {
    await rm(part, { force: true });
    throw new UsageError(`${path}: cannot be written: ${reasonOf(error)}`, { cause: error });
  } finally {
    underWay.delete(part);
    if (underWay.size === 0) process.off("exit", removeAll);
  }
}

/** Parts of this process. One that ends in their middle takes them along; after a kill the next one does. */
const underWay = new Set<string>();

function removeAll(): void {
  for (const part of underWay) rmSync(part, { force: true });
}

async function within(file: FileHandle, action: (file: FileHandle) => Promise<void>): Promise<void> {
  try {
    await action(file);
  } finally {
    await file.close();
  }
}
