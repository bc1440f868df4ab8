/** @mulligan/core/theory: What is true when the laws are known. */

export { type Action, type ActionTable, actionTable } from "./action-table.ts";
export { type AllowedCutoffs, type BestCutoff, type BestCutoffOptions, bestCutoff } from "./best-cutoff.ts";
export { betaOfFactor, betaOfLeastPenalty, estimationPenalty } from "./beta.ts";
export { boundedSpread, kurtosisBound } from "./bounded-spread.ts";
export {
  type ActionSetHalf,
  type ActionSetRequirements,
  type ActionSetVerdict,
  checkActionSet,
} from "./check-action-set.ts";
export { checkMoments, type MomentVerdict } from "./check-moments.ts";
export {
  checkSmoothPeak,
  type PartVerdict,
  type SmoothnessMeasured,
  type SmoothPeakOptions,
  type SmoothPeakVerdict,
} from "./check-smooth-peak.ts";
export { bernsteinRadius, confidenceFactor, medianRadius, rateRadius } from "./concentration.ts";
export { type BoundedSpread, meanSampleSize, medianSampleSize } from "./concentration-sample-size.ts";
export { type KnownArm, type KnownArmOptions, knownArm } from "./known-arm.ts";
export { type LinearRegretBound, type LinearRegretOptions, ucbRbLinearRegret } from "./linear-regret.ts";
export { type ArmLowerBound, type RegretLowerBound, regretLowerBound } from "./lower-bound.ts";
export { groupCount, medianOfMeans, medianOfVariances } from "./median-of-means.ts";
export { type Optimal, optimal } from "./optimal.ts";
export { optimalityGap, optimalRewardBound, overshootBound } from "./overshoot.ts";
export { type ContinuousRegretBound, type Smoothness, ucbRcRegret } from "./regret-continuous.ts";
export {
  type DecompositionInputs,
  type PulledAction,
  type RegretDecomposition,
  regretDecomposition,
} from "./regret-decomposition.ts";
export {
  type ArmRegret,
  type MedianRegretBoundOptions,
  type RegretBound,
  type RegretBoundOptions,
  ucbRbRegret,
  ucbRmRegret,
} from "./regret-finite.ts";
export { type RestartVerdict, restartPays } from "./restart-pays.ts";
export { type Residual, residual, residualExceedsMean, restartHelps } from "./restart-test.ts";
export { rewardRate } from "./reward-rate.ts";
export { lordenOvershoot, type RewardBounds, staticRewardBounds } from "./static-reward.ts";
export { meanReward, meanTime, rewardSpread, type Spread, timeSpread } from "./trial-moments.ts";
export type { Variant, VariantOption } from "./variant.ts";
