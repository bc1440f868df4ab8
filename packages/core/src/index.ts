/** @mulligan/core: the way of a trial, in the order in which it is travelled (src/README.md). */

export { constant } from "./distributions/constant.ts";
export { empirical } from "./distributions/empirical.ts";
export { exponential } from "./distributions/exponential.ts";
export { gamma } from "./distributions/gamma.ts";
export type { Draw, JointLaw } from "./distributions/joint-law.ts";
export type { Law } from "./distributions/law.ts";
export { lognormal } from "./distributions/lognormal.ts";
export { mixture } from "./distributions/mixture.ts";
export { nearestHint, nearestName } from "./distributions/nearest-name.ts";
export { NotationError } from "./distributions/notation.ts";
export { paired } from "./distributions/paired.ts";
export { pareto } from "./distributions/pareto.ts";
export { lawNotations, parseLaw } from "./distributions/parse-law.ts";
export { parseResetting } from "./distributions/parse-resetting.ts";
export { parseReward } from "./distributions/parse-reward.ts";
export { rewardBernoulli } from "./distributions/reward-bernoulli.ts";
export { rewardIndependent } from "./distributions/reward-independent.ts";
export { rewardOne } from "./distributions/reward-one.ts";
export { rewardPower } from "./distributions/reward-power.ts";
export { scaled } from "./distributions/scaled.ts";
export { shift } from "./distributions/shift.ts";
export { uniform } from "./distributions/uniform.ts";
export { weibull } from "./distributions/weibull.ts";
export type { OptionField, OptionFields } from "./policies/definition/options.ts";
export type { Policy, PolicyDefinition, PolicySnapshot, TaskPolicy } from "./policies/definition/policy.ts";
export {
  makePolicy,
  makeTaskPolicy,
  type PolicyRequest,
  type RestoreRequest,
  restorePolicy,
  restoreTaskPolicy,
} from "./policies/make-policy.ts";
export { parsePolicy } from "./policies/parse-policy.ts";
export { policies, policyNamed } from "./policies/registry.ts";
export { type Arm, checkArms } from "./problem/arm.ts";
export {
  autoCutoffs,
  autoEdges,
  type CutoffSet,
  geometricCutoffs,
  intervalCutoffs,
  listCutoffs,
} from "./problem/cutoffs.ts";
export type { Decision } from "./problem/decision.ts";
export { type Horizon, horizon } from "./problem/horizon.ts";
export { latticeCell, latticeEdge, latticeEdges } from "./problem/lattice.ts";
export { checkOutcome, elapsed, type Outcome, recut } from "./problem/outcome.ts";
export { parseCutoffs } from "./problem/parse-cutoffs.ts";
export {
  constantResetting,
  measuredResetting,
  noResetting,
  proportionalResetting,
  type ResettingTime,
  randomResetting,
  resettingFunction,
} from "./problem/resetting.ts";
export { luby, type ScheduleName, scheduleMultiplier } from "./problem/schedule.ts";
export { abandon, retry, type TaskMode } from "./problem/task-mode.ts";
export type { Random } from "./random/random.ts";
export { stream } from "./random/stream.ts";
export { Xoshiro128 } from "./random/xoshiro128.ts";
export type { ArmStats } from "./runtime/arm-counts.ts";
export type { AttemptContext } from "./runtime/attempt.ts";
export { AttemptsFailedError, type FailedAttempt, type FailureReason } from "./runtime/attempts-failed.ts";
export type { Clock } from "./runtime/clock.ts";
export type { RuntimeEvents } from "./runtime/events.ts";
export { type Mulligan, mulligan, type RuntimeStats } from "./runtime/mulligan.ts";
export type { Arms, ExecuteOptions, MulliganOptions } from "./runtime/options.ts";
export type { RuntimeSnapshot } from "./runtime/snapshot.ts";
export { drifting, type Environment, optimalReward, type Phase, stationary } from "./simulate/environment.ts";
export {
  type Episode,
  type EpisodeResult,
  MAX_TRIALS,
  playEpisode,
  type TraceEntry,
} from "./simulate/episode.ts";
export { confidenceInterval, type Estimate, estimate } from "./simulate/estimate.ts";
export {
  type Cell,
  type CellResult,
  type Contestant,
  cellsOf,
  type Experiment,
  playCell,
  type Row,
  runExperiment,
  summarise,
} from "./simulate/experiment.ts";
export { pseudoRegret } from "./simulate/pseudo-regret.ts";
export { PullCounts } from "./simulate/pull-counts.ts";
export { playTasks, type TaskResult, type TaskRun } from "./simulate/tasks.ts";
export { BlockMeans } from "./statistics/block-means.ts";
export { Forgetting } from "./statistics/forgetting.ts";
export { Moments } from "./statistics/moments.ts";
export { ProductLimit } from "./statistics/product-limit.ts";
export { SharedMoments } from "./statistics/shared-moments.ts";
export { TimeHistogram } from "./statistics/time-histogram.ts";
export { type Action, type ActionTable, actionTable } from "./theory/action-table.ts";
export { type AllowedCutoffs, type BestCutoff, bestCutoff } from "./theory/best-cutoff.ts";
export { betaOfFactor, betaOfLeastPenalty, estimationPenalty } from "./theory/beta.ts";
export { type ActionSetVerdict, checkActionSet } from "./theory/check-action-set.ts";
export { checkMoments, type MomentVerdict } from "./theory/check-moments.ts";
export { checkSmoothPeak, type SmoothPeakVerdict } from "./theory/check-smooth-peak.ts";
export {
  bernsteinRadius,
  confidenceFactor,
  groupCount,
  medianRadius,
  rateRadius,
} from "./theory/concentration.ts";
export { type KnownArm, knownArm } from "./theory/known-arm.ts";
export { medianOfMeans, medianOfVariances } from "./theory/median-of-means.ts";
export { type Optimal, optimal } from "./theory/optimal.ts";
export { optimalityGap, optimalRewardBound, overshootBound } from "./theory/overshoot.ts";
export { type ContinuousRegretBound, type Smoothness, ucbRcRegret } from "./theory/regret-continuous.ts";
export { type RegretDecomposition, regretDecomposition } from "./theory/regret-decomposition.ts";
export { type ArmRegret, type RegretBound, ucbRbRegret, ucbRmRegret } from "./theory/regret-finite.ts";
export { type DataVerdict, restartOnData } from "./theory/restart-on-data.ts";
export { type RestartVerdict, restartPays } from "./theory/restart-pays.ts";
export { residual, residualExceedsMean, restartHelps } from "./theory/restart-test.ts";
export { rewardRate } from "./theory/reward-rate.ts";
export { meanSampleSize, medianSampleSize } from "./theory/sample-size.ts";
export { lordenOvershoot, type RewardBounds, staticRewardBounds } from "./theory/static-reward.ts";
export { meanReward, meanTime, rewardSpread, type Spread, timeSpread } from "./theory/trial-moments.ts";
export type { Variant } from "./theory/variant.ts";
