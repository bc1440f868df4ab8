/** @mulligan/sat/generate: random formulas, and the oracle that filters them, which loads CaDiCaL. */

export { knownSet } from "./known-sets.ts";
export { loadOracle, type Oracle } from "./oracle.ts";
export { plantedFormula } from "./planted.ts";
export { backboneFormulas, cbs100, satisfiableFormulas, takeFormulas, uf100 } from "./sets.ts";
export { type Shape, uniformFormula } from "./uniform.ts";
