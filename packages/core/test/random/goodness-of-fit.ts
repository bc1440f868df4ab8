import { expect } from "vitest";
import { gammaQ } from "../../src/distributions/special/gamma.ts";

/** How often each of the statistical checks below would fail for a right generator: once in a million. */
const FALSE_ALARM = 1e-6;

/**
 * Kolmogorov–Smirnov: the empirical cdf strays from `cdf` no further than chance lets it (Massart's constant, so
 * for every count). Compared on both sides of each value, so that laws with atoms are held to it as well.
 */
export function expectToFollow(samples: Float64Array, cdf: (x: number) => number): void {
  const sorted = samples.slice().sort();
  const count = sorted.length;
  let distance = 0;
  for (let i = 0; i < count; ) {
    const x = sorted[i];
    const before = i;
    while (i < count && sorted[i] === x) i++;
    const below = cdf(x - Math.abs(x) * 1e-15);
    distance = Math.max(distance, Math.abs(i / count - cdf(x)), Math.abs(before / count - below));
  }
  expect(distance).toBeLessThan(Math.sqrt(Math.log(2 / FALSE_ALARM) / (2 * count)));
}

/** Pearson's test of the counts between edges where the cdf is known. */
export function expectCounts(samples: Float64Array, edges: readonly number[], cdf: readonly number[]): void {
  const counts = new Array<number>(edges.length + 1).fill(0);
  for (const sample of samples) {
    let bin = 0;
    while (bin < edges.length && sample > edges[bin]) bin++;
    counts[bin]++;
  }
  const bounds = [0, ...cdf, 1];
  let statistic = 0;
  for (let bin = 0; bin < counts.length; bin++) {
    const expected = (bounds[bin + 1] - bounds[bin]) * samples.length;
    statistic += (counts[bin] - expected) ** 2 / expected;
  }
  expect(gammaQ(edges.length / 2, statistic / 2)).toBeGreaterThan(FALSE_ALARM);
}

/** The mean of the samples lies within 4.9 standard errors (one in a million) of `mean`. */
export function expectMean(samples: Float64Array, mean: number): void {
  let sum = 0;
  let squares = 0;
  for (const x of samples) {
    sum += x - mean;
    squares += (x - mean) ** 2;
  }
  const deviation = Math.sqrt(squares / samples.length);
  expect(Math.abs(sum / samples.length)).toBeLessThanOrEqual((4.9 * deviation) / Math.sqrt(samples.length));
}

export function draw(count: number, one: () => number): Float64Array {
  const samples = new Float64Array(count);
  for (let i = 0; i < count; i++) samples[i] = one();
  return samples;
}
