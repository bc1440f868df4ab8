import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  opendirSync,
  readlinkSync,
  readSync,
  realpathSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Notify } from "../run/outcome.ts";
import { reasonOf } from "../shell/exit.ts";
import { DESCRIPTORS, openWithoutLinks } from "../shell/open-without-links.ts";
import {
  isEntryPath,
  MAX_DEPTH,
  MAX_ENTRIES,
  MAX_PATH,
  type PackedFolder,
  staysInside,
} from "./packed-folder.ts";

/** What is left out of a folder, as the user is told. */
const OMISSIONS = {
  outside: "links that lead out of {tmp}",
  shared: "hard links to files outside {tmp}",
  special: "pipes, sockets and devices",
  path: `paths with a backslash, of more than ${MAX_DEPTH} folders or of more than ${MAX_PATH} characters`,
  unreadable: "files that cannot be read",
};

interface Packing {
  readonly limit: number;
  readonly maxEntries: number;
  readonly descriptors: string | undefined;
  readonly entries: PackedFolder;
  /** The files with several names, by their number on the disk. */
  readonly shared: Map<string, { readonly names: number; readonly paths: string[] }>;
  seen: number;
  size: number;
  leaveOut(what: keyof typeof OMISSIONS, which: string): void;
}

/**
 * Returns the entries of a folder in which programs may have put anything. No link is followed: it could lead to a file that the programs
 * themselves cannot read. Notices say what is left out. Throws a RangeError if the folder has more than `limit` bytes or too many entries,
 * or cannot be read.
 */
export function packFolder(
  folder: string,
  limit: number,
  notice: Notify,
  { maxEntries = MAX_ENTRIES, descriptors = DESCRIPTORS } = {},
): PackedFolder {
  const leaveOut: Packing["leaveOut"] = (what, which) =>
    notice(`left out: ${what}`, `--out: ${OMISSIONS[what]} are left out, such as ${which}`);
  const shared: Packing["shared"] = new Map();
  const limits = { limit, maxEntries, descriptors };
  const packing: Packing = { ...limits, entries: [], shared, seen: 0, size: 0, leaveOut };
  try {
    addFolder(packing, join(realpathSync(dirname(folder)), basename(folder)), "");
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new RangeError(`a folder that cannot be read is not sent: ${reasonOf(error)}`);
  }
  const elsewhere = [...shared.values()].filter(({ names, paths }) => names > paths.length);
  const outside = new Set(elsewhere.flatMap(({ paths }) => paths));
  for (const path of outside) leaveOut("shared", path);
  return packing.entries.filter(({ path }) => !outside.has(path));
}

/** Adds what is in the folder at `place`, and the folder itself, whose path in the packed one is `path`, unless that is empty. */
function addFolder(packing: Packing, place: string, path: string): void {
  const { descriptors, entries, leaveOut } = packing;
  const opened = openWithoutLinks(place, constants.O_DIRECTORY, descriptors);
  try {
    if (path !== "") entries.push({ path, mode: fstatSync(opened).mode & 0o777 });
    // By its descriptor this stays the folder that was opened, wherever its path leads by now.
    const here = descriptors === undefined ? place : `${descriptors}/${opened}`;
    for (const name of namesIn(here)) {
      const inside = path === "" ? name : `${path}/${name}`;
      try {
        addEntry(packing, { place: join(place, name), at: join(here, name), path: inside });
      } catch (error) {
        if (error instanceof RangeError) throw error;
        leaveOut("unreadable", `${inside}: ${reasonOf(error)}`);
      }
    }
  } finally {
    closeSync(opened);
  }
}

function addEntry(
  packing: Packing,
  { place, at, path }: { readonly place: string; readonly at: string; readonly path: string },
): void {
  const { entries, maxEntries, leaveOut } = packing;
  if (++packing.seen > maxEntries) {
    throw new RangeError(`a folder of more than ${maxEntries} entries is not sent`);
  }
  grow(packing, path.length);
  const found = lstatSync(at);
  if (!isEntryPath(path)) leaveOut("path", path.slice(0, 200));
  else if (found.isDirectory()) addFolder(packing, place, path);
  else if (found.isFile()) addFile(packing, place, path);
  else if (!found.isSymbolicLink()) leaveOut("special", path);
  else {
    const target = readlinkSync(at);
    if (staysInside(path, target)) entries.push({ path, target });
    else leaveOut("outside", path);
  }
}

function addFile(packing: Packing, place: string, path: string): void {
  const { entries, shared, descriptors, leaveOut } = packing;
  const opened = openWithoutLinks(place, 0, descriptors);
  try {
    const stats = fstatSync(opened);
    if (!stats.isFile()) {
      leaveOut("special", path);
      return;
    }
    const { mode, size, nlink: names } = stats;
    grow(packing, size);
    if (names > 1) {
      const { dev, ino } = fstatSync(opened, { bigint: true });
      const id = `${dev} ${ino}`;
      shared.set(id, { names, paths: [...(shared.get(id)?.paths ?? []), path] });
    }
    entries.push({ path, mode: mode & 0o777, content: readStart(opened, size) });
  } finally {
    closeSync(opened);
  }
}

function grow(packing: Packing, by: number): void {
  packing.size += by;
  if (packing.size > packing.limit) {
    throw new RangeError(`a folder of more than ${packing.limit} bytes is not sent (--output-limit)`);
  }
}

function* namesIn(folder: string): Generator<string> {
  const reading = opendirSync(folder);
  try {
    for (let entry = reading.readSync(); entry !== null; entry = reading.readSync()) yield entry.name;
  } finally {
    reading.closeSync();
  }
}

/** Reads so many bytes, or fewer if the file has become shorter. A file that grows all the time has an end, too. */
function readStart(opened: number, size: number): Buffer<ArrayBuffer> {
  const content = Buffer.alloc(size);
  let done = 0;
  for (let got = 1; done < size && got > 0; done += got) {
    got = readSync(opened, content, done, size - done, done);
  }
  return content.subarray(0, done);
}
