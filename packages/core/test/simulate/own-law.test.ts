import { expect, test } from "vitest";
import { exponential, type JointLaw, type Law, rewardOne } from "../../src/distributions/index.ts";
import type { Random } from "../../src/random/index.ts";
import { runExperiment, stationary } from "../../src/simulate/index.ts";
import { bestCutoff, knownArm } from "../../src/theory/index.ts";

// Everything here comes from the index files: what somebody outside can have.

/** Half of the trials end at once after 1, the others never come to an end before 100. */
const twoTimes: Law = {
  name: "one or a hundred",
  sample: (random: Random) => (random.uniform() < 0.5 ? 1 : 100),
  cdf: (time) => (time >= 1 ? 0.5 : 0) + (time >= 100 ? 0.5 : 0),
  survival: (time) => (time < 1 ? 0.5 : 0) + (time < 100 ? 0.5 : 0),
  quantile: (p) => (p <= 0.5 ? 1 : 100),
  mean: 50.5,
  meanMin: (time) => (Math.min(Math.max(time, 0), 1) + Math.min(Math.max(time, 0), 100)) / 2,
  partialMoment: (power, time) => (time >= 1 ? 0.5 : 0) + (time >= 100 ? 100 ** power / 2 : 0),
  support: { low: 1, high: 100 },
  breaks: [1, 100],
};

/** The reward is 1 for the short trials and a tenth for the long ones. */
const paysForHaste: JointLaw = {
  name: "one or a hundred, haste pays",
  time: twoTimes,
  draw(random, into) {
    into.time = twoTimes.sample(random);
    into.reward = into.time === 1 ? 1 : 0.1;
  },
  rewardMoment: (power, time) => (time >= 1 ? 0.5 : 0) + (time >= 100 ? 0.1 ** power / 2 : 0),
  leastCompletion: (time) => (time >= 100 ? 1 : 0),
  rewardHigh: 1,
};

test("a law and rewards written by hand have a best cutoff and are learned in an experiment", () => {
  expect(bestCutoff(knownArm(paysForHaste))).toMatchObject({ cutoff: 1, rate: 0.5, attained: true });
  const [learner, oracle] = runExperiment({
    environment: stationary([knownArm(paysForHaste, { name: "own" }), knownArm(rewardOne(exponential(9)))]),
    policies: [{ name: "km-ts" }, { name: "static" }],
    horizons: [5_000],
    runs: 3,
    seed: 1,
  });
  expect(oracle.efficiency.mean).toBeCloseTo(1, 1);
  expect(learner.efficiency.mean).toBeGreaterThan(0.9);
});
