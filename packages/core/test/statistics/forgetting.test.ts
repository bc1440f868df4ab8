import { expect, test } from "vitest";
import { exponential } from "../../src/distributions/exponential.ts";
import { constantResetting, randomResetting } from "../../src/problem/arm.ts";
import { Forgetting } from "../../src/statistics/forgetting.ts";
import { ResettingEstimate } from "../../src/statistics/resetting-estimate.ts";

test("what is one half-life old counts half, however often the sums were scaled back", () => {
  const forgetting = new Forgetting(10, Infinity);
  let sum = 1; // one observation now
  let scalings = 0;
  const scale = (factor: number) => {
    sum *= factor;
    scalings += 1;
  };
  for (let i = 0; i < 10; i++) forgetting.pass(1, scale);
  expect(sum / forgetting.weight).toBeCloseTo(0.5, 12);
  for (let i = 0; i < 990; i++) forgetting.pass(1, scale);
  expect(sum / forgetting.weight).toBeCloseTo(2 ** -100, 40);
  expect(scalings).toBeGreaterThan(0);
});

test("a half-life in time counts time, not trials", () => {
  const forgetting = new Forgetting(Infinity, 4);
  forgetting.pass(3, () => {});
  forgetting.pass(1, () => {});
  expect(1 / forgetting.weight).toBeCloseTo(0.5, 12);
});

test("after a pause of a million half-lives the weight is still a number", () => {
  const forgetting = new Forgetting(Infinity, 1);
  let sum = 1;
  forgetting.pass(1e6, (factor) => {
    sum *= factor;
  });
  expect(sum).toBeLessThan(1e-50);
  expect(forgetting.weight).toBe(1);
});

test.each([0, Number.NaN])("a half-life of %d is refused", (halfLife) => {
  expect(() => new Forgetting(halfLife, 1)).toThrow("the half-life in trials must be above 0");
  expect(() => new Forgetting(1, halfLife)).toThrow("the half-life in time must be above 0");
});

test("E19: a random resetting time is estimated from the cut trials alone, a known one is looked up", () => {
  const edges = Float64Array.from([1, 2]);
  const random = new ResettingEstimate(randomResetting(exponential(0.5)), edges);
  expect([...random.usage]).toEqual([1, 2]); // nothing seen: the true mean 0.5 is not for learners
  random.observe({ kind: "completed", time: 1, reward: 1 });
  random.observe({ kind: "censored", time: 2, resetting: 0.4 });
  random.observe({ kind: "censored", time: 1, resetting: 0.8 });
  expect(random.usage[0]).toBeCloseTo(1.6, 12);
  expect(random.usage[1]).toBeCloseTo(2.6, 12);
  expect(random.variance).toBeCloseTo(0.04, 12);
  const known = new ResettingEstimate(constantResetting(0.25), edges);
  known.observe({ kind: "censored", time: 2, resetting: 99 });
  expect([...known.usage]).toEqual([1.25, 2.25]);
  expect(known.variance).toBe(0);
});
