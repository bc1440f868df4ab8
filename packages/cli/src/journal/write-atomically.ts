import { createHash, randomBytes } from "node:crypto";
import { closeSync, lstatSync, openSync, readdirSync, rmSync } from "node:fs";
import { type FileHandle, open, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { reasonOf } from "../shell/exit.ts";
import { UsageError } from "../shell/usage-error.ts";
import { ownStart, stillRuns } from "./running-process.ts";

/** The content of a file that is too large for memory. */
export type Parts = Iterable<string> | AsyncIterable<Uint8Array>;

/**
 * Writes a file that appears whole or not at all, and survives any crash: it is written under another name, synced and renamed, and the
 * folder is synced too. A new file gets `mode`, as far as the umask allows it; an existing file keeps its mode. An existing link is
 * replaced, and its target stays.
 */
export async function writeAtomically(
  path: string,
  data: string | Uint8Array | Parts,
  { mode: wanted = 0o666 }: { readonly mode?: number } = {},
): Promise<void> {
  const folder = dirname(path);
  const part = join(folder, newPartName());
  unfinished.add(part);
  if (unfinished.size === 1) process.on("exit", removeUnfinished);
  try {
    const before = lstatSync(path, { throwIfNoEntry: false });
    const mode = before?.isFile() ? before.mode : undefined;
    // Synchronously: a process that ends meanwhile would remove the file first, and a thread of Node's make it afterwards.
    closeSync(openSync(part, "wx", wanted));
    await within(await open(part, "r+"), async (file) => {
      if (mode !== undefined) await file.chmod(mode & 0o7777);
      await writeFile(file, data);
      await file.sync();
    });
    await rename(part, path);
    await syncFolder(folder);
  } catch (error) {
    await rm(part, { force: true });
    throw new UsageError(`${path}: cannot be written: ${reasonOf(error)}`, { cause: error });
  } finally {
    unfinished.delete(part);
    if (unfinished.size === 0) process.off("exit", removeUnfinished);
  }
}

/** Syncs a folder, so that its list of files is on the disk. Windows refuses this, and keeps the list in a journal of its own. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  await within(await open(folder, "r"), (file) => file.sync());
}

async function within(file: FileHandle, action: (file: FileHandle) => Promise<void>): Promise<void> {
  try {
    await action(file);
  } finally {
    await file.close();
  }
}

/** Part files of this process. They are removed when it ends; after a kill, by the next process. */
const unfinished = new Set<string>();

function removeUnfinished(): void {
  for (const part of unfinished) rmSync(part, { force: true });
}

/** Names the process that writes the part file: its number, its host and its start. */
const PART = /^\.mulligan-(\d+)-([0-9a-f]{8})-([0-9a-f]{8})-[0-9a-f]{16}\.part$/;

/** Returns a new name for a file that is not complete yet. */
export function newPartName(): string {
  const { pid } = process;
  return `.mulligan-${pid}-${hash(hostname())}-${hash(ownStart())}-${randomBytes(8).toString("hex")}.part`;
}

/** Removes part files of processes of this host that are gone. */
export function removeStaleParts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid, host, start] = PART.exec(name) ?? [];
    if (pid === undefined || host !== hash(hostname())) continue;
    if (!stillRuns(Number(pid), (known) => hash(known) === start))
      rmSync(join(folder, name), { force: true });
  }
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
