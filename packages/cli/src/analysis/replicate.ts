import type { Random } from "@mulligan/core";
import type { Sample } from "./sample.ts";

/**
 * Draws a bootstrap replicate: how often each run is in it. Whole units are drawn (Davison and Hinkley
 * 1997, §3.8), so that twenty runs of one hard instance count as one piece of luck and not as twenty.
 */
export function drawReplicate({ size, units, unitOf }: Sample, random: Random, weights: Float64Array): void {
  if (units === size) {
    weights.fill(0);
    for (let i = 0; i < size; i++) weights[Math.floor(random.uniform() * size)] += 1;
    return;
  }
  const times = new Float64Array(units);
  for (let i = 0; i < units; i++) times[Math.floor(random.uniform() * units)] += 1;
  for (let i = 0; i < size; i++) weights[i] = times[unitOf[i]];
}
