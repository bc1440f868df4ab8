/** @mulligan/sat/generate: random formulas, and the oracle that filters them, which loads CaDiCaL. */

export { loadOracle, type Oracle } from "./oracle.ts";
export { backboneFormulas, cbs100, knownSet, satisfiableFormulas, takeFormulas, uf100 } from "./sets.ts";
export { type FormulaShape, plantedFormula, uniformFormula } from "./uniform.ts";
