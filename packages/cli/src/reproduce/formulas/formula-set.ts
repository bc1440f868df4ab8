import type { Formula } from "@mulligan/sat";
import { knownSet } from "@mulligan/sat/generate";
import { readSatlib } from "./read-satlib.ts";

/** A benchmark set of the paper. */
export interface FormulaSet {
  readonly name: SetName;
  readonly formulas: readonly Formula[];
  /** For the figures: `SATLIB, 500 formulas`, `500 generated formulas, not SATLIB's`. */
  readonly source: string;
}

export type SetName = keyof typeof SETS;

/** What SATLIB's files of each set are called and hold, and the set of `@mulligan/sat` that stands in. */
const SETS = {
  "uf100-430": { file: /^uf100-\d+\.cnf(\.gz)?$/, clauses: 430, generated: "uf100" },
  CBS_k3_n100_m403_b30: { file: /^CBS_k3_n100_m403_b30_\d+\.cnf(\.gz)?$/, clauses: 403, generated: "cbs100" },
} as const;

/** From the user's folder, checked, or generated where there is none. */
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
