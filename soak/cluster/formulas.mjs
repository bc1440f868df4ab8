import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stream } from "@mulligan/core/random";
import { printDimacs } from "@mulligan/sat";
import { plantedFormula } from "@mulligan/sat/generate";

/**
 * Writes formulas that have models into a folder.
 * @param {string} folder
 * @param {number} seed
 * @param {number} count
 * @param {number} variables
 */
export function writeFormulas(folder, seed, count, variables) {
  mkdirSync(folder, { recursive: true });
  const shape = { variables, clauses: Math.round(4.2 * variables), width: 3 };
  for (let place = 1; place <= count; place++) {
    const { formula } = plantedFormula(shape, stream(seed, "formula", place));
    writeFileSync(join(folder, `f${place}.cnf`), printDimacs(formula));
  }
}
