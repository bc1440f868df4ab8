import type { Random } from "@mulligan/core/random";
import type { Sample } from "./sample.ts";

/** From so many runs on their number may vary a little: each is drawn Poisson(1) times, in the order of memory. */
const MANY = 100_000;

/**
 * Draws a bootstrap replicate: how often each run is in it. Whole units are drawn (Davison and Hinkley
 * 1997, §3.8), so that twenty runs of one hard instance count as one piece of luck and not as twenty.
 */
export function drawReplicate({ size, units, unitOf }: Sample, random: Random, weights: Float64Array): void {
  if (units === size && size > MANY) {
    for (let i = 0; i < size; i++) weights[i] = poissonOne(random.uniform());
    return;
  }
  if (units === size) {
    weights.fill(0);
    for (let i = 0; i < size; i++) weights[Math.floor(random.uniform() * size)] += 1;
    return;
  }
  const times = new Float64Array(units);
  for (let i = 0; i < units; i++) times[Math.floor(random.uniform() * units)] += 1;
  for (let i = 0; i < size; i++) weights[i] = times[unitOf[i]];
}

/** The quantile of the Poisson law with mean 1. */
function poissonOne(u: number): number {
  let [count, probability, cumulative] = [0, Math.exp(-1), Math.exp(-1)];
  while (u > cumulative && count < 20) {
    count += 1;
    probability /= count;
    cumulative += probability;
  }
  return count;
}
