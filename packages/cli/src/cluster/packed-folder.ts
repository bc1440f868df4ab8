import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

/** A path inside a folder: no part of it leads out. */
const path = z
  .string()
  .max(4_096)
  .refine((text) => !/[\0\\]/.test(text) && text.split("/").every((part) => !["", ".", ".."].includes(part)));
const listSchema = z.array(z.tuple([path, z.int().nonnegative()])).max(100_000);

/**
 * The files of a folder in one piece: the length of a list, the list of paths and sizes, and the contents. Undefined if
 * they have more than `limit` bytes together.
 */
export function packFolder(folder: string, limit: number): Buffer | undefined {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => ({ file, stats: statSync(join(folder, file)) }))
    .filter(({ stats }) => stats.isFile());
  if (files.reduce((sum, { stats }) => sum + stats.size, 0) > limit) return undefined;
  const contents = files.map(({ file }) => readFileSync(join(folder, file)));
  const list = Buffer.from(JSON.stringify(files.map(({ file }, place) => [file, contents[place].length])));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(list.length);
  return Buffer.concat([length, list, ...contents]);
}

/** Writes the files of a packed folder into a new one. What does not come from `packFolder` is refused. */
export function unpackFolder(packed: Uint8Array, folder: string): void {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.length);
  const end = bytes.length < 4 ? 0 : 4 + bytes.readUInt32LE();
  const list = listSchema.safeParse(parsed(bytes.subarray(4, end).toString())).data;
  if (list === undefined || end + list.reduce((sum, [, size]) => sum + size, 0) !== bytes.length) {
    throw new RangeError("--redis: a worker sent a folder that cannot be read");
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let from = end;
  for (const [file, size] of list) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), bytes.subarray(from, from + size), { flag: "wx" });
    from += size;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
