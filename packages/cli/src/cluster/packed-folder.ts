import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { bytes } from "./plain-values.ts";

/** A path inside a folder: no part of it leads out. */
const path = z
  .string()
  .max(4_096)
  .refine((text) => !/[\0\\]/.test(text) && text.split("/").every((part) => !["", ".", ".."].includes(part)));

/** The files of a folder, by their paths in it. */
export const folderSchema = z.array(z.tuple([path, bytes])).max(100_000);
type PackedFolder = z.output<typeof folderSchema>;

/** Returns the files of a folder; undefined if they have more than `limit` bytes together. */
export function packFolder(folder: string, limit: number): PackedFolder | undefined {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => ({ file, stats: statSync(join(folder, file)) }))
    .filter(({ stats }) => stats.isFile());
  if (files.reduce((sum, { stats }) => sum + stats.size, 0) > limit) return undefined;
  return files.map(({ file }) => [file, readFileSync(join(folder, file))]);
}

/** Writes the files into a new folder. */
export function unpackFolder(packed: PackedFolder, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [file, content] of packed) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), content, { flag: "wx" });
  }
}
