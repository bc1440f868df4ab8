/** @mulligan/core/statistics: What is kept of trials: sums that merge exactly. */

export { BlockMeans, type MedianMoments } from "./block-means.ts";
export { Forgetting } from "./forgetting.ts";
export { type ActionMoments, Moments, SharedMoments } from "./moments.ts";
export { ProductLimit, ProductLimitScan, type RateCurve, rateCurve } from "./product-limit.ts";
export { DEFAULT_TICKS_PER_UNIT, type Increments, onTicks, Tally, type Ticks } from "./tally.ts";
export {
  BINS_PER_OCTAVE,
  costOfReward,
  type TimeBin,
  TimeHistogram,
  type TimeTail as Tail,
  tailsOf,
  timeKey,
} from "./time-histogram.ts";
