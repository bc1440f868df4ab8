import { expect, test } from "vitest";
import { coverage, sampleSize } from "../src/concentration/study.ts";
import { restartRace } from "../src/restart-condition/study.ts";
import { staticReward, wholeNumbers } from "../src/static-policy/study.ts";
import { regretPath } from "../src/studies/regret-path.ts";

const one = { seed: 1, from: 0, to: 1 };

test("OPT of a coin with times 1 and 3, worked by hand", () => {
  const { optimal, repeated } = wholeNumbers.play({
    times: [1, 3],
    chances: [0.5, 0.5],
    cutoffs: [1, 3],
    resetting: 0,
    repeated: 1,
    horizon: 2,
  });
  // W(0) = 1 by waiting; W(1) = 1.5 either way; W(2) = ½(1 + 1.5) + ½·1.5 by cutting at 1.
  expect(optimal).toEqual([1, 1.5, 2]);
  expect(repeated).toEqual([0.5, 1, 1.5]);
});

test("a constant time of 2 is counted until the horizon is exceeded, not reached", () => {
  const [run] = staticReward.play({
    problem: { law: "constant(value=2)" },
    cutoff: Infinity,
    horizons: [1, 4],
    ...one,
  });
  expect(run).toEqual([
    { reward: 1, time: 2 },
    { reward: 3, time: 6 },
  ]);
});

test("a trial that can never end costs what the best would have earned meanwhile", () => {
  // X = 9 always: cutting at 4 earns nothing for 4 units of time that are worth 4/9.
  const [path] = regretPath.play({
    problem: { law: "constant(value=9)" },
    cutoffs: [4, 9],
    policy: "fixed",
    options: { cutoff: 4 },
    times: [10, 20],
    ...one,
  });
  // Trials start at 0, 4 and 8, then at 12, 16 and 20.
  expect(path.below).toEqual([3, 6]);
  expect(path.above).toEqual([0, 0]);
  expect(path.regret[0]).toBeCloseTo(12 / 9, 12);
  expect(path.regret[1]).toBeCloseTo(24 / 9, 12);
});

test("a run watched on the way is the run that ends there", () => {
  const part = {
    problem: { law: "pareto(scale=0.3,shape=1.2)" },
    cutoffs: [0.5, 1, 2],
    policy: "ucb-rb",
    options: { init: 2 },
    ...one,
  };
  const [long] = regretPath.play({ ...part, times: [30, 300, 3000] });
  const [short] = regretPath.play({ ...part, times: [300] });
  expect(short.regret[0]).toBe(long.regret[1]);
  expect(short.above[0]).toBe(long.above[1]);
});

test("a constant time of 1, cut at one half, earns nothing; uncut, four times until 3", () => {
  expect(
    restartRace.play({ problem: { law: "constant(value=1)" }, cutoff: 0.5, horizon: 3, ...one }),
  ).toEqual([{ cut: 0, never: 4 }]);
});

test("a constant needs 6/β·log(1/δ) samples, and its rate is never missed", () => {
  const part = {
    problem: { law: "constant(value=1)" },
    cutoff: 1,
    kind: "mean",
    beta: 0.5,
    delta: Math.exp(-2),
    size: "corrected",
    seed: 1,
    from: 0,
    to: 5,
  } as const;
  expect(sampleSize(part)).toBe(24);
  expect(sampleSize({ ...part, size: "printed" })).toBe(12);
  // The rate is 1, so that upside down it is right too.
  expect(coverage.play(part)).toMatchObject({
    samples: 5,
    errors: [0, 0, 0, 0, 0],
    missedUpsideDown: 0,
    againstLemma: 0,
  });
});

test("a rate of 0.06 is missed by every sample if it is read upside down", () => {
  const { samples, errors, missedUpsideDown } = coverage.play({
    problem: { law: "exponential(mean=5)", reward: "bernoulli(p=0.3)" },
    cutoff: 1,
    kind: "mean",
    beta: 0.5,
    delta: 0.01,
    size: "corrected",
    seed: 1,
    from: 0,
    to: 20,
  });
  expect({ samples, missedUpsideDown }).toEqual({ samples: 20, missedUpsideDown: 20 });
  expect(Math.max(...errors)).toBeLessThan(1);
});
