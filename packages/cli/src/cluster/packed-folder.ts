import { chmodSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { bytes } from "./plain-values.ts";

/** Limits of a folder that is sent: while a worker reads one, it does nothing else and hears no signal. */
export const MAX_ENTRIES = 10_000;
export const MAX_DEPTH = 64;
export const MAX_PATH = 4_096;

/** A path inside a folder: no part of it leads out. */
const path = z
  .string()
  .max(MAX_PATH)
  .refine((text) => !/[\0\\]/.test(text) && text.split("/").every((part) => !["", ".", ".."].includes(part)))
  .refine((text) => text.split("/").length <= MAX_DEPTH);

const permissions = z.int().min(0).max(0o777);

/** The entries of a folder: files, folders and links. Each folder comes before what is in it, and no link leads out. */
export const folderSchema = z
  .array(
    z.union([
      z.strictObject({ path, mode: permissions, content: bytes }),
      z.strictObject({ path, mode: permissions }),
      z.strictObject({ path, target: z.string().min(1).max(MAX_PATH) }),
    ]),
  )
  .max(MAX_ENTRIES)
  .refine(isTree);
export type PackedFolder = z.output<typeof folderSchema>;

/** Returns whether a path may be that of an entry. */
export function isEntryPath(text: string): boolean {
  return path.safeParse(text).success;
}

function isTree(entries: readonly { readonly path: string; readonly target?: string }[]): boolean {
  const paths = new Set<string>();
  const folders = new Set(["."]);
  return entries.every((entry) => {
    if (paths.has(entry.path) || !folders.has(dirname(entry.path))) return false;
    paths.add(entry.path);
    if (entry.target !== undefined) return staysInside(entry.path, entry.target);
    if (!("content" in entry)) folders.add(entry.path);
    return true;
  });
}

/**
 * Returns whether a link leads to a place inside its folder, wherever the other links there lead. It may go up only at its start, where it
 * passes folders: a `..` after the name of another link would go up from the place to which that one leads.
 */
export function staysInside(link: string, target: string): boolean {
  const parts = target.split("/").filter((part) => part !== "" && part !== ".");
  const down = parts.findIndex((part) => part !== "..");
  const up = down < 0 ? parts.length : down;
  return !/^\/|\0/.test(target) && up < link.split("/").length && !parts.slice(up).includes("..");
}

/**
 * Writes the entries into a new folder, which replaces what had its name. Links come last, so that nothing is written through one, and then
 * the modes of folders in which their owner may not write.
 */
export function unpackFolder(packed: PackedFolder, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  mkdirSync(folder);
  const place = (entry: { readonly path: string }) => join(folder, entry.path);
  for (const entry of packed) {
    if ("content" in entry) writeFileSync(place(entry), entry.content, { mode: entry.mode, flag: "wx" });
    else if ("mode" in entry) mkdirSync(place(entry), { mode: entry.mode | 0o700 });
  }
  for (const entry of packed) if ("target" in entry) symlinkSync(entry.target, place(entry));
  for (const entry of packed.toReversed()) {
    if ("target" in entry || "content" in entry || (entry.mode & 0o700) === 0o700) continue;
    chmodSync(place(entry), lstatSync(place(entry)).mode & entry.mode);
  }
}
