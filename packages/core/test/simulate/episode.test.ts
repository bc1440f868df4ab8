import { describe, expect, test } from "vitest";
import { constant } from "../../src/distributions/constant.ts";
import { exponential } from "../../src/distributions/exponential.ts";
import { rewardOne } from "../../src/distributions/joint-law.ts";
import { pareto } from "../../src/distributions/pareto.ts";
import { makePolicy } from "../../src/policies/make-policy.ts";
import { constantResetting } from "../../src/problem/arm.ts";
import { type Horizon, horizon } from "../../src/problem/outcome.ts";
import { stream } from "../../src/random/stream.ts";
import { drifting, type Environment, optimalReward, stationary } from "../../src/simulate/environment.ts";
import { openEpisode, playEpisode, type TraceEntry } from "../../src/simulate/episode.ts";
import { PullCounts, pseudoRegret } from "../../src/simulate/pseudo-regret.ts";
import { knownArm } from "../../src/theory/known-arm.ts";

const fixed = (cutoff: number) => makePolicy("fixed", { arms: ["a"], options: { cutoff } });
const arm = (law: Parameters<typeof rewardOne>[0], resetting = constantResetting(0)) =>
  knownArm(rewardOne(law), { name: "a", resetting });

function play(environment: Environment, cutoff: number, time: number, rule?: Horizon["rule"]) {
  const trace: TraceEntry[] = [];
  const result = playEpisode({
    environment,
    policy: fixed(cutoff),
    horizon: horizon(time, rule),
    trials: [stream(1, "trials")],
    resets: stream(1, "resets"),
    trace: (entry) => trace.push(entry),
  });
  return { ...result, trace };
}

// Trials of exactly 3: at τ = 10 the fourth crosses; at τ = 9 the third ends on it, N counts S_n > τ.
test.each([10, 9])(
  "E21 (sec:problem): the trial that crosses τ = %d counts, but not under a strict deadline",
  (time) => {
    const environment = stationary([arm(constant(3))]);
    expect(play(environment, 5, time)).toMatchObject({ reward: 4, trials: 4, time: 12 });
    expect(play(environment, 5, time, "strict")).toMatchObject({ reward: 3, trials: 3, time: 9 });
  },
);

test("eqn:ukl: a cut trial takes t + C(t), one that completes pays no reset (E1)", () => {
  const { trace, time } = play(stationary([arm(exponential(1), constantResetting(0.5))]), 1, 100);
  let clock = 0;
  for (const { start, outcome } of trace) {
    expect(start).toBeCloseTo(clock, 9);
    clock += outcome.kind === "completed" ? outcome.time : 1.5;
  }
  expect(time).toBeCloseTo(clock, 9);
  expect(new Set(trace.map((entry) => entry.outcome.kind)).size).toBe(2);
});

test("an arm's n-th trial is the same under every policy (common random numbers)", () => {
  const times = (cutoff: number) =>
    play(stationary([arm(pareto(1, 1.2))]), cutoff, 500).trace.map(({ outcome }) => outcome);
  const [short, long] = [times(2), times(1e9)];
  const count = Math.min(short.length, long.length);
  expect(count).toBeGreaterThan(50);
  for (let n = 0; n < count; n++) {
    const whole = long[n].time;
    expect(short[n].time).toBe(Math.min(whole, 2));
  }
});

test("pseudo-regret is Σ T·(r*·E[U] − E[V]), worked by hand for two cutoffs", () => {
  // X is 1 or more: at t = 1 of Pareto(1, 2) nothing completes; r* is attained at t* with rate r.
  const environment = stationary([arm(pareto(1, 2))]);
  const best = optimalReward(environment, 1);
  const pulls = new PullCounts(1);
  pulls.add(0, 0, 1);
  pulls.add(0, 0, 1);
  pulls.add(0, 0, 2);
  // t = 1: E[U] = 1, E[V] = 0. t = 2: E[V] = 1 − ¼, E[U] = 1 + ∫₁² x⁻² dx = 1.5.
  expect(pseudoRegret(environment, pulls)).toBeCloseTo(2 * best + (1.5 * best - 0.75), 10);
});

test("a law that changes is drawn from its phase, and the optimum is added up phase by phase", () => {
  const environment = drifting([
    { from: 0, arms: [arm(constant(1))] },
    { from: 10, arms: [arm(constant(2))] },
  ]);
  const { trace } = play(environment, 5, 20);
  expect(trace.filter((entry) => entry.start < 10).every((entry) => entry.outcome.time === 1)).toBe(true);
  expect(trace.filter((entry) => entry.start >= 10).every((entry) => entry.outcome.time === 2)).toBe(true);
  expect(optimalReward(environment, 20)).toBeCloseTo(10 * 1 + 10 * 0.5, 9);
  expect(optimalReward(environment, 5)).toBeCloseTo(5, 9);
});

test("phases must begin at 0, follow in time and have the same arms", () => {
  const phase = (from: number, name = "a") => ({ from, arms: [{ ...arm(constant(1)), name }] });
  expect(() => drifting([])).toThrow("environment: at least one phase with one arm must be given");
  expect(() => drifting([phase(1)])).toThrow("phases must begin at 0 and follow in time, got 1 at place 1");
  expect(() => drifting([phase(0), phase(5, "b")])).toThrow('each phase must have the arms ["a"], got ["b"]');
});

describe("an episode in stretches", () => {
  const parts = (time: number, rule?: Horizon["rule"]) => ({
    environment: drifting([
      { from: 0, arms: [arm(pareto(1, 1.2), constantResetting(0.1))] },
      { from: 300, arms: [arm(exponential(2), constantResetting(0.1))] },
    ]),
    policy: makePolicy("km-ts", { arms: ["a"], seed: 3 }),
    horizon: horizon(time, rule),
    trials: [stream(1, "trials")],
    resets: stream(1, "resets"),
  });

  test.each(["inclusive", "strict"] as const)("comes to the same, to the digit: %s", (rule) => {
    const whole = playEpisode(parts(1_000, rule));
    const open = openEpisode(parts(1_000, rule));
    for (let time = 0; !open.over; time += 7.3) {
      while (!open.playUntil(time, 3)) expect(open.over).toBe(false);
    }
    expect({ ...open.result, pulls: [...open.result.pulls.entries()] }).toEqual({
      ...whole,
      pulls: [...whole.pulls.entries()],
    });
  });

  test("its result at a time is that of a horizon there", () => {
    const open = openEpisode(parts(1_000));
    for (const time of [10, 299, 300, 640]) {
      expect(open.playUntil(time)).toBe(true);
      const { pulls: _, ...expected } = playEpisode(parts(time));
      expect(open.result).toMatchObject(expected);
      expect(open.over).toBe(false);
    }
  });
});
