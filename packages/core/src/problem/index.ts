/** @mulligan/core/problem: Arms, cutoffs, decisions, outcomes, the horizon, resetting times, schedules; the name that was meant. */

export {
  type Arm,
  checkArms,
  constantResetting,
  measuredResetting,
  noResetting,
  proportionalResetting,
  type ResettingTime,
  randomResetting,
  resettingFunction,
} from "./arm.ts";
export {
  autoCutoffs,
  autoEdges,
  type CutoffSet,
  geometricBetween,
  geometricCutoffs,
  intervalCutoffs,
  listCutoffs,
  parseCutoffs,
} from "./cutoffs.ts";
export { countUpTo, latticeCell, latticeEdge, latticeEdges } from "./lattice.ts";
export { nearestHint, nearestName } from "./nearest-name.ts";
export {
  checkOutcome,
  type Decision,
  elapsed,
  type Horizon,
  horizon,
  type Outcome,
  recut,
  type TaskName,
} from "./outcome.ts";
export {
  abandon,
  lubyMultiplier as luby,
  retry,
  type ScheduleName,
  scheduleMultiplier,
  type TaskMode,
} from "./schedule.ts";
export { type TaskTurns, type TurnTask, taskTurns } from "./task-turns.ts";
export {
  fromJsonNumber,
  isCount,
  isCutoff,
  isTime,
  type JsonNumber,
  MAX_GAPS,
  type OutputGaps,
  type Trial,
  toJsonNumber,
  trialFromJson,
  trialToJson,
} from "./trial.ts";
export {
  isRewardWithinLimits,
  isTimeWithinLimits,
  MAX_TIME,
  MIN_REWARD,
  MIN_TIME,
  nearestTime,
  REWARD_RULE,
  TIME_RULE,
  withinLimits,
} from "./trial-limits.ts";
