/** @mulligan/core/problem: Arms, cutoffs, decisions, outcomes, the horizon, resetting times, schedules. */

export { type Arm, checkArms } from "./arm.ts";
export { countUpTo } from "./ascending.ts";
export {
  autoCutoffs,
  autoEdges,
  type CutoffSet,
  geometricCutoffs,
  intervalCutoffs,
  listCutoffs,
} from "./cutoffs.ts";
export type { Decision, TaskName } from "./decision.ts";
export { type Horizon, horizon } from "./horizon.ts";
export { latticeCell, latticeEdge, latticeEdges } from "./lattice.ts";
export { checkOutcome, elapsed, type Outcome, recut } from "./outcome.ts";
export { parseCutoffs } from "./parse-cutoffs.ts";
export {
  constantResetting,
  measuredResetting,
  noResetting,
  proportionalResetting,
  type ResettingTime,
  randomResetting,
  resettingFunction,
} from "./resetting.ts";
export { luby, type ScheduleName, scheduleMultiplier } from "./schedule.ts";
export { abandon, retry, type TaskMode } from "./task-mode.ts";
export { type TaskTurns, type TurnTask, taskTurns } from "./task-turns.ts";
export {
  fromJsonNumber,
  isCount,
  isCutoff,
  isReward,
  isTime,
  type JsonNumber,
  type Trial,
  toJsonNumber,
  trialFromJson,
  trialToJson,
} from "./trial.ts";
