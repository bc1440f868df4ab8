/** @mulligan/core/simulate: Policies in virtual time: an episode, tasks, an experiment. */

export {
  type Cell,
  type CellResult,
  type Contestant,
  cellResult,
  type DefinedContestant,
  type Experiment,
  type NamedContestant,
  openCell,
  playCell,
} from "./cell.ts";
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
export {
  cellAt,
  cellCount,
  cellsOf,
  checkExperiment,
  confidenceInterval,
  type Estimate,
  estimate,
  type Row,
  runExperiment,
  summarise,
} from "./experiment.ts";
export { PullCounts, pseudoRegret } from "./pseudo-regret.ts";
export {
  type ParallelResult,
  type ParallelRun,
  playInParallel,
  playTasks,
  type TaskResult,
  type TaskRun,
} from "./tasks.ts";
