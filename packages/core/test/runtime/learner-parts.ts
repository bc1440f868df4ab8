/** Limits of a `CallLearner` that lets everything through. */
export const limits = {
  maxAttempts: 10,
  maxCutoffMs: 120_000,
  backoffMs: 0,
  resettingMs: 0,
  objective: "mean",
  maxExtraLoad: 0.2,
  hedges: false,
} as const;

/** An attempt that succeeded at once, as a learner is told of it. */
export const lesson = {
  arm: 0,
  cuts: 0,
  deadlineMs: Infinity,
  outstanding: 0,
  timeMs: 10,
  reward: 1,
  tooSlow: false,
  resettingMs: undefined,
  costMs: 0,
};
