/** @mulligan/core/statistics: What is kept of trials: sums that merge exactly. */

export { BlockMeans, type MedianMoments } from "./block-means.ts";
export { Forgetting } from "./forgetting.ts";
export { Moments } from "./moments.ts";
export { ProductLimit } from "./product-limit.ts";
export { ProductLimitScan } from "./product-limit-scan.ts";
export { type RateCurve, rateCurve } from "./rate-curve.ts";
export { type ActionMoments, SharedMoments } from "./shared-moments.ts";
export { type Increments, Tally } from "./tally.ts";
export { DEFAULT_TICKS_PER_UNIT, onTicks, type Ticks } from "./ticks.ts";
export {
  BINS_PER_OCTAVE,
  costOfReward,
  type Tail,
  type TimeBin,
  TimeHistogram,
  tailsOf,
  timeKey,
} from "./time-histogram.ts";
