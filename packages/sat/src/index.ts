/** @mulligan/sat: DIMACS, formulas, local search, and formulas as tasks of a policy. No generators: /generate. */

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
export { type RunOptions, runTasks, type TasksResult } from "./tasks/run-tasks.ts";
export { type SatArm, type SatTasks, type SatTasksOptions, satArm, satTasks } from "./tasks/sat-tasks.ts";
