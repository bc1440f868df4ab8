import { expect, test } from "vitest";
import { stream } from "../../src/random/stream.ts";
import { BlockMeans, type MedianMoments, median } from "../../src/statistics/block-means.ts";

const blank = (): MedianMoments => ({
  usage: 0,
  usageVariance: 0,
  reward: 0,
  rewardVariance: 0,
  meanReward: 0,
});

test("a hundred thousand trials take no more memory than 512 blocks", () => {
  const blocks = new BlockMeans();
  for (let i = 0; i < 100_000; i++) blocks.add(1, 0);
  expect(blocks.save().length).toBeLessThanOrEqual(1 + 5 * 512);
  expect(blocks.count).toBe(100_000);
});

test("merged blocks keep mean and variance: of 1…100,000 the median over groups stays close to both", () => {
  const random = stream(2, "block-means");
  const blocks = new BlockMeans();
  for (let i = 0; i < 100_000; i++) blocks.add(random.uniform(), 0.5);
  const read = blank();
  blocks.read(60, read);
  // Group means have standard deviation √(1/12/1667) = 0.007; a median of 60 lies within 0.006 of ½
  // but for one seed in 10⁸.
  expect(Math.abs(read.usage - 0.5)).toBeLessThan(0.006);
  expect(Math.abs(read.usageVariance - 1 / 12)).toBeLessThan(0.003);
  expect([read.reward, read.rewardVariance]).toEqual([0.5, 0]);
});

test("a block that is still filling never stands alone as a group", () => {
  const blocks = new BlockMeans();
  for (let i = 0; i < 513; i++) blocks.add(i < 512 ? 1 : 1e9, 0); // the 513th opens a block of two
  const read = blank();
  blocks.read(256, read);
  expect(read.usage).toBe(1);
});

test("medians after every trial are those of groups that are merged anew, also where groups, blocks and their size change", () => {
  const random = stream(5, "block-means");
  const kept = new BlockMeans();
  const [read, anew] = [blank(), blank()];
  for (let trial = 1; trial <= 3_000; trial++) {
    kept.add(random.uniform() ** -0.7, random.uniform() < 0.3 ? random.uniform() : 0);
    // As in UCB-RM, the groups grow with the logarithm of the trials; now and then many trials come between two reads.
    if (trial % 701 < 300) continue;
    const groups = 1 + Math.floor(3.5 * Math.log(trial));
    kept.read(groups, read);
    BlockMeans.load(kept.save()).read(groups, anew);
    expect(read).toEqual(anew);
  }
});

test("a saved block list loads back to the same medians", () => {
  const random = stream(3, "block-means");
  const blocks = new BlockMeans();
  for (let i = 0; i < 3_000; i++) blocks.add(random.uniform(), random.uniform());
  const [before, after] = [blank(), blank()];
  blocks.read(50, before);
  BlockMeans.load(JSON.parse(JSON.stringify(blocks.save()))).read(50, after);
  expect(after).toEqual(before);
});

test("the median of an even number is the mean of the middle two, whatever the order", () => {
  expect(median(Float64Array.from([4, 1, 3, 2]))).toBe(2.5);
  expect(median(Float64Array.from([5]))).toBe(5);
  expect(median(Float64Array.from([2, 2, 2, 9, 1]))).toBe(2);
  const random = stream(4, "median");
  for (let length = 1; length < 60; length++) {
    const values = Float64Array.from({ length }, () => Math.floor(random.uniform() * 10));
    const sorted = [...values].sort((a, b) => a - b);
    const expected = (sorted[(length - 1) >> 1] + sorted[length >> 1]) / 2;
    expect(median(values)).toBe(expected);
  }
  expect(() => median(new Float64Array(0))).toThrow("median: at least one value must be given, got 0");
});
