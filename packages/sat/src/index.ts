/** @mulligan/sat: DIMACS, formulas, local search, and a formula as an arm of a policy. No generators: /generate. */

export { type SatArm, satArm } from "./engine/sat-arm.ts";
export { xoshiro } from "./engine/seed.ts";
export {
  type BreakWeight,
  type Heuristic,
  heuristicNames,
  heuristics,
  type WalkSettings,
} from "./engine/settings.ts";
export { type WalkSat, walkSat } from "./engine/walk-sat.ts";
export { DimacsError, parseDimacs, printDimacs, readDimacs } from "./formula/dimacs.ts";
export {
  type Assignment,
  clauseAt,
  clauseCount,
  countFalsified,
  emptyClause,
  type Formula,
  formulaOf,
  literalsOf,
  longestClause,
  satisfies,
} from "./formula/formula.ts";
