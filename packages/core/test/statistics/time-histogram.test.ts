import { expect, test } from "vitest";
import { stream } from "../../src/random/stream.ts";
import { TimeHistogram } from "../../src/statistics/time-histogram.ts";

test("quantiles of 10,000 times lie within the 2.2% width of a bin", () => {
  const random = stream(1, "histogram");
  const times = Array.from({ length: 10_000 }, () => (1 - random.uniform()) ** -0.8);
  const histogram = new TimeHistogram();
  for (const time of times) histogram.add(time);
  times.sort((a, b) => a - b);
  for (const p of [0.05, 0.5, 0.95, 0.99]) {
    const exact = times[Math.ceil(p * 10_000) - 1];
    expect(Math.abs(histogram.quantile(p) / exact - 1)).toBeLessThan(2 ** (1 / 32) - 1);
  }
});

test("a constant time is told exactly, zero included", () => {
  for (const time of [0, 0.1, 7]) {
    const histogram = new TimeHistogram();
    for (let i = 0; i < 5; i++) histogram.add(time);
    expect(histogram.quantile(0.5)).toBeCloseTo(time, 15);
  }
});

test("merging and saving lose nothing", () => {
  const random = stream(2, "histogram");
  const [a, b, whole] = [new TimeHistogram(), new TimeHistogram(), new TimeHistogram()];
  for (let i = 0; i < 500; i++) {
    const time = random.uniform() * 100;
    (i % 2 ? a : b).add(time);
    whole.add(time);
  }
  a.merge(b);
  const loaded = TimeHistogram.load(JSON.parse(JSON.stringify(a.save())));
  for (const p of [0.1, 0.5, 0.9]) expect(loaded.quantile(p)).toBeCloseTo(whole.quantile(p), 10);
  expect(loaded.count).toBe(500);
});

test("nothing observed has no quantile", () => {
  expect(() => new TimeHistogram().quantile(0.5)).toThrow("quantile: nothing was observed yet");
});
