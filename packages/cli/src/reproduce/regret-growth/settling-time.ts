import { actionTable, bernsteinRadius, type KnownArm, medianRadius, rateRadius } from "@mulligan/core/theory";

/**
 * The time after which the index of every cutoff longer than t* lies below r*, by its own radius with the
 * true moments in it: only from then on can the regret grow like log τ. T solves radius(T) = Δ with
 * log n taken at T itself, and costs T·E[U]; the longest of them is the answer.
 */
export function settlingTime(
  arm: KnownArm,
  cutoffs: readonly number[],
  kind: "mean" | "median",
  alpha: number,
  beta: number,
): number {
  const { actions } = actionTable([arm], cutoffs);
  const best = actions.find(({ gap }) => gap === 0)!;
  const longer = actions.filter((action) => action.cutoff > best.cutoff);
  return Math.max(
    0,
    ...longer.map(({ cutoff, gap, rate, time, reward }) => {
      const radius = (trials: number) => {
        const logTerm = alpha * Math.log(trials);
        const of = (variance: number, range: number) =>
          kind === "mean"
            ? bernsteinRadius(trials, variance, range, logTerm)
            : medianRadius(trials, variance, logTerm);
        const range = cutoff + arm.resetting.mean(cutoff);
        return rateRadius(rate, time.mean, of(reward.variance, 1), of(time.variance, range), beta);
      };
      let [low, high] = [2, 4];
      while (radius(high) > gap) high *= 2;
      while (high / low > 1.001) {
        const middle = Math.sqrt(low * high);
        if (radius(middle) > gap) low = middle;
        else high = middle;
      }
      return high * time.mean;
    }),
  );
}
