import { describe, expect, test } from "vitest";
import { isThorough } from "../../../../../test/thorough.ts";
import { makePolicy } from "../../../src/policies/make-policy.ts";
import type { PolicyRequest } from "../../../src/policies/new-policy.ts";
import { autoCutoffs } from "../../../src/problem/cutoffs.ts";
import type { Decision } from "../../../src/problem/outcome.ts";
import { lubyMultiplier } from "../../../src/problem/schedule.ts";
import type { Random } from "../../../src/random/random.ts";
import { stream } from "../../../src/random/stream.ts";
import { standardNormal } from "../../../src/random/ziggurat.ts";
import { describePolicy } from "../policy-conformance.ts";
import { playTaskPolicy, type TimeOf, totalTime } from "./task-play.ts";

describePolicy("hidden-types", { request: { cutoffs: "auto", options: { halfLife: 50 } }, chooses: true });

const make = (request: Partial<PolicyRequest> = {}) =>
  makePolicy("hidden-types", { arms: ["solver"], ...request, mode: "retry" });
const nameOf = (task: number) => `task ${task}`;
const lognormal = (random: Random, sigma: number) => Math.exp(sigma * standardNormal(random));
const exponential = (random: Random) => -Math.log(1 - random.uniform());

/** Total time of tasks that are played with Luby's sequence, the best of all bases. */
function bestLuby(timeOf: TimeOf, tasks: number): number {
  const totals = Array.from({ length: 14 }, (_, place) => {
    const random = stream(7, "luby");
    let total = 0;
    for (let task = 0; task < tasks; task++) {
      for (let attempt = 1; ; attempt++) {
        const cutoff = 2 ** (place - 5) * lubyMultiplier(attempt);
        const time = timeOf(random, task, 0);
        total += Math.min(time, cutoff);
        if (time <= cutoff) break;
      }
    }
    return total;
  });
  return Math.min(...totals);
}

const totalOf = (timeOf: TimeOf, tasks: number, seed: number, request: Partial<PolicyRequest> = {}) =>
  totalTime(
    playTaskPolicy({
      policy: make({ ...request, seed }),
      random: stream(seed, "play"),
      timeOf,
      tasks,
      nameOf,
    }),
  );

describe("tasks that are alike", () => {
  test("where every attempt takes about the same time, none is cut after the first few tasks", () => {
    const timeOf: TimeOf = (random) => 3 + 2 * random.uniform();
    const played = playTaskPolicy({ policy: make(), random: stream(1, "play"), timeOf, tasks: 60, nameOf });
    expect(played.filter(({ of }) => of >= 5)).toHaveLength(55);
  });

  test("where half of the attempts never end, it comes near to the best cutoff", () => {
    const timeOf: TimeOf = (random) => (random.uniform() < 0.5 ? Infinity : 1 + random.uniform());
    // Cut at 2 an attempt takes 1.75 on average, and two are needed.
    const totals = [1, 2].map((seed) => totalOf(timeOf, 200, seed));
    expect(totals.reduce((sum, total) => sum + total, 0) / 2 / 200).toBeLessThan(1.15 * 3.5);
  });
});

test("a task of which attempts seldom end does not wait for ages: p = 0.9, 0.1 or 0.01, else never", () => {
  const timeOf: TimeOf = (random, task) =>
    random.uniform() < [0.9, 0.1, 0.01][task % 3] ? 1 + random.uniform() : Infinity;
  const best = bestLuby(timeOf, 60);
  for (const seed of isThorough ? [1, 2, 3] : [1]) expect(totalOf(timeOf, 60, seed)).toBeLessThan(3 * best);
});

test("a task that outlives all allowed cutoffs has most attempts with cutoffs within which other tasks succeed", () => {
  // A fifth of the attempts hangs at all tasks but the last, which never ends.
  const timeOf: TimeOf = (random, task) =>
    task === 20 || random.uniform() < 0.2 ? Infinity : 36 + 30 * random.uniform();
  const policy = make({ firstCutoff: 10_000, cutoffs: autoCutoffs(2) });
  const play = { policy, random: stream(1, "play"), timeOf, nameOf };
  playTaskPolicy({ ...play, tasks: 20 });
  const played = playTaskPolicy({ ...play, from: 20, tasks: 1, maxAttempts: 300 });
  const long = played.slice(100).filter(({ cutoff }) => cutoff >= 60);
  expect(long.length).toBeGreaterThan(150);
});

describe("several arms", () => {
  test("the better one is played nearly always", () => {
    const timeOf: TimeOf = (random, _, arm) => exponential(random) * [20, 1, 30][arm];
    const policy = make({ arms: ["slow", "quick", "slower"] });
    const played = playTaskPolicy({ policy, random: stream(3, "play"), timeOf, tasks: 80, nameOf });
    // By time: the short attempts of Luby's sequence take turns.
    const late = played.filter(({ of }) => of >= 40);
    expect(totalTime(late.filter(({ arm }) => arm === 1)) / totalTime(late)).toBeGreaterThan(0.9);
  });

  test("while nothing has succeeded they take turns", () => {
    const policy = make({ arms: ["a", "b", "c"] });
    const timeOf: TimeOf = () => Infinity;
    const played = playTaskPolicy({
      policy,
      random: stream(3, "x"),
      timeOf,
      tasks: 1,
      nameOf,
      maxAttempts: 300,
    });
    for (const each of [0, 1, 2]) {
      const share = played.filter(({ arm }) => arm === each).length / 300;
      expect(share).toBeCloseTo(1 / 3, 1);
    }
  });

  test("where each suits half of the tasks and never ends at the others, no task is lost", () => {
    const timeOf: TimeOf = (random, task, arm) => (task % 2 === arm ? exponential(random) : Infinity);
    const played = playTaskPolicy({
      policy: make({ arms: ["even", "odd"] }),
      random: stream(4, "play"),
      timeOf,
      tasks: 100,
      nameOf,
    });
    // Who knew which would need 1 a task; who takes turns with the best cutoff, about 4.
    expect(totalTime(played) / 100).toBeLessThan(8);
  });
});

describe("forgetting", () => {
  test("with a half-life it follows a change of the scale by 50 sooner than without", () => {
    const timeOf: TimeOf = (random, task) =>
      (random.uniform() < 0.5 ? Infinity : 1 + random.uniform()) * (task < 200 ? 50 : 1);
    const after = (options: Record<string, number>) => {
      let total = 0;
      for (const seed of isThorough ? [1, 2, 3, 4, 5, 6, 7, 8] : [1, 2]) {
        const play = { policy: make({ options, seed }), random: stream(seed, "drift"), timeOf, nameOf };
        playTaskPolicy({ ...play, tasks: 200 });
        total += totalTime(playTaskPolicy({ ...play, from: 200, tasks: 60 }));
      }
      return total;
    };
    expect(after({ halfLife: 20 })).toBeLessThan(0.8 * after({}));
  });
});

describe("cutoffs that were asked for", () => {
  const timeOf: TimeOf = (random) => (random.uniform() < 0.3 ? Infinity : lognormal(random, 1.5));
  const cutoffs = (request: Partial<PolicyRequest>, tasks = 30) =>
    playTaskPolicy({ policy: make(request), random: stream(6, "play"), timeOf, tasks, nameOf }).map(
      ({ cutoff }) => cutoff,
    );

  test("a list or an interval holds all of them, and none is below minCutoff", () => {
    const list = [0.7, 3, 11, 40];
    for (const cutoff of cutoffs({ cutoffs: list })) expect(list).toContain(cutoff);
    const inside = cutoffs({ cutoffs: "0.7..5" });
    expect([Math.min(...inside) >= 0.7, Math.max(...inside) <= 5]).toEqual([true, true]);
    expect(Math.min(...cutoffs({ minCutoff: 2.5 }))).toBeGreaterThanOrEqual(2.5);
    expect(Math.min(...cutoffs({}))).toBeLessThan(2.5);
  });

  test("the first is firstCutoff, and from there it climbs", () => {
    expect(cutoffs({ firstCutoff: 0.01 }, 1).slice(0, 2)).toEqual([0.01, 0.08]);
  });
});

describe("reconsider", () => {
  const succeed = (policy: ReturnType<typeof make>, time: number, task: string) => {
    const decision = policy.decide({ attempt: 1, task });
    policy.observe(decision, { kind: "completed", time, reward: 1 });
  };

  test("a first attempt with a long cutoff is given a shorter one after the first success, a few times its time", () => {
    const policy = make({ firstCutoff: 10_000 });
    policy.decide({ attempt: 1, task: "first" });
    const waits = policy.decide({ attempt: 1, task: "waits" });
    expect(waits.cutoff).toBe(10_000);
    expect(policy.reconsider!(waits, 1)).toBe(10_000);
    succeed(policy, 10, "first");
    const moved = policy.reconsider!(waits, 1);
    expect(moved).toBeGreaterThanOrEqual(20);
    expect(moved).toBeLessThanOrEqual(160);
  });

  test("nothing moves while nothing new is known", () => {
    const policy = make();
    for (let task = 0; task < 5; task++) succeed(policy, 10 + task, nameOf(task));
    const decision = policy.decide({ attempt: 1, task: "open" });
    for (const elapsed of [0, 1, 5, decision.cutoff]) {
      expect(policy.reconsider!(decision, elapsed)).toBe(decision.cutoff);
    }
    succeed(policy, 10, "another");
    const moved = policy.reconsider!(decision, 5);
    expect(policy.reconsider!(decision, 6)).toBe(moved);
  });

  test("one of which nothing is known keeps its cutoff", () => {
    const decision: Decision = { arm: 0, cutoff: 3, attempt: 1, task: "unheard of" };
    expect(make().reconsider!(decision, 1)).toBe(3);
  });

  test("an attempt far beyond all successes is to be cut at once when these are many", () => {
    const policy = make();
    policy.decide({ attempt: 1, task: "climbs" });
    const waits = policy.decide({ attempt: 1, task: "waits" });
    for (let task = 0; task < 12; task++) succeed(policy, 1 + task / 12, nameOf(task));
    expect(policy.reconsider!(waits, 1_000)).toBeLessThanOrEqual(1_000);
    policy.observe(waits, { kind: "censored", time: 1_000 });
    expect(policy.decide({ attempt: 2, task: "waits" }).cutoff).toBeLessThan(1_000);
  });
});

describe("tasks without a name", () => {
  const timeOf: TimeOf = (random, task) => lognormal(random, 1) * (task % 10 === 9 ? 30 : 1);

  test("work one after the other just as named ones do", () => {
    const play = (named: boolean) =>
      playTaskPolicy({
        policy: make(),
        random: stream(8, "play"),
        timeOf,
        tasks: 60,
        nameOf: named ? nameOf : undefined,
      }).map(({ cutoff, of }) => [of, cutoff]);
    expect(play(false)).toEqual(play(true));
  });

  test("several attempts that are asked for in advance are those of one plan, for a named task and for a fresh one", () => {
    const policy = make();
    const random = stream(1, "play");
    // An attempt takes about 1 or never ends; a tenth of the tasks takes 30 times as long: a plan has several lengths.
    const timeOf: TimeOf = (random, task) =>
      random.uniform() < 0.3 ? Infinity : (task % 10 === 0 ? 30 : 1) * (1 + random.uniform());
    playTaskPolicy({ policy, random, timeOf, tasks: 60, nameOf });
    const ahead = (name?: string) =>
      Array.from({ length: 10 }, (_, place) => policy.decide({ attempt: place + 1, task: name }).cutoff);
    const [fresh, named] = [ahead(), ahead("new")];
    expect(fresh).toEqual(named);
    expect(Math.max(...fresh)).toBeGreaterThan(fresh[0]);
  });
});

test("rewards of 0 are failures: the task is tried again", () => {
  const policy = make();
  for (let attempt = 1; attempt <= 5; attempt++) {
    policy.observe(policy.decide({ attempt, task: "t" }), { kind: "completed", time: 2, reward: 0 });
  }
  const { state } = policy.snapshot() as { state: { open: unknown[]; beliefs: { successes: number } } };
  expect(state.open).toHaveLength(1);
  expect(state.beliefs.successes).toBe(0);
});
