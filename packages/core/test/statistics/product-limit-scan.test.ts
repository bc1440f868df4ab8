import { expect, test } from "vitest";
import { ProductLimitScan } from "../../src/statistics/product-limit-scan.ts";

test("two cells worked by hand: a quarter ends at 1 with reward 1, half of the rest at 3 with reward ½", () => {
  const scan = new ProductLimitScan();
  scan.complete(1 / 4, 1, 1, 1);
  expect([scan.survival, scan.reward, scan.time]).toEqual([3 / 4, 1 / 4, 1 / 4]);
  expect(scan.usage(2)).toBe(1 / 4 + (3 / 4) * 2);
  scan.complete(3 / 8, 1, 3, 1 / 2);
  expect([scan.survival, scan.reward, scan.time]).toEqual([3 / 8, 7 / 16, 11 / 8]);
});

test("completions given one by one and given in sum come to the same", () => {
  const single = new ProductLimitScan();
  for (const [time, reward] of [
    [1, 1],
    [2, 0],
    [3, 1],
  ]) {
    single.complete(1 / 4, 1, time, reward);
  }
  const together = new ProductLimitScan();
  together.complete(1 / 4, 3, 6, 2);
  expect(together).toEqual(single);
});

test("E[U] is the area under the survival curve up to the cutoff, plus what a cut costs", () => {
  const times = [0.5, 1, 1.5, 2.5, 4, 7];
  const resetting = 0.3;
  for (const cutoff of [0.75, 1, 3, 6]) {
    const scan = new ProductLimitScan();
    for (const time of times) if (time <= cutoff) scan.complete(1 / times.length, 1, time, 1);
    const area = times.reduce((sum, time) => sum + Math.min(time, cutoff), 0) / times.length;
    const cut = times.filter((time) => time > cutoff).length / times.length;
    expect(scan.usage(cutoff + resetting)).toBeCloseTo(area + cut * resetting, 14);
  }
});

test("where nothing is left, an endless cut costs nothing", () => {
  const scan = new ProductLimitScan();
  scan.complete(1 / 2, 2, 6, 2);
  expect(scan.usage(Infinity)).toBe(3);
});
