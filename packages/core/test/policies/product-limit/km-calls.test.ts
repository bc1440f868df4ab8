import { expect, test } from "vitest";
import { rewardOne } from "../../../src/distributions/joint-law.ts";
import { lognormal } from "../../../src/distributions/lognormal.ts";
import { pareto } from "../../../src/distributions/pareto.ts";
import { makePolicy, restorePolicy } from "../../../src/policies/make-policy.ts";
import type { Decision, Outcome } from "../../../src/problem/outcome.ts";
import { scheduleMultiplier } from "../../../src/problem/schedule.ts";
import { stationary } from "../../../src/simulate/environment.ts";
import { runExperiment } from "../../../src/simulate/experiment.ts";
import { knownArm } from "../../../src/theory/known-arm.ts";
import { describePolicy } from "../policy-conformance.ts";

describePolicy("km-calls", { onList: true, chooses: true });
describePolicy("km-calls", { request: { cutoffs: "0.4,1,inf" }, chooses: true });
describePolicy("km-calls", { request: { cutoffs: "auto" }, chooses: true });
describePolicy("km-calls", { request: { options: { halfLife: 20 } }, onList: true, chooses: true });

/** Every call takes as long as the arm's time. */
function taking(times: readonly number[]) {
  return ({ arm, cutoff }: Decision): Outcome =>
    times[arm] <= cutoff
      ? { kind: "completed", time: times[arm], reward: 1 }
      : { kind: "censored", time: cutoff };
}

const cutoffs = [10, 20, 40, 80, 160];

test("no arm is cut before its shortest success, and one that never succeeded is given the longest", () => {
  const policy = makePolicy("km-calls", { arms: ["only"], cutoffs, seed: 1 });
  expect(policy.decide().cutoff).toBe(160);
  const outcome = taking([30]);
  for (let n = 0; n < 200; n++) {
    const decision = policy.decide();
    expect(decision.cutoff).toBeGreaterThanOrEqual(40);
    policy.observe(decision, outcome(decision));
  }
});

test("an arm that never succeeded is given what the others need", () => {
  const policy = makePolicy("km-calls", { arms: ["dead", "alive"], cutoffs, seed: 1 });
  const outcome = taking([Infinity, 30]);
  policy.observe({ arm: 1, cutoff: 160 }, outcome({ arm: 1, cutoff: 160 }));
  for (let n = 0; n < 200; n++) {
    const decision = policy.decide();
    expect(decision.cutoff).toBeGreaterThanOrEqual(40);
    policy.observe(decision, outcome(decision));
  }
});

test("an idle arm is forgotten slowly, and so tried again after it has become the better one", () => {
  const policy = makePolicy("km-calls", { arms: ["a", "b"], cutoffs, options: { halfLife: 20 }, seed: 1 });
  const play = (times: readonly number[], calls: number) => {
    const outcome = taking(times);
    return Array.from({ length: calls }, () => {
      const decision = policy.decide();
      policy.observe(decision, outcome(decision));
      return decision.arm;
    });
  };
  expect(play([15, 75], 300).slice(200)).not.toContain(1);
  // Arm a stays as it was; only what is no longer known of b can bring it back.
  const late = play([15, 5], 3_000).slice(2_500);
  expect(late.filter((arm) => arm === 1).length).toBeGreaterThan(400);
});

test("within a task its cutoff is the base of the schedule, and all attempts teach one learner", () => {
  const request = { arms: ["a", "b"], cutoffs, seed: 7 };
  const single = makePolicy("km-calls", request);
  const tasks = makePolicy("km-calls", { ...request, mode: "retry" });
  const outcome = taking([30, 50]);
  for (let attempt = 1; attempt <= 30; attempt++) {
    const { arm, cutoff } = single.decide();
    expect(tasks.decide({ attempt })).toEqual({
      arm,
      cutoff: cutoff * scheduleMultiplier("luby", attempt),
      attempt,
    });
    const seen = outcome({ arm, cutoff });
    single.observe({ arm, cutoff }, seen);
    tasks.observe({ arm, cutoff, attempt }, seen);
  }
  const { schedule, ...rest } = tasks.snapshot();
  expect(schedule).toBe("luby");
  expect(rest).toEqual(single.snapshot());
  const restored = restorePolicy(JSON.parse(JSON.stringify(tasks.snapshot())));
  expect(restored.decide({ attempt: 3 })).toEqual(tasks.decide({ attempt: 3 }));
});

test("on laws with long tails it earns most of what the oracle would", () => {
  const row = runExperiment({
    environment: stationary([
      knownArm(rewardOne(lognormal(0.9, 1.2)), { name: "a" }),
      knownArm(rewardOne(pareto(0.3, 1.2)), { name: "b" }),
    ]),
    policies: [{ name: "km-calls" }],
    horizons: [2_000],
    runs: 4,
    seed: 2,
  })[0];
  expect(row.efficiency.mean).toBeGreaterThan(0.9);
});

test.each([
  [{ strength: 0 }, "km-calls: strength must exceed 0, got 0"],
  [{ tolerance: 1 }, "km-calls: tolerance must be below 1, got 1"],
  [{ halfLife: 0 }, "km-calls: halfLife must exceed 0, got 0"],
])("options %j are refused", (options, message) => {
  expect(() => makePolicy("km-calls", { arms: ["a"], options })).toThrow(message);
});
