export {
  type AllowedCutoffs,
  type BestCutoff,
  type BestCutoffOptions,
  bestCutoff,
  cutoffScan,
  FLAT,
  goldenSection,
  type Optimal,
  optimal,
} from "./best-cutoff.ts";
export {
  bernsteinRadius,
  confidenceFactor,
  DEFAULT_ALPHA,
  DEFAULT_FACTOR,
  groupCount,
  medianRadius,
} from "./concentration.ts";
export {
  type KnownArm,
  type KnownArmOptions,
  knownArm,
  longestReset,
  longestTime,
  meanReward,
  meanSquareTime,
  meanTime,
  rewardSpread,
  type Spread,
  spreadOf,
  timeSpread,
  type Variant,
  type VariantOption,
} from "./known-arm.ts";
export {
  type Residual,
  type RestartVerdict,
  residual,
  residualExceedsMean,
  restartHelps,
  restartPays,
} from "./restart-test.ts";
export { rewardRate } from "./reward-rate.ts";

/** @mulligan/core/theory: reward rates and best cutoffs of known laws, and confidence radii. */
