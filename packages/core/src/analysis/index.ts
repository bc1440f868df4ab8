/** @mulligan/core/analysis: What a log of runs says: whether to restart, after how long, and what it gains. */

export {
  FEWEST_COMPLETED,
  FEWEST_INSTANCES,
  type Gain,
  type RestartAdvice,
  type UnclearReason,
} from "./advice.ts";
export { analyse, groupRuns, overallAdvice } from "./analyse.ts";
export type { AnalysisOptions, ArmAnalysis, CurvePoint, Retries } from "./arm-analysis.ts";
export { type DataTestOptions, type DataVerdict, type Pair, restartOnData } from "./restart-on-data.ts";
export { type LoggedRun, type Sample, sampleOf } from "./sample.ts";
export { judgeTimeout, type TimeoutVerdict } from "./timeout.ts";
export { WeightedCurve } from "./weighted-curve.ts";
