/** @mulligan/sat: DIMACS, formulas, local search, and formulas as tasks of a policy. No generators: /generate. */

export { type RunOptions, runTasks, type TasksResult } from "./bridge/run-tasks.ts";
export { type SatArm, satArm } from "./bridge/sat-arm.ts";
export { type SatTasks, type SatTasksOptions, satTasks } from "./bridge/sat-tasks.ts";
export { DimacsError } from "./dimacs/dimacs-error.ts";
export { parseDimacs } from "./dimacs/parse.ts";
export { printDimacs } from "./dimacs/print.ts";
export { readDimacs } from "./dimacs/read.ts";
export type { BreakWeight } from "./engine/break-weight.ts";
export { type Heuristic, heuristicNames, heuristics } from "./engine/heuristics.ts";
export { xoshiro } from "./engine/seed.ts";
export type { WalkSettings } from "./engine/settings.ts";
export { type WalkSat, walkSat } from "./engine/walk-sat.ts";
export { type Assignment, countFalsified, literalsOf, satisfies } from "./formula/assignment.ts";
export {
  clauseAt,
  clauseCount,
  emptyClause,
  type Formula,
  formulaOf,
  longestClause,
} from "./formula/formula.ts";
