/** @mulligan/core/simulate: Policies in virtual time: an episode, tasks, an experiment. */

export {
  type Cell,
  type CellResult,
  cellResult,
  type Experiment,
  openCell,
  playCell,
} from "./cell.ts";
export type { Contestant, DefinedContestant, NamedContestant } from "./contestant.ts";
export { drifting, type Environment, optimalReward, type Phase, stationary } from "./environment.ts";
export {
  type Episode,
  type EpisodeResult,
  MAX_TRIALS,
  type OpenEpisode,
  openEpisode,
  playEpisode,
  type TraceEntry,
} from "./episode.ts";
export { confidenceInterval, type Estimate, estimate } from "./estimate.ts";
export {
  cellAt,
  cellCount,
  cellsOf,
  checkExperiment,
  type Row,
  runExperiment,
  summarise,
} from "./experiment.ts";
export { type ParallelResult, type ParallelRun, playInParallel } from "./parallel-tasks.ts";
export { pseudoRegret } from "./pseudo-regret.ts";
export { PullCounts } from "./pull-counts.ts";
export { playTasks, type TaskResult, type TaskRun } from "./tasks.ts";
