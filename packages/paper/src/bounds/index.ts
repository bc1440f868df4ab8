/** @mulligan/paper/bounds: bounds on regret and reward, and what the paper assumes of laws. */

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
  betaOfFactor,
  betaOfLeastPenalty,
  estimationPenalty,
  medianOfMeans,
  medianOfVariances,
  rateRadius,
} from "./estimation.ts";
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
