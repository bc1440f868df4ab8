/** @mulligan/core/statistics: the statistics that policies keep of trials. */

export { BlockMeans, type MedianMoments, median } from "./block-means.ts";
export { Forgetting } from "./forgetting.ts";
export { type ActionMoments, Moments, SharedMoments } from "./moments.ts";
export { ProductLimit, ProductLimitScan } from "./product-limit.ts";
export { type RateCurve, rateCurve } from "./rate-curve.ts";
export { MAX_TAIL, type TailSeen, tailFactor } from "./tail-factor.ts";
export {
  BINS_PER_OCTAVE,
  type TimeBin,
  TimeHistogram,
  type TimeTail,
  tailsOf,
  timeKey,
} from "./time-histogram.ts";
