import { stream } from "@mulligan/core/random";
import { clauseCount, emptyClause, type Formula, readDimacs } from "@mulligan/sat";
import { knownSet, plantedFormula, uniformFormula } from "@mulligan/sat/generate";
import { printable } from "mulligan/readers";
import { recentFormulas } from "mulligan/sat";
import { isKnownSet, type SatSetting } from "./setting.ts";

/** Formulas by their place, generated or read when they are needed; the latest stay in memory. */
export interface FormulaSource {
  readonly names: readonly string[];
  /** Whether they were generated; files must be checked first. */
  readonly trusted: boolean;
  formula(place: number): Promise<Formula>;
}

/** A formula with 10⁶ clauses has some 20 MB. */
const MAX_FILE_BYTES = 2 ** 28;

/** The memory of one walk. `poolSize` in `contest.ts` says how many there are; a tab has 4 GB at most. */
const MAX_WALK_BYTES = 2 ** 30;

export function generated(setting: SatSetting): FormulaSource {
  const { kind, count, variables, ratio, seed } = setting;
  const digits = String(count).length;
  const names = Array.from({ length: count }, (_, i) => `${kind}-${String(i + 1).padStart(digits, "0")}`);
  if (isKnownSet(kind)) {
    const formulas = knownSet(kind, count);
    return { names, trusted: true, formula: async (place) => formulas[place] };
  }
  const shape = { variables, clauses: Math.max(1, Math.round(variables * ratio)) };
  const make = async (place: number) => {
    const random = stream(seed, "formula", place);
    return kind === "planted" ? plantedFormula(shape, random).formula : uniformFormula(shape, random);
  };
  return { names, trusted: true, formula: remember(make) };
}

export function fromFiles(files: readonly File[]): FormulaSource {
  return {
    names: files.map(printableName),
    trusted: false,
    formula: remember((place) => readFile(files[place])),
  };
}

function remember(make: (place: number) => Promise<Formula>): FormulaSource["formula"] {
  const recent = recentFormulas();
  return async (place) => {
    const formula = recent.take(String(place)) ?? (await make(place));
    recent.keep(String(place), formula);
    return formula;
  };
}

/** Escapes characters of a file name that are invisible or change the direction of the text. */
function printableName({ name }: File): string {
  return printable(name).replaceAll(
    /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Errors read `name: problem`, or `name:line: problem` if a line is to blame. */
async function readFile(file: File): Promise<Formula> {
  const name = printableName(file);
  if (file.size > MAX_FILE_BYTES) {
    throw new RangeError(
      `${name}: must have at most ${megabytes(MAX_FILE_BYTES)}, got ${megabytes(file.size)}; use "mulligan sat" for it`,
    );
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const formula = await readDimacs(bytes, name);
  checkSize(formula, name);
  return formula;
}

/** The memory that a walk at this formula takes. */
export function walkBytes(formula: Formula): number {
  return 64 * formula.variables + 44 * clauseCount(formula) + 16 * formula.literals.length;
}

function checkSize(formula: Formula, name: string): void {
  const needed = walkBytes(formula);
  if (needed > MAX_WALK_BYTES) {
    throw new RangeError(
      `${name}: a walk may take at most ${megabytes(MAX_WALK_BYTES)} of memory here, this one needs ${megabytes(needed)}; use "mulligan sat" for it`,
    );
  }
  const empty = emptyClause(formula);
  if (empty >= 0) throw new RangeError(`${name}: clause ${empty + 1} is empty, so nothing satisfies it`);
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6).toLocaleString("en")} MB`;
}
