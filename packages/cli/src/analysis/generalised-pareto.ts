/** P(Y > y) = (1 + shape·y/scale)^(−1/shape): what exceedances of a high threshold follow (Pickands 1975). */
export interface GeneralisedPareto {
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
