import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { printDimacs, xoshiro } from "@mulligan/sat";
import { plantedFormula } from "@mulligan/sat/generate";
import { newFolder } from "../new-folder.ts";

/** Two clauses without a model. */
export const UNSATISFIABLE = "p cnf 1 2\n1 0\n-1 0\n";

/** Writes formulas of 100 variables, each with a model, as `f1.cnf` and so on. Returns the folder. */
export function plantedFiles(count: number, folder = newFolder()): string {
  for (let i = 1; i <= count; i++) {
    const { formula } = plantedFormula({ variables: 100, clauses: 400 }, xoshiro(i));
    writeFileSync(join(folder, `f${i}.cnf`), printDimacs(formula));
  }
  return folder;
}
