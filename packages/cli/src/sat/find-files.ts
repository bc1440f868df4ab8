import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { reasonFor, reasonOf } from "../shell/exit.ts";
import { readAll } from "../shell/files.ts";
import { UsageError } from "../shell/usage-error.ts";

const DIMACS = /\.(cnf|dimacs)(\.gz)?$/i;

export interface FilesFound {
  readonly files: readonly string[];
  /** One file was named, not a folder: the SAT competition's output is spoken. */
  readonly single: boolean;
}

/** The DIMACS files that the arguments name: files as they are, folders with all that is in them. */
export function findFiles(paths: readonly string[]): FilesFound {
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

/** All that is no folder, in the folder and in those within it. */
function allIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map(({ parentPath, name }) => join(parentPath, name));
  } catch (error) {
    throw new UsageError(`${folder}: cannot be read: ${reasonOf(error)}`);
  }
}

/** What can be read once only, standard input and pipes: read here, where it is no harm to wait for it. */
export async function readOnce(files: readonly string[]): Promise<Map<string, Uint8Array>> {
  const read = new Map<string, Uint8Array>();
  for (const file of files) {
    if (file === "-" || isPipe(file)) read.set(file, await readAll(file, refuseBinary(file)));
  }
  return read;
}

/** No formula is binary but a compressed one: a device that never ends is refused at its beginning. */
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
