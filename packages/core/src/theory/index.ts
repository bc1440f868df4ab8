export { type Action, type ActionTable, actionTable } from "./action-table.ts";
export {
  type ActionSetHalf,
  type ActionSetRequirements,
  type ActionSetVerdict,
  checkActionSet,
  checkMoments,
  checkSmoothPeak,
  type MomentVerdict,
  type PartVerdict,
  type SmoothnessMeasured,
  type SmoothPeakOptions,
  type SmoothPeakVerdict,
} from "./assumptions.ts";
export {
  type AllowedCutoffs,
  type BestCutoff,
  type BestCutoffOptions,
  bestCutoff,
  type Optimal,
  optimal,
} from "./best-cutoff.ts";
export {
  bernsteinRadius,
  betaOfFactor,
  betaOfLeastPenalty,
  confidenceFactor,
  DEFAULT_ALPHA,
  DEFAULT_FACTOR,
  estimationPenalty,
  groupCount,
  medianOfMeans,
  medianOfVariances,
  medianRadius,
  rateRadius,
} from "./concentration.ts";
export {
  type KnownArm,
  type KnownArmOptions,
  knownArm,
  meanReward,
  meanTime,
  rewardSpread,
  type Spread,
  timeSpread,
  type Variant,
  type VariantOption,
} from "./known-arm.ts";
export { type LinearRegretBound, type LinearRegretOptions, ucbRbLinearRegret } from "./linear-regret.ts";
export { type ArmLowerBound, type RegretLowerBound, regretLowerBound } from "./lower-bound.ts";
export {
  lordenOvershoot,
  optimalityGap,
  optimalRewardBound,
  overshootBound,
  type RewardBounds,
  staticRewardBounds,
} from "./overshoot.ts";
export { type ContinuousRegretBound, type Smoothness, ucbRcRegret } from "./regret-continuous.ts";
export {
  type ArmRegret,
  type MedianRegretBoundOptions,
  type RegretBound,
  type RegretBoundOptions,
  ucbRbRegret,
  ucbRmRegret,
} from "./regret-finite.ts";
export {
  type Residual,
  type RestartVerdict,
  residual,
  residualExceedsMean,
  restartHelps,
  restartPays,
} from "./restart-test.ts";
export { rewardRate } from "./reward-rate.ts";

/** @mulligan/core/theory: reward rates, best cutoffs and regret bounds of known laws. */
