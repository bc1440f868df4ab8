import { constant, rewardOne } from "@mulligan/core/distributions";
import { knownArm, rewardRate } from "@mulligan/core/theory";
import { expect, test } from "vitest";
import { openLearner } from "../../src/story/learner.ts";
import { DRAWN_CUTOFFS, program } from "../../src/story/program.ts";

test("in 300 runs the learner gets twice as much done as waiting, in the mean over 20 seeds", () => {
  const gains = Array.from({ length: 20 }, (_, seed) => {
    const learner = openLearner([program], seed);
    expect(learner.play(300)).toBe(true);
    return learner.done / learner.spent / rewardRate(program, Infinity);
  });
  // The best is 2.215. Measured over 200 seeds: 2.12, standard deviation 0.17. So the mean of 20 is below 1.9 in less than
  // one of 10⁷ sets of seeds.
  expect(gains.reduce((sum, gain) => sum + gain) / gains.length).toBeGreaterThan(1.9);
});

test("at a cutoff of 2 s, which every learner tries, the learned curve is near the truth, in the mean over 20 seeds", () => {
  const at = DRAWN_CUTOFFS.indexOf(2);
  const learned = Array.from({ length: 20 }, (_, seed) => {
    const learner = openLearner([program], seed);
    learner.play(300);
    return learner.curve(0)[at];
  });
  const ratio = learned.reduce((sum, rate) => sum + rate) / learned.length / rewardRate(program, 2);
  // Measured over 200 seeds: 0.997, standard deviation 0.09. The bounds are five standard errors away.
  expect(ratio).toBeGreaterThan(0.9);
  expect(ratio).toBeLessThan(1.1);
});

test("the curve is drawn only as far as runs were let go", () => {
  const learner = openLearner([knownArm(rewardOne(constant(1)), { name: "quick" })], 3);
  expect(learner.curve(0)).toHaveLength(0);
  learner.play(200);
  const longest = Math.max(...learner.runs.map(({ cutoff, seconds }) => Math.min(cutoff, seconds)));
  expect(longest).toBe(1);
  expect(learner.curve(0).length).toBeLessThanOrEqual(5);
});

test("the same seed gives the same runs, whether they are played at once or one by one", () => {
  const [whole, parts] = [openLearner([program], 7), openLearner([program], 7)];
  whole.play(60);
  while (!parts.play(60, () => true));
  expect(parts.runs).toEqual(whole.runs);
  const other = openLearner([program], 8);
  other.play(60);
  expect(other.runs).not.toEqual(whole.runs);
});
