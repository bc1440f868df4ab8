import type { Sample } from "./sample.ts";

/** The estimate of the tail: the longest `roots`·√n times, with the shape raised by this many standard errors. */
export interface TailReading {
  readonly roots: number;
  readonly errors: number;
}

const FEWEST = 10;
/** The largest share of all runs in the tail. */
const MAX_TAIL = 0.4;
/** The largest share of cut runs in the tail; with more of them its shape is unknown. */
const MAX_CUT = 0.1;
/**
 * The loss of information by bias: a tail of k runs determines its shape as well as k − 135/k runs would without the
 * bias of the fit, which is of order 1/k; of 15, 6 remain. With all k, the interval contained the gain of Pareto(2), n
 * = 100, in 85% of samples; with k − 5 that of Pareto(0.9) still in 86 to 88%.
 */
const BIAS = 135;
const FEWEST_LEFT = 3;
/**
 * The shape from which on the fourth moment is infinite: standard errors mislead, the bootstrap's own part of the
 * interval is too short as well, and the raise grows. (From 0.5 on, half as fast: Pareto(0.9) in 91 to 92%.)
 */
const INFINITE_FOURTH_MOMENT = 0.25;
const RAISE_GROWTH = 2;

/**
 * Returns by how much, in logarithms, the mean time may exceed that of the sample because its longest runs were not
 * drawn. With a heavy tail no resampling shows this: the sample mean of Pareto(shape 1.2) is mostly a third too small,
 * and a bootstrap interval contains the truth in two of three data sets. So the longest times are read as a tail that
 * goes on, its shape ξ raised by some standard errors, and their mean replaced by that of the tail; ∞ if ξ reaches 1.
 * It is read in two ways, of which the lesser counts:
 *
 * - times beyond a threshold u as generalised Pareto, with mean scale/(1 − ξ) and standard error (1 + ξ)/√k. It knows
 *   nothing of u, and takes 90% at one second and 10% at two for the beginning of an infinite mean;
 * - their ratios to u as Pareto (Hill 1975), with mean u·ξ/(1 − ξ) and standard error ξ/√k. It takes the tails of
 *   exponential and lognormal laws for power laws: alone it held lognormal samples in 99%, by limits too far out.
 */
export function tailLift(sample: Sample, { roots, errors }: TailReading): number {
  const { size, times, completed } = sample;
  const { drawn, count } = tailSize(sample, roots);
  if (count >= size) return Infinity;
  const threshold = times[size - 1 - count];
  const excesses = times.slice(size - count).map((time) => time - threshold);
  if (completed.subarray(size - count).reduce((sum, ended) => sum + 1 - ended, 0) > MAX_CUT * count) {
    return Infinity;
  }
  // The whole tail at one time, a bounded law: no longer runs are to be feared.
  if (!(excesses[count - 1] > 0)) return 0;
  const raised = (shape: number, error: number) => {
    const caution = errors + RAISE_GROWTH * Math.max(0, shape - INFINITE_FOURTH_MOMENT);
    return Math.min(1, shape + caution * error);
  };
  const { shape, scale } = fitGeneralisedPareto(excesses);
  const effective = Math.max(FEWEST_LEFT, drawn - BIAS / drawn);
  const general = scale / (1 - raised(shape, (1 + Math.max(0, shape)) / Math.sqrt(effective)));
  const index = excesses.reduce((sum, excess) => sum + Math.log1p(excess / threshold), 0) / count;
  const power = raised(index, index / Math.sqrt(drawn));
  // There are no ratios to a threshold of 0.
  const plain = threshold > 0 ? (threshold * power) / (1 - power) : Infinity;
  const total = times.reduce((sum, time) => sum + time, 0);
  const tail = excesses.reduce((sum, excess) => sum + excess, 0);
  return Math.max(0, Math.log((total - tail + count * Math.min(general, plain)) / total));
}

/** The numbers of units and of runs in the tail. */
export function tailSize({ units, perUnit }: Sample, roots: number): { drawn: number; count: number } {
  const drawn = Math.max(FEWEST, Math.floor(Math.min(roots * Math.sqrt(units), MAX_TAIL * units)));
  return { drawn, count: Math.floor(drawn * perUnit) };
}

/** P(Y > y) = (1 + shape·y/scale)^(−1/shape): what exceedances of a high threshold follow (Pickands 1975). */
interface GeneralisedPareto {
  /** ξ: 0 for an exponential tail, 1/α for a Pareto tail of shape α, negative for a bounded one. */
  readonly shape: number;
  readonly scale: number;
}

/**
 * Fits a generalised Pareto law to exceedances in ascending order, not all zero, by Zhang and Stephens ("A new and
 * efficient estimation method for the generalized Pareto distribution", Technometrics 2009): the mean of
 * the profile likelihood over a grid of θ = −shape/scale, which exists where the maximum does not.
 */
export function fitGeneralisedPareto(excesses: Float64Array): GeneralisedPareto {
  const count = excesses.length;
  const rank = Math.max(0, Math.floor(count / 4 + 0.5) - 1);
  // Rounded times leave zeros at the threshold.
  const quartile = excesses.find((excess, i) => i >= rank && excess > 0)!;
  const points = 30 + Math.floor(Math.sqrt(count));
  const shapeAt = (theta: number) =>
    excesses.reduce((sum, excess) => sum + Math.log1p(-theta * excess), 0) / count;
  const grid = Array.from({ length: points }, (_, j) => {
    const theta = 1 / excesses[count - 1] + (1 - Math.sqrt(points / (j + 0.5))) / (3 * quartile);
    const shape = shapeAt(theta);
    return { theta, logLikelihood: count * (Math.log(-theta / shape) - shape - 1) };
  }).filter(({ logLikelihood }) => Number.isFinite(logLikelihood));
  const top = grid.reduce((most, { logLikelihood }) => Math.max(most, logLikelihood), -Infinity);
  let [total, theta] = [0, 0];
  for (const point of grid) {
    const weight = Math.exp(point.logLikelihood - top);
    total += weight;
    theta += weight * point.theta;
  }
  theta /= total;
  const shape = shapeAt(theta);
  return { shape, scale: -shape / theta };
}
