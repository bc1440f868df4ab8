import { describe, expect, test } from "vitest";
import { isThorough } from "../../../../../test/thorough.ts";
import { exponential } from "../../../src/distributions/exponential.ts";
import { type JointLaw, rewardBernoulli, rewardOne } from "../../../src/distributions/joint-law.ts";
import { lognormal } from "../../../src/distributions/lognormal.ts";
import { mixture } from "../../../src/distributions/mixture.ts";
import { pareto } from "../../../src/distributions/pareto.ts";
import { parseLaw } from "../../../src/distributions/parse.ts";
import { makePolicy } from "../../../src/policies/make-policy.ts";
import { constantResetting, randomResetting } from "../../../src/problem/arm.ts";
import { horizon } from "../../../src/problem/outcome.ts";
import { stream } from "../../../src/random/stream.ts";
import { drifting, stationary } from "../../../src/simulate/environment.ts";
import { playEpisode, type TraceEntry } from "../../../src/simulate/episode.ts";
import { runExperiment } from "../../../src/simulate/experiment.ts";
import { optimal } from "../../../src/theory/best-cutoff.ts";
import { type KnownArm, knownArm } from "../../../src/theory/known-arm.ts";
import { rewardRate } from "../../../src/theory/reward-rate.ts";
import { describePolicy } from "../policy-conformance.ts";

describePolicy("km-ts", { request: { cutoffs: "0.4,1,inf" }, chooses: true });
describePolicy("km-ts", {
  request: { cutoffs: "auto", options: { halfLife: 50, halfLifeTime: 80 } },
  chooses: true,
});

const efficiency = (
  arms: KnownArm[],
  time: number,
  request: { cutoffs?: string; options?: Record<string, number> } = {},
) =>
  runExperiment({
    environment: stationary(arms),
    policies: [{ name: "km-ts", ...request }],
    horizons: [time],
    runs: isThorough ? 6 : 3,
    seed: 2,
  })[0];

test("a memoryless law is left alone: few restarts for Exp(1), where every cutoff has the same rate", () => {
  const row = efficiency([knownArm(rewardOne(exponential(1)), { name: "a" })], 10_000);
  // Without the tolerance it takes 39 trials a completion and more; climbing to the scale costs some two thousand.
  expect(row.trials.mean / row.completed.mean).toBeLessThan(4);
  expect(row.efficiency.mean).toBeGreaterThan(0.97);
});

test("with an infinite cutoff on the list it waits where waiting is best", () => {
  const row = efficiency([knownArm(rewardOne(lognormal(1, 0.2)), { name: "a" })], 3_000, {
    cutoffs: "0.5,0.8,inf",
  });
  expect(row.efficiency.mean).toBeGreaterThan(0.97);
});

test("of three arms on scales a thousand apart it settles on the best", () => {
  const arms = [
    knownArm(rewardOne(pareto(300, 1.2)), { name: "slow" }),
    knownArm(rewardOne(pareto(0.3, 1.2)), { name: "fast" }),
    knownArm(rewardBernoulli(pareto(0.1, 1.2), 0.1), { name: "poor" }),
  ];
  // Measured 0.982 ± 0.007, here after 2,000 units of time; more time only makes it easier.
  expect(efficiency(arms, 2_000).efficiency.mean).toBeGreaterThan(0.95);
});

test("rewards that are rare or vary are learned with the times", () => {
  const arms = [0.05, 0.1, 0.3].map((p) =>
    knownArm(rewardBernoulli(lognormal(0.9, 1.2), p), { name: `p${p}` }),
  );
  // Measured 0.977 ± 0.011 after 10,000 units of time; more time only makes it easier.
  expect(efficiency(arms, isThorough ? 10_000 : 4_000).efficiency.mean).toBeGreaterThan(0.93);
});

test("E19: a random resetting time is learned: the same efficiency as with its mean known", () => {
  const law = rewardOne(lognormal(0.9, 1.2));
  const random = efficiency(
    [knownArm(law, { name: "a", resetting: randomResetting(exponential(0.5)) })],
    10_000,
  );
  const known = efficiency([knownArm(law, { name: "a", resetting: constantResetting(0.5) })], 10_000);
  expect(random.efficiency.mean).toBeGreaterThan(0.96);
  expect(Math.abs(random.efficiency.mean - known.efficiency.mean)).toBeLessThan(0.03);
});

describe("auto cutoffs without a horizon", () => {
  const play = (law: KnownArm, time: number) =>
    playEpisode({
      environment: stationary([law]),
      policy: makePolicy("km-ts", { arms: [law.name], seed: 3 }),
      horizon: horizon(time),
      trials: [stream(3, "trials")],
      resets: stream(3, "resets"),
    });
  test.each([1e-2, 1, 1e3])("find the scale %d by themselves", (scale) => {
    const law = knownArm(rewardOne(pareto(0.3 * scale, 1.2)), { name: "a" });
    const { reward, trials } = play(law, 10_000 * scale);
    expect(reward / (optimal([law]).rate * 10_000 * scale)).toBeGreaterThan(0.95);
    expect(trials).toBeLessThan(40_000);
  });
});

test("it recovers 0.9 of the new optimum within 2,000 trials after the law changes, with a half-life or without", () => {
  // The good arm turns bad and the other good, at another scale: what was learned is wrong twice.
  const before = [
    knownArm(rewardOne(pareto(0.3, 1.2)), { name: "a" }),
    knownArm(rewardOne(pareto(6, 1.2)), { name: "b" }),
  ];
  const after = [
    knownArm(rewardOne(pareto(30, 1.2)), { name: "a" }),
    knownArm(rewardOne(pareto(1, 1.2)), { name: "b" }),
  ];
  const change = 2_000;
  const environment = drifting([
    { from: 0, arms: before },
    { from: change, arms: after },
  ]);
  const best = optimal(after).rate;
  const seeds = isThorough ? [1, 2, 3, 4] : [1];
  const shareAfter = (options: Record<string, number>) => {
    let share = 0;
    for (const seed of seeds) {
      const trace: TraceEntry[] = [];
      playEpisode({
        environment,
        policy: makePolicy("km-ts", { arms: ["a", "b"], options, horizon: 20_000, seed }),
        horizon: horizon(12_000),
        trials: [stream(seed, "a"), stream(seed, "b")],
        resets: stream(seed, "resets"),
        trace: (entry) => trace.push(entry),
      });
      // What the decisions of the trials 2,000 to 4,000 after the change are worth, free of luck.
      const late = trace.filter((entry) => entry.start >= change).slice(2_000, 4_000);
      const usage = (entry: TraceEntry) => entry.outcome.time;
      const total = late.reduce((sum, entry) => sum + usage(entry), 0);
      share +=
        late.reduce((sum, e) => sum + rewardRate(after[e.arm], e.cutoff) * usage(e), 0) /
        total /
        best /
        seeds.length;
    }
    return share;
  };
  expect(shareAfter({ halfLife: 300 })).toBeGreaterThan(0.9);
  expect(shareAfter({})).toBeGreaterThan(0.9); // measured 0.98; without the test for a change it came to 0.6
});

test("a lucky completion at 0.004 does not lock a run where 2.67 is best: 0.6 of the optimum in each of six runs", () => {
  // As one account for all cutoffs beyond the reach, the shortest of them spent it again and again: five of these
  // six runs came to 22% or less. Of 16 now the least has 75%, the median 96%.
  const [parts, weights] = [
    [parseLaw("weibull(scale=1.85,shape=2.58)"), exponential(108), parseLaw("constant(value=3000)")],
    [0.634, 0.15, 0.216],
  ];
  const rewards = [1, 0.2, 0];
  const law: JointLaw = {
    ...rewardOne(mixture(parts.map((part, place) => ({ weight: weights[place], law: part })))),
    draw(random, into) {
      let left = random.uniform();
      const place = weights.findIndex((weight) => (left -= weight) < 0);
      into.time = parts[place].sample(random);
      into.reward = rewards[place];
    },
    rewardMoment: (power, cutoff) =>
      parts.reduce(
        (sum, part, place) => sum + weights[place] * rewards[place] ** power * part.cdf(cutoff),
        0,
      ),
  };
  const arm = knownArm(law, { name: "a" });
  for (let seed = 1; seed <= 6; seed++) {
    const policy = makePolicy("km-ts", { arms: ["a"], horizon: 1_000 / optimal([arm]).rate, seed });
    // The search from below, until its first trial completes at once.
    for (let climbing = true; climbing; ) {
      const decision = policy.decide();
      climbing = decision.cutoff < 0.0035;
      if (climbing) policy.observe(decision, { kind: "censored", time: decision.cutoff });
      else policy.observe(decision, { kind: "completed", time: 0.0034, reward: 1 });
    }
    const { reward } = playEpisode({
      environment: stationary([arm]),
      policy,
      horizon: horizon(500 / optimal([arm]).rate),
      trials: [stream(seed, "trials")],
      resets: stream(seed, "resets"),
    });
    expect(reward / 500).toBeGreaterThan(0.6);
  }
});
