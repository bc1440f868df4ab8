import fc from "fast-check";
import { expect, test } from "vitest";
import { TypesLearner } from "../../../src/policies/types/hidden-types.ts";
import { noResetting } from "../../../src/problem/arm.ts";
import { autoCutoffs } from "../../../src/problem/cutoffs.ts";
import type { Outcome } from "../../../src/problem/outcome.ts";
import { lubyMultiplier } from "../../../src/problem/schedule.ts";
import { stream } from "../../../src/random/index.ts";
import type { Random } from "../../../src/random/random.ts";

/*
 * The guarantee of docs/explanation/guarantee.md: with λ of a task's time for Luby's sequence,
 * E[T] ≤ min{ plan/(1 − λ_max), (2·Luby + base)/λ_min + longest plan cutoff }.
 */
const LARGEST_SHARE = 0.15;
const LEAST_SHARE = 0.05;
/** 25 times the resolution of 2, on the lattice. */
const BASE = 2 ** (17 / 3);

type Law = (random: Random) => number;

const learnerFor = (seed: number, arms = 1): TypesLearner =>
  new TypesLearner(
    {
      arms: Array.from({ length: arms }, (_, arm) => ({ name: `arm ${arm}`, resetting: noResetting })),
      cutoffs: autoCutoffs(2),
      firstCutoff: 10_000,
      random: stream(seed, "policy"),
    },
    { halfLife: Infinity, repeats: "no", beyond: 0.2 },
  );

interface Accounts {
  plan: number;
  luby: number;
  /** The longest cutoff of the plan. */
  longest: number;
  lubyAttempts: number;
}

/** Tries a task until it is done, and checks both rules before and after every attempt. */
function solve(policy: TypesLearner, task: string, time: () => number, maxTime = Infinity): Accounts {
  const spent: Accounts = { plan: 0, luby: 0, longest: 0, lubyAttempts: 0 };
  for (let attempt = 1; spent.plan + spent.luby < maxTime; attempt++) {
    const decision = policy.decide({ attempt, task });
    const isLuby = isByLuby(policy, task, attempt);
    // A plain error: `expect` would take as long as the decision, and there are a hundred thousand of each.
    const check = (holds: boolean, rule: string) => {
      if (!holds) throw new Error(`${task}, attempt ${attempt}: ${rule}`);
    };
    const due = (share: number) =>
      spent.luby + BASE * lubyMultiplier(spent.lubyAttempts + 1) <= (share / (1 - share)) * spent.plan;
    if (isLuby) {
      check(due(LARGEST_SHARE), "by Luby's sequence before it is due");
      const expected = BASE * lubyMultiplier(spent.lubyAttempts + 1);
      check(
        Math.abs(decision.cutoff - expected) < 5e-7,
        `must be cut at ${expected}, not ${decision.cutoff}`,
      );
      spent.lubyAttempts += 1;
    } else {
      check(!due(LEAST_SHARE), "by the plan, though Luby's sequence is due");
      check(decision.cutoff < Infinity, "without a cutoff");
      spent.longest = Math.max(spent.longest, decision.cutoff);
    }
    const ends = time();
    const solved = ends <= decision.cutoff;
    const outcome: Outcome = solved
      ? { kind: "completed", time: ends, reward: 1 }
      : { kind: "censored", time: decision.cutoff };
    spent[isLuby ? "luby" : "plan"] += outcome.time;
    const most = (LARGEST_SHARE / (1 - LARGEST_SHARE)) * spent.plan + 1e-6;
    check(spent.luby <= most, `${spent.luby} by Luby's sequence, at most ${most}`);
    policy.observe(decision, outcome);
    if (solved) return spent;
  }
  return spent;
}

function isByLuby(policy: TypesLearner, task: string, attempt: number): boolean {
  // biome-ignore lint/complexity/useLiteralKeys: which rule an attempt follows is private to the policy
  return policy["open"].find(task)!.started.get(attempt)!.kind === "luby";
}

test("whatever happens, a task's attempts by Luby's sequence come as soon as they are due and not before", () => {
  const times = fc.array(fc.oneof(fc.double({ min: 1, max: 1e5, noNaN: true }), fc.constant(Infinity)), {
    minLength: 1,
    maxLength: 40,
  });
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: 4 }), (list, tasks) => {
      const policy = learnerFor(1);
      let place = 0;
      for (let task = 0; task < tasks; task++) {
        solve(policy, `task ${task}`, () => list[place++ % list.length], 2e5);
      }
    }),
    { numRuns: 10, seed: 7 },
  );
});

/** The mean time of Luby's sequence for a law, from its quantiles. */
function lubyTime(law: Law, runs = 500): number {
  let total = 0;
  for (let run = 0; run < runs; run++) {
    const random = stream(9, "luby", run);
    for (let attempt = 1; ; attempt++) {
      const cutoff = BASE * lubyMultiplier(attempt);
      const ends = law(random);
      total += Math.min(ends, cutoff);
      if (ends <= cutoff) break;
    }
  }
  return total / runs;
}

const adversarial: [name: string, law: Law][] = [
  ["one in fifty ends after 40, the rest hangs", (random) => (random.uniform() < 0.02 ? 40 : Infinity)],
  ["one in thirty ends after 390", (random) => (random.uniform() < 1 / 30 ? 390 : Infinity)],
  ["Pareto with shape 0.2", (random) => 30 * (1 - random.uniform()) ** -5],
];

test.each(adversarial)("%s: the first task alone, and five tasks, stay below the bound", (_, law) => {
  const runs = 5;
  for (const tasks of [1, 5]) {
    let [total, bound] = [0, 0];
    const expected = (2 * lubyTime(law) + BASE) / LEAST_SHARE;
    for (let run = 0; run < runs; run++) {
      const policy = learnerFor(run);
      const random = stream(run, "guarantee");
      for (let task = 0; task < tasks; task++) {
        const { plan, luby: byLuby, longest } = solve(policy, `task ${task}`, () => law(random));
        total += plan + byLuby;
        bound += expected + longest;
      }
    }
    // The bound is on a mean; the measured means are below half of it, so a false alarm is out of the question.
    expect(total).toBeLessThan(bound);
  }
});

test("a task that needs no restart pays nothing for the guarantee", () => {
  const policy = learnerFor(1);
  for (let task = 0; task < 20; task++) {
    expect(solve(policy, `task ${task}`, () => 300)).toMatchObject({ luby: 0, plan: 300 });
  }
});

test("with two arms Luby's attempts take turns", () => {
  const policy = learnerFor(1, 2);
  const arms: number[] = [];
  for (let attempt = 1; attempt <= 300; attempt++) {
    const decision = policy.decide({ attempt, task: "a" });
    if (isByLuby(policy, "a", attempt)) arms.push(decision.arm);
    policy.observe(decision, { kind: "censored", time: decision.cutoff });
  }
  expect(arms.length).toBeGreaterThan(20);
  arms.forEach((arm, place) => {
    expect(arm).toBe(place % 2);
  });
});
