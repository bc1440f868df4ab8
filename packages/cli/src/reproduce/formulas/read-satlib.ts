import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type Formula, readDimacs } from "@mulligan/sat";
import { reasonOf } from "../../shell/exit.ts";
import { UsageError } from "../../shell/usage-error.ts";
import { tarEntries } from "./tar.ts";

/** What the files of a set are called and must hold. */
export interface SatlibShape {
  readonly name: string;
  readonly file: RegExp;
  readonly variables: number;
  readonly clauses: number;
  readonly literals: number;
}

/** The sets are one to three megabytes; more than this is something else. */
const MAX_BYTES = 256 * 2 ** 20;

/**
 * The formulas of a set in a folder of the user's: SATLIB's files, wherever they are in it, or its archive
 * (`uf100-430.tar.gz`) as it was downloaded. Each must be what it says.
 */
export async function readSatlib(folder: string, shape: SatlibShape): Promise<Formula[]> {
  const names = filesIn(folder);
  const files = names
    .filter((name) => shape.file.test(basename(name)))
    .map((name) => ({ name: join(folder, name), bytes: () => readFileSync(join(folder, name)) }));
  const archives = names.filter((name) => isArchive(basename(name), shape.name));
  const found = files.length > 0 ? files : archives.flatMap((name) => unpack(join(folder, name), shape.file));
  if (found.length === 0) {
    throw new UsageError(
      `${folder}: must hold the files of SATLIB's ${shape.name} or ${shape.name}.tar.gz, got neither`,
    );
  }
  const byNumber = new Intl.Collator("en", { numeric: true });
  const formulas: Formula[] = [];
  for (const { name, bytes } of found.toSorted((a, b) => byNumber.compare(a.name, b.name))) {
    const formula = await readDimacs(bytes(), name);
    check(formula, name, shape);
    formulas.push(formula);
  }
  return formulas;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch (error) {
    throw new UsageError(`${folder}: cannot be read: ${reasonOf(error)}`);
  }
}

/** `uf100-430.tar.gz`, `uf100-430-first500.tgz`; SATLIB's own archive of the backbone set has its name too. */
function isArchive(file: string, set: string): boolean {
  return file.startsWith(set) && /\.(tar\.gz|tgz)$/.test(file);
}

function unpack(archive: string, wanted: RegExp): { name: string; bytes: () => Uint8Array }[] {
  let tar: Uint8Array;
  try {
    tar = gunzipSync(readFileSync(archive), { maxOutputLength: MAX_BYTES });
  } catch (error) {
    throw new UsageError(`${archive}: cannot be unpacked: ${reasonOf(error)}`);
  }
  return [...tarEntries(tar)]
    .filter(({ name }) => wanted.test(basename(name)))
    .map(({ name, bytes }) => ({ name: `${archive}:${name}`, bytes: () => bytes }));
}

function check({ variables, starts, literals }: Formula, file: string, shape: SatlibShape): void {
  const clauses = starts.length - 1;
  const even = starts.every((start, i) => i === 0 || start - starts[i - 1] === shape.literals);
  if (variables !== shape.variables || clauses !== shape.clauses || !even) {
    const got = `${variables} variables, ${clauses} clauses, ${literals.length} literals`;
    throw new UsageError(
      `${file}: must have ${shape.variables} variables and ${shape.clauses} clauses of ${shape.literals} literals, got ${got}`,
    );
  }
}
