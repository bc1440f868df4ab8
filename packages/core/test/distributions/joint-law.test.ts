import { describe, expect, test } from "vitest";
import { exponential } from "../../src/distributions/exponential.ts";
import {
  rewardBernoulli,
  rewardIndependent,
  rewardOne,
  rewardPower,
} from "../../src/distributions/joint-law.ts";
import { lognormal } from "../../src/distributions/lognormal.ts";
import { rewardVariance } from "../../src/distributions/moments.ts";
import { paired } from "../../src/distributions/paired.ts";
import { pareto } from "../../src/distributions/pareto.ts";
import { uniform } from "../../src/distributions/uniform.ts";
import { expectClose } from "./expect-close.ts";
import { conformsAsJointLaw } from "./joint-law-conformance.ts";

const law = lognormal(0.9, 1.2);
const data = [
  { time: 1, reward: 1 },
  { time: 2, reward: 0 },
  { time: 3, reward: 0.5 },
  { time: 4, reward: 1 },
  { time: 5, reward: 0 },
];

conformsAsJointLaw(rewardOne(law));
conformsAsJointLaw(
  rewardBernoulli(law, 0.3),
  [-0.1, 1.1, NaN].map((p) => () => rewardBernoulli(law, p)),
);
conformsAsJointLaw(rewardIndependent(law, uniform(0, 1)));
conformsAsJointLaw(rewardPower(pareto(1, 1.2), 1, -0.5), [
  ...[0, -1, NaN, Infinity].map((omega) => () => rewardPower(law, omega, 1)),
  ...[NaN, Infinity].map((gamma) => () => rewardPower(law, 1, gamma)),
]);
conformsAsJointLaw(rewardPower(exponential(1), 0.5, 0.5));
conformsAsJointLaw(rewardPower(uniform(0, 1), 1, 0));
conformsAsJointLaw(paired(data), [
  () => paired([]),
  () => paired([{ time: NaN, reward: 1 }]),
  () => paired([{ time: 1, reward: NaN }]),
  () => paired([{ time: 1, reward: -1 }]),
]);

describe("joint laws by hand", () => {
  test("the variance of a reward of 1 is F·S, exact where S is far below the rounding of F", () => {
    expectClose(rewardVariance(rewardOne(exponential(1)), 60), Math.exp(-60), 1e-14);
  });

  test("a reward that tells the time makes completion impossible for the late ones", () => {
    const joint = rewardPower(uniform(1, 2), 1, 0.5);
    expect(joint.leastCompletion(1.9)).toBe(0);
    expect(joint.leastCompletion(2)).toBe(1);
    expect(joint.rewardHigh).toBe(Math.SQRT2);
    expect(rewardPower(uniform(1, 2), 1, -1).rewardHigh).toBe(1);
    expect(rewardPower(exponential(1), 1, -1).rewardHigh).toBe(Infinity);
  });

  test("paired data: the reward 0 came at 2 and 5, the reward ½ at 3, the reward 1 at 1 and 4", () => {
    const joint = paired(data);
    expect(joint.rewardMoment(1, 3)).toBeCloseTo(1.5 / 5, 15);
    expect(joint.rewardMoment(2, 3)).toBeCloseTo(1.25 / 5, 15);
    expect([1, 2.5, 3, 4, 5].map((cutoff) => joint.leastCompletion(cutoff))).toEqual([0, 0, 0.5, 0.5, 1]);
    expect(joint.rewardHigh).toBe(1);
  });

  test("paired data of 20,000 different rewards answer at once", () => {
    const many = Array.from({ length: 20_000 }, (_, i) => ({ time: i + 1, reward: (i % 1000) / 1000 }));
    const joint = paired(many);
    expect(joint.leastCompletion(10_000)).toBe(0.5);
    expectClose(joint.rewardMoment(1, 10_000), 0.5 * 0.4995, 1e-12);
  });
});
