import { describe, expect, test } from "vitest";
import { exponential } from "../../../../src/distributions/exponential.ts";
import { type JointLaw, rewardBernoulli, rewardOne } from "../../../../src/distributions/joint-law.ts";
import { parseLaw } from "../../../../src/distributions/parse.ts";
import { makePolicy } from "../../../../src/policies/make-policy.ts";
import { stationary } from "../../../../src/simulate/environment.ts";
import { runExperiment } from "../../../../src/simulate/experiment.ts";
import { optimal } from "../../../../src/theory/best-cutoff.ts";
import { knownArm } from "../../../../src/theory/known-arm.ts";

/** Shares of the optimum at so many rewards, a run each; `npm run bench laws` has more laws and more runs. */
function shares(laws: readonly JointLaw[], rewards: number, runs: number): number[] {
  const arms = laws.map((law, arm) => knownArm(law, { name: `a${arm}` }));
  const horizon = rewards / optimal(arms).rate;
  return Array.from({ length: runs }, (_, seed) => {
    const experiment = { environment: stationary(arms), policies: [{ name: "km-ts" }], horizons: [horizon] };
    return runExperiment({ ...experiment, runs: 1, seed: seed + 1 })[0].efficiency.mean;
  });
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * With ten cells a decade alone it came to 0.91, 0.86 and 0.92 here, for ever. Over 40 runs the means are 0.97 to
 * 0.98 with 0.005 as standard error, 0.012 for 8: a fresh seed would fail one time in a thousand.
 */
describe.each([
  ["a peak of 1% to either side", "mixture(0.4*uniform(low=1.0692,high=1.0908),0.6*uniform(low=20,high=60))"],
  ["an atom at 1.03", "mixture(0.3*constant(value=1.03),0.2*constant(value=3.41),0.5*constant(value=48.1))"],
  ["an atom at 2.05", "mixture(0.2*constant(value=0.7),0.5*constant(value=2.05),0.3*constant(value=90))"],
])("%s", (_name, law) => {
  test("is found within 1,000 rewards: 0.93 of the optimum", () => {
    expect(mean(shares([rewardOne(parseLaw(law))], 1_000, 8))).toBeGreaterThan(0.93);
  });
});

test("a late region that pays twenty times as much is waited for: 0.6·U(0.5, 1) with 0.05, 0.4·U(5, 6) with 1", () => {
  const time = parseLaw("mixture(0.6*uniform(low=0.5,high=1),0.4*uniform(low=5,high=6))");
  const law: JointLaw = {
    ...rewardOne(time),
    draw(random, into) {
      into.time = time.sample(random);
      into.reward = into.time > 2 ? 1 : 0.05;
    },
    rewardMoment: (power, cutoff) =>
      0.05 ** power * time.cdf(Math.min(cutoff, 2)) + Math.max(0, time.cdf(cutoff) - 0.6),
  };
  // With one mean reward for the arm 4 of 24 runs stayed at 0.22. Of 24 now the least came to 0.99 at 10,000 rewards.
  expect(Math.min(...shares([law], 1_000, 12))).toBeGreaterThan(0.8);
});

test("where one trial in a hundred succeeds and the others never end, no run of six is lost", () => {
  const rare = parseLaw("mixture(0.01*uniform(low=0.5,high=1),0.99*constant(value=1000000))");
  // Before, one run in two earned next to nothing. `npm run bench laws` plays 200.
  expect(Math.min(...shares([rewardOne(rare)], 500, 6))).toBeGreaterThan(0.4);
});

test("an arm whose first rewards are 0 is tried again: 0.05 against 0.025, twelve runs", () => {
  const arms = [0.05, 0.025].map((chance) => rewardBernoulli(exponential(1), chance));
  // Locked out on the worse arm a run earns half, and 8 of 40 were. Of 40 now the least came to 0.92 at 1,000.
  expect(Math.min(...shares(arms, 500, 12))).toBeGreaterThan(0.7);
});

test("told the horizon, no trial is given more than four times the longest time that was tried before", () => {
  const policy = makePolicy("km-ts", { arms: ["a"], horizon: 31_680, seed: 1 });
  let longest = 0;
  let clock = 0;
  while (clock < 20_000) {
    const decision = policy.decide();
    if (longest > 0) expect(decision.cutoff).toBeLessThanOrEqual(4 * longest * (1 + 1e-12));
    longest = Math.max(longest, decision.cutoff);
    policy.observe(decision, { kind: "censored", time: decision.cutoff });
    clock += decision.cutoff;
  }
});

test("the tolerance falls as evidence grows: what is worse by 0.2% is played at first, and not for ever", () => {
  const policy = makePolicy("km-ts", { arms: ["a"], cutoffs: "1,2", seed: 5 });
  const decision = { arm: 0, cutoff: 2 };
  /** Of 10,000 trials 5,000 end at 1 and 2,485 at 2: rates 0.5 and 0.499. */
  const feed = (rounds: number) => {
    for (let n = 0; n < 10_000 * rounds; n++) {
      const place = (n * 7919) % 10_000;
      if (place < 5_000) policy.observe(decision, { kind: "completed", time: 1, reward: 1 });
      else if (place < 7_485) policy.observe(decision, { kind: "completed", time: 2, reward: 1 });
      else policy.observe(decision, { kind: "censored", time: 2 });
    }
  };
  const waits = () =>
    Array.from({ length: 200 }, () => policy.decide().cutoff).filter((cutoff) => cutoff === 2);
  feed(1);
  expect(waits().length).toBeGreaterThan(100);
  feed(400);
  expect(waits().length).toBeLessThan(10);
});
