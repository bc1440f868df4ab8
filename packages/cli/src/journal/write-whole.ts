import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { type FileHandle, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { reasonOf } from "../shell/failure.ts";
import { UsageError } from "../shell/usage-error.ts";

/**
 * Writes a file that appears whole or not at all, and stays, whatever crashes: it is written beside its place,
 * put on the disk and renamed, and the folder is put on the disk too. One that was there keeps its mode.
 */
export async function writeWhole(
  path: string,
  data: string | Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  const folder = dirname(path);
  const part = join(folder, `.${randomBytes(8).toString("hex")}.part`);
  try {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode;
    await within(await open(part, "wx"), async (file) => {
      if (mode !== undefined) await file.chmod(mode & 0o7777);
      await writeFile(file, data);
      await file.sync();
    });
    await rename(part, path);
    await within(await open(folder, "r"), (file) => file.sync());
  } catch (error) {
    await rm(part, { force: true });
    throw new UsageError(`${path}: cannot be written: ${reasonOf(error)}`);
  }
}

async function within(file: FileHandle, action: (file: FileHandle) => Promise<void>): Promise<void> {
  try {
    await action(file);
  } finally {
    await file.close();
  }
}
