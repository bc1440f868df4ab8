/** @mulligan/core/theory: What is true when the laws are known. */

export { type Action, type ActionTable, actionTable } from "./action-table.ts";
export { type ActionSetHalf, type ActionSetRequirements, type ActionSetVerdict, checkActionSet, checkMoments, type MomentVerdict, checkSmoothPeak, type PartVerdict, type SmoothnessMeasured, type SmoothPeakOptions, type SmoothPeakVerdict } from "./assumptions.ts";
export { type AllowedCutoffs, type BestCutoff, type BestCutoffOptions, bestCutoff, type Optimal, optimal } from "./best-cutoff.ts";
export { betaOfFactor, betaOfLeastPenalty, estimationPenalty, bernsteinRadius, confidenceFactor, medianRadius, rateRadius, groupCount, medianOfMeans, medianOfVariances } from "./concentration.ts";
export { type KnownArm, type KnownArmOptions, knownArm, meanReward, meanTime, rewardSpread, type Spread, timeSpread, type Variant, type VariantOption } from "./known-arm.ts";
export { type LinearRegretBound, type LinearRegretOptions, ucbRbLinearRegret } from "./linear-regret.ts";
export { type ArmLowerBound, type RegretLowerBound, regretLowerBound } from "./lower-bound.ts";
export { optimalityGap, optimalRewardBound, overshootBound, lordenOvershoot, type RewardBounds, staticRewardBounds } from "./overshoot.ts";
export { type ContinuousRegretBound, type Smoothness, ucbRcRegret } from "./regret-continuous.ts";
export { type ArmRegret, type MedianRegretBoundOptions, type RegretBound, type RegretBoundOptions, ucbRbRegret, ucbRmRegret } from "./regret-finite.ts";
export { type RestartVerdict, restartPays, type Residual, residual, residualExceedsMean, restartHelps } from "./restart-test.ts";
export { rewardRate } from "./reward-rate.ts";

