import { expect, test } from "vitest";
import { rewardOne } from "../../../src/distributions/joint-law.ts";
import { pareto } from "../../../src/distributions/pareto.ts";
import { makePolicy } from "../../../src/policies/make-policy.ts";
import type { Outcome } from "../../../src/problem/outcome.ts";
import { knownArm } from "../../../src/theory/known-arm.ts";
import { describePolicy } from "../policy-conformance.ts";

describePolicy("static", { onList: true });
describePolicy("fixed", { request: { options: { cutoff: 2 } } });
describePolicy("never");
describePolicy("luby");
describePolicy("quantile");
describePolicy("beyond-longest");

const completed = (time: number): Outcome => ({ kind: "completed", time, reward: 1 });
const cut = (time: number): Outcome => ({ kind: "censored", time });

test("static plays t* = 3.250 on Pareto(1, 1.2), and the best of a list where one is given (alg:opt-st)", () => {
  const known = [knownArm(rewardOne(pareto(1, 1.2)), { name: "a" })];
  expect(makePolicy("static", { arms: ["a"], known }).decide().cutoff).toBeCloseTo(3.25, 2);
  expect(makePolicy("static", { arms: ["a"], known, cutoffs: "1,2,3,9" }).decide()).toEqual({
    arm: 0,
    cutoff: 3,
  });
  expect(makePolicy("static", { arms: ["a"], known, cutoffs: "5..9" }).decide().cutoff).toBeCloseTo(5, 9);
});

test("luby follows its sequence, and begins again after a completion unless told not to (E20)", () => {
  const cutoffs = (reset: "on" | "off") => {
    const policy = makePolicy("luby", { arms: ["a"], options: { base: 10, reset } });
    return [cut, cut, cut, completed, cut, cut].map((make) => {
      const decision = policy.decide();
      policy.observe(decision, make(decision.cutoff / 2));
      return decision.cutoff;
    });
  };
  expect(cutoffs("on")).toEqual([10, 10, 20, 10, 10, 10]);
  expect(cutoffs("off")).toEqual([10, 10, 20, 10, 10, 20]);
});

test("quantile waits for three completions; at 0.95 it lets nineteen of twenty through", () => {
  const policy = makePolicy("quantile", { arms: ["a"] });
  for (let time = 1; time <= 20; time++) {
    expect(policy.decide().cutoff === Infinity).toBe(time <= 3);
    policy.observe(policy.decide(), completed(time * 10));
  }
  expect(policy.decide().cutoff).toBeCloseTo(190, 9);
});

test("beyond-longest waits for one end, then allows f = (1000/R)^H times the longest, and at least twice", () => {
  const policy = makePolicy("beyond-longest", { arms: ["a"] });
  const see = (time: number) => policy.observe(policy.decide(), completed(time));
  expect(policy.decide().cutoff).toBe(Infinity);
  see(10);
  // No tail is known: H = 1, of the prior alone.
  expect(policy.decide().cutoff).toBeCloseTo(10 * 1_000, 6);
  see(10);
  // H = (ln 1 + 1)/(1 + 1).
  expect(policy.decide().cutoff).toBeCloseTo(10 * Math.sqrt(500), 6);
  for (let i = 0; i < 198; i++) see(10);
  expect(policy.decide().cutoff).toBeCloseTo(20, 6);
});

test("beyond-longest keeps a heavier tail further away, and forgets a time after 200 others", () => {
  const cutoffAfter = (times: readonly number[]) => {
    const policy = makePolicy("beyond-longest", { arms: ["a"] });
    for (const time of times) policy.observe(policy.decide(), completed(time));
    return policy.decide().cutoff;
  };
  const light = Array.from({ length: 50 }, (_, i) => 100 + i);
  const heavy = Array.from({ length: 50 }, (_, i) => (149 * (51 / (i + 1)) ** 1.5) / 51 ** 1.5);
  expect(Math.max(...heavy)).toBeCloseTo(149, 6);
  expect(cutoffAfter(heavy)).toBeGreaterThan(10 * cutoffAfter(light));
  expect(cutoffAfter([900, ...Array(199).fill(10)])).toBeCloseTo(1_800, 6);
  expect(cutoffAfter([900, ...Array(200).fill(10)])).toBeCloseTo(20, 6);
});

test("beyond-longest gives each further attempt four times as long, whatever cut the one before", () => {
  const policy = makePolicy("beyond-longest", { arms: ["a"], mode: "retry" });
  for (let task = 1; task <= 200; task++) policy.observe(policy.decide({ task }), completed(10));
  const cutoffs = [1, 2, 3].map((attempt) => {
    const decision = policy.decide({ task: 0, attempt });
    policy.observe(decision, cut(decision.cutoff / 2));
    return decision.cutoff;
  });
  expect(cutoffs.map(Math.round)).toEqual([20, 80, 320]);
});
