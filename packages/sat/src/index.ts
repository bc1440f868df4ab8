/** @mulligan/sat: DIMACS, formulas, local search, and formulas as tasks of a policy. No generators: /generate. */

export { xoshiro } from "./engine/seed.ts";
export { type BreakWeight, type Heuristic, heuristicNames, heuristics, type WalkSettings } from "./engine/settings.ts";
export { type WalkSat, walkSat } from "./engine/walk-sat.ts";
export { DimacsError, parseDimacs, printDimacs, readDimacs } from "./formula/dimacs.ts";
export { type Assignment, countFalsified, literalsOf, satisfies, clauseAt, clauseCount, emptyClause, type Formula, formulaOf, longestClause } from "./formula/formula.ts";
export { type RunOptions, runTasks, type TasksResult, type Decider as PolicyLike } from "./tasks/run-tasks.ts";
export { type SatArm, satArm, type SatTasks, type SatTasksOptions, satTasks } from "./tasks/sat-tasks.ts";

