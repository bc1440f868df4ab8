import { writeSync } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { writeWhole } from "../../journal/write-whole.ts";
import { closeQuietly } from "./idle-files.ts";
import { NotKept } from "./not-kept.ts";

/** Where a file ends, and where what was written at once does. */
export interface FilePlace {
  readonly length: number;
  readonly base: number;
}

/** A file that is appended to, and written anew when it has grown. */
export interface GrowingFile {
  /**
   * Puts a text on the disk, at the end. If the file has grown, `whole` is written in its place instead, which must say
   * the same in few words, the text with the rest. After a failure the file is as it was, as far as can be.
   */
  write(text: string, whole: () => string): Promise<void>;
  /** It is opened again when it is written to. */
  close(): Promise<void>;
}

/** Bytes by which a file may grow before it is written anew: some thousand records, which a start replays in 20 ms. */
const MIN_GROWTH = 2 ** 18;
/** And not before it is so many times as long: what is saved may be long itself. */
const GROWTH = 3;

function longest(base: number): number {
  return Math.max(base + MIN_GROWTH, GROWTH * base);
}

/**
 * What is written anew is written beside the file and renamed: the old file and the new one say the same, so it does not
 * matter when a crash comes.
 */
export function openGrowingFile(path: string, { length, base }: FilePlace): GrowingFile {
  let file: FileHandle | undefined;
  let [position, anewAt] = [length, longest(base)];

  async function append(bytes: Buffer): Promise<void> {
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

  /** False if there was no room for it: then there may be for the text. */
  async function wroteAnew(whole: string): Promise<boolean> {
    try {
      await writeWhole(path, whole);
    } catch (error) {
      // It may be in its place all the same, if what failed came after the renaming: then the open file is none any more.
      await close();
      const { size } = await stat(path);
      anewAt = position + MIN_GROWTH;
      if (size === position) return false;
      [position, anewAt] = [size, longest(size)];
      throw new NotKept(error);
    }
    await close();
    position = Buffer.byteLength(whole);
    anewAt = longest(position);
    return true;
  }

  async function close(): Promise<void> {
    const opened = file;
    file = undefined;
    await closeQuietly(opened);
  }

  return {
    async write(text, whole) {
      if (position > anewAt && (await wroteAnew(whole()))) return;
      await append(Buffer.from(text));
    },
    close,
  };
}
