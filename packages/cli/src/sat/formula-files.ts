import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { reasonFor, reasonOf } from "../shell/exit.ts";
import { readAll } from "../shell/files.ts";
import { MAX_INPUT_BYTES, TOO_LONG } from "../shell/text-bytes.ts";
import { UsageError } from "../shell/usage-error.ts";

const DIMACS = /\.(cnf|dimacs)(\.gz)?$/i;

/**
 * Returns the DIMACS files that the arguments name: files, and all files in folders. `single` is true if one
 * file was named, not a folder: the output is then that of the SAT competition.
 */
export function findFiles(paths: readonly string[]): { files: string[]; single: boolean } {
  if (paths.length > 1 && paths.includes("-")) {
    throw new UsageError(
      `-: standard input must be the only path, since it can be read once, got ${paths.length} paths`,
    );
  }
  const found = paths.map((path) => ({ path, folder: isFolder(path) }));
  const files = found.flatMap(({ path, folder }) => (folder ? filesOf(path) : [path]));
  return { files, single: found.length === 1 && !found[0].folder };
}

function isFolder(path: string): boolean {
  if (path === "-") return false;
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    throw new UsageError(`${path}: cannot be read: ${reasonFor(path, error)}`);
  }
}

function filesOf(folder: string): string[] {
  const files = allIn(folder).filter((file) => DIMACS.test(file));
  if (files.length === 0) {
    throw new UsageError(`${folder}: must hold files that end in .cnf, .dimacs or .cnf.gz, got none`);
  }
  const byNumber = new Intl.Collator("en", { numeric: true });
  return files.sort(byNumber.compare);
}

/** All files in the folder and in those within it. */
function allIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map(({ parentPath, name }) => join(parentPath, name));
  } catch (error) {
    throw new UsageError(`${folder}: cannot be read: ${reasonOf(error)}`);
  }
}

/** Reads standard input and pipes, which can be read only once, before the work begins. */
export async function readOnce(files: readonly string[]): Promise<Map<string, Uint8Array>> {
  const read = new Map<string, Uint8Array>();
  for (const file of files) {
    if (file === "-" || isPipe(file)) read.set(file, await readAll(file, refuseBinary(file)));
  }
  return read;
}

/** Refuses binary data that is not compressed, so that an endless device is refused at its beginning. */
function refuseBinary(file: string): (part: Buffer) => void {
  let compressed: boolean | undefined;
  return (part) => {
    compressed ??= part[0] === 0x1f;
    if (!compressed && part.includes(0)) {
      throw new UsageError(`${file}:1: must be DIMACS, plain or gzip, got binary data`);
    }
  };
}

function isPipe(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat?.isFIFO() === true || stat?.isCharacterDevice() === true;
}

/** Most files of a benchmark set are smaller. */
const USUAL_BYTES = 2 ** 16;

/**
 * Reads whole files, one after the other, into the same memory: a result is overwritten by the next call, unless the file
 * is large. A new buffer for each of ten thousand small files keeps the garbage collector's threads busy, which take
 * turns with the workers.
 */
export function fileReader(): (path: string) => Uint8Array {
  const buffer = new Uint8Array(USUAL_BYTES);
  return (path) => {
    const file = openSync(path, "r");
    try {
      let length = 0;
      while (length < USUAL_BYTES) {
        const read = readSync(file, buffer, length, USUAL_BYTES - length, null);
        if (read === 0) return buffer.subarray(0, length);
        length += read;
      }
      return readRest(file, buffer);
    } finally {
      closeSync(file);
    }
  };
}

/** Reads what is longer than usual: a file by its size, anything else until it ends. */
function readRest(file: number, begun: Uint8Array): Uint8Array {
  const parts = [begun.slice()];
  let total = begun.length;
  const size = fstatSync(file).size;
  for (let next = Math.max(size - total + 1, USUAL_BYTES); ; next = USUAL_BYTES) {
    if (total > MAX_INPUT_BYTES || size > MAX_INPUT_BYTES) throw new RangeError(`${TOO_LONG}, got more`);
    const part = new Uint8Array(next);
    const read = readSync(file, part, 0, next, null);
    if (read === 0) break;
    parts.push(part.subarray(0, read));
    total += read;
  }
  return Buffer.concat(parts);
}

/** Returns the file in `--solutions` for the model of a formula. */
export function solutionName(file: string): string {
  return `${basename(file)}.sol`;
}

/** Refuses files whose models would have the same name and overwrite each other. */
export function checkSolutionNames(files: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const file of files) {
    const other = seen.get(basename(file));
    if (other !== undefined) {
      throw new UsageError(`--solutions: file names must differ, got ${other} and ${file}`);
    }
    seen.set(basename(file), file);
  }
}
