import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type Formula, readDimacs } from "@mulligan/sat";
import { knownSet } from "@mulligan/sat/generate";

/**
 * The error for a folder of formulas that cannot be used. The message is for the user; the cause, if any, is the
 * system's error.
 */
export class InputError extends Error {
  override readonly name = "InputError";
}

/** A benchmark set of the paper. */
export interface FormulaSet {
  readonly name: SetName;
  readonly formulas: readonly Formula[];
  /** For the figures: `SATLIB, 500 formulas`, `500 generated formulas, not SATLIB's`. */
  readonly source: string;
}

export type SetName = keyof typeof SETS;

/** The names and sizes of SATLIB's files in each set, and the set of `@mulligan/sat` that replaces it. */
const SETS = {
  "uf100-430": { file: /^uf100-\d+\.cnf(\.gz)?$/, clauses: 430, generated: "uf100" },
  CBS_k3_n100_m403_b30: { file: /^CBS_k3_n100_m403_b30_\d+\.cnf(\.gz)?$/, clauses: 403, generated: "cbs100" },
} as const;

/** Reads and checks the formulas in the user's folder, or generates them if there is no folder. */
export async function loadSet(name: SetName, data: string | undefined, max: number): Promise<FormulaSet> {
  const { file, clauses, generated } = SETS[name];
  if (data === undefined) {
    const formulas = knownSet(generated, Math.min(max, MAX_GENERATED));
    return { name, formulas, source: `${formulas.length} generated formulas, not SATLIB's` };
  }
  const formulas = await readSatlib(data, { name, file, variables: 100, clauses, literals: 3 });
  const taken = formulas.slice(0, max);
  return { name, formulas: taken, source: `SATLIB, ${taken.length} formulas` };
}

const MAX_GENERATED = 500;

/** The names of a set's files, and what each must contain. */
interface SatlibShape {
  readonly name: string;
  readonly file: RegExp;
  readonly variables: number;
  readonly clauses: number;
  readonly literals: number;
}

/** The sets are one to three megabytes; a larger archive is refused. */
const MAX_BYTES = 256 * 2 ** 20;

/**
 * Reads the formulas of a set from a folder: SATLIB's files, anywhere in it, or its archive (`uf100-430.tar.gz`).
 */
async function readSatlib(folder: string, shape: SatlibShape): Promise<Formula[]> {
  const names = filesIn(folder);
  const files = names
    .filter((name) => shape.file.test(basename(name)))
    .map((name) => ({ name: join(folder, name), bytes: () => readFileSync(join(folder, name)) }));
  const archives = names.filter((name) => isArchive(basename(name), shape.name));
  const found = files.length > 0 ? files : archives.flatMap((name) => unpack(join(folder, name), shape.file));
  if (found.length === 0) {
    throw new InputError(
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
    throw new InputError(`${folder}: cannot be read`, { cause: error });
  }
}

/** True for names such as `uf100-430.tar.gz` and `uf100-430-first500.tgz`. */
function isArchive(file: string, set: string): boolean {
  return file.startsWith(set) && /\.(tar\.gz|tgz)$/.test(file);
}

function unpack(archive: string, wanted: RegExp): { name: string; bytes: () => Uint8Array }[] {
  let tar: Uint8Array;
  try {
    tar = gunzipSync(readFileSync(archive), { maxOutputLength: MAX_BYTES });
  } catch (error) {
    throw new InputError(`${archive}: cannot be unpacked`, { cause: error });
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
    throw new InputError(
      `${file}: must have ${shape.variables} variables and ${shape.clauses} clauses of ${shape.literals} literals, got ${got}`,
    );
  }
}

/** A file in an archive. */
interface TarEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const BLOCK = 512;
const REGULAR = new Set(["0", "\0", ""]);

/**
 * The regular files of a tar archive (POSIX.1-1988: a block of header, then the content in whole blocks). Their names
 * are never used as paths. A truncated archive gives its complete files.
 */
function* tarEntries(tar: Uint8Array): Generator<TarEntry> {
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const text = (from: number, length: number) =>
      String.fromCharCode(...tar.subarray(at + from, at + from + length)).replace(/\0.*$/s, "");
    const name = text(0, 100);
    if (name === "") return;
    const size = Number.parseInt(text(124, 12).trim(), 8);
    const from = at + BLOCK;
    if (!(size >= 0 && from + size <= tar.length)) return;
    const prefix = text(257, 5) === "ustar" ? text(345, 155) : "";
    if (REGULAR.has(text(156, 1))) {
      yield { name: prefix === "" ? name : `${prefix}/${name}`, bytes: tar.subarray(from, from + size) };
    }
    at = from + Math.ceil(size / BLOCK) * BLOCK;
  }
}
