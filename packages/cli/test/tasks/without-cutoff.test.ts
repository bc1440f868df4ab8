import { makePolicy, type Outcome, type Policy } from "@mulligan/core";
import { autoCutoffs, elapsed, measuredResetting } from "@mulligan/core/problem";
import { type Random, stream } from "@mulligan/core/random";
import { playInParallel } from "@mulligan/core/simulate";
import { expect, test } from "vitest";
import { type TryKind, UncutCost } from "../../src/tasks/without-cutoff.ts";

const ended = (time: number, reward = 1): Outcome => ({ kind: "completed", time, reward });
const cut = (time: number): Outcome => ({ kind: "censored", time });
const unseeded = { repeats: true, abandons: false };
const seeded = { repeats: false, abandons: false };

/** The tries of some tasks, each in their order. */
function estimate(kind: TryKind, tasks: readonly (readonly Outcome[])[]) {
  const cost = new UncutCost(kind);
  for (const [task, tries] of tasks.entries()) {
    for (const outcome of tries) cost.add(String(task), outcome, elapsed(outcome, 0));
  }
  return cost.estimate();
}

const times = (count: number, tries: readonly Outcome[]) => Array.from({ length: count }, () => tries);

test("tasks that were never cut cost what they took, with their failures", () => {
  const tasks = [[ended(1)], [ended(3, 0), ended(5)]];
  expect(estimate(seeded, tasks)).toEqual({ time: 9, low: 9, high: 9, exact: true, spent: 9 });
});

test("a task that is not solved is left out, and without a solved one nothing is known", () => {
  expect(estimate(seeded, [[ended(1)], [cut(70)], [ended(3, 0)]])).toEqual({
    time: 1,
    low: 1,
    high: 1,
    exact: true,
    spent: 1,
  });
  expect(estimate(unseeded, [[cut(3)], [ended(1, 0)]])).toBeUndefined();
});

test("inputs with their own fixed time: what the try that solved them took, to a fifth", () => {
  const large = [cut(400), cut(5_200), cut(400), ended(6_000)];
  const tasks = [...times(8, [ended(300)]), large, large];
  expect(estimate(unseeded, tasks)).toEqual({
    time: 14_400,
    low: 12_000,
    high: 16_800,
    exact: true,
    spent: 26_400,
  });
});

test("one task that was cut and took longer at its second try: known only if tries repeat themselves", () => {
  const tasks = [[cut(10_000), ended(15_000)]];
  expect(estimate(unseeded, tasks)).toMatchObject({ time: 15_000, exact: true });
  expect(estimate(seeded, tasks)).toBeUndefined();
});

test("tasks solved much sooner than their cuts: unknown, or what other tries took beyond the cut", () => {
  const lucky = times(5, [cut(2_000), ended(300)]);
  expect(estimate(unseeded, [...times(20, [ended(300)]), ...lucky])).toBeUndefined();
  const slow = times(10, [ended(12_000)]);
  const known = estimate(seeded, [...times(20, [ended(300)]), ...slow, ...lucky]);
  // The rest of 60 s beyond the cuts may be off by 2 · 5 · 12 s/(10 + 1), since ten tries ended there.
  expect(known).toEqual({
    time: expect.closeTo(186_000, 6),
    low: expect.closeTo(126_000 + 60_000 / (1 + 2 / 11), 6),
    high: expect.closeTo(126_000 + 60_000 * (1 + 2 / 11), 6),
    exact: true,
    spent: 137_500,
  });
});

test("cuts that were longer than all that was spent otherwise are a lower bound", () => {
  // The first cut alone took more than everything: 100 s of a task whose second try is free.
  const cost = new UncutCost(seeded);
  for (const task of ["a", "b"]) {
    cost.add(task, cut(100_000), 50_000);
    cost.add(task, ended(10), 10);
  }
  expect(cost.estimate()).toEqual({ time: 200_000, exact: false, spent: 100_020 });
});

test("in mode abandon as many successes cost the mean time over the chance of a reward", () => {
  const kind = { repeats: false, abandons: true };
  const tasks = [...times(300, [ended(100)]), ...times(100, [ended(100, 0)]), ...times(30, [cut(50)])];
  expect(estimate(kind, tasks)).toMatchObject({ time: expect.closeTo(40_000, 6), exact: true });
});

/** A law of the time of a try: by the luck of its task, and by its own. */
type Law = (own: Random, fresh: Random) => number;

const normal = (random: Random) =>
  Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());

const families: Readonly<Record<string, { law: Law; known?: true }>> = {
  "own times, a fifth of them large": { law: (own) => (own.uniform() < 0.2 ? 6_000 : 300), known: true },
  "own lognormal times": { law: (own) => 500 * Math.exp(1.5 * normal(own)), known: true },
  "own times, and a tenth of the tries hangs for 30 s": {
    law: (own, fresh) => (fresh.uniform() < 0.1 ? 30_000 : 300 * Math.exp(normal(own))),
  },
  "a fifth of the tries hangs for 12 s": { law: (_, fresh) => (fresh.uniform() < 0.2 ? 12_000 : 300) },
  "half of the tries hangs for ever": { law: (_, fresh) => (fresh.uniform() < 0.5 ? Infinity : 100) },
  lognormal: { law: (_, fresh) => 500 * Math.exp(1.5 * normal(fresh)) },
  exponential: { law: (_, fresh) => 10 - 1_000 * Math.log(1 - fresh.uniform()) },
};

/** A run of 20 tasks in virtual time by the default policy, and what it would have cost without cutoffs. */
function play(law: Law, seed: number) {
  const arms = [{ name: "a", resetting: measuredResetting }];
  const policy: Policy = makePolicy("hidden-types", {
    arms,
    cutoffs: autoCutoffs(2),
    options: {},
    seed,
    mode: "retry",
  });
  const cost = new UncutCost(unseeded);
  const draw = (task: number, attempt: number) => ({
    time: law(stream(seed, "own", task), stream(seed, task, attempt)),
    reward: 1,
  });
  const observe: Policy["observe"] = (decision, outcome) => {
    cost.add(String(decision.task), outcome, elapsed(outcome, 0));
    policy.observe(decision, outcome);
  };
  playInParallel({ tasks: 20, jobs: 2, policy: { ...policy, observe }, draw, resetting: 2 });
  const truth = Array.from({ length: 20 }, (_, task) => draw(task, 1).time).reduce((a, b) => a + b);
  return { estimate: cost.estimate(), truth };
}

/**
 * In `npm run bench:without-cutoff -- 8`, with harder families, fewer tasks and no try left uncut on purpose, 165 of 608 runs
 * have an interval; in 22 of these the truth lies outside.
 */
test.each(Object.entries(families))(
  "%s: the estimate is within a quarter of the truth, or unknown",
  (_, { law, known }) => {
    const runs = Array.from({ length: 5 }, (_, i) => play(law, i + 1));
    const shown = runs.filter(({ estimate }) => estimate?.exact === true);
    const wrong = shown.filter(
      ({ estimate, truth }) => Math.abs(Math.log(estimate!.time / truth)) > Math.log(1.25),
    );
    expect(wrong.length).toBeLessThanOrEqual(1);
    if (known) expect(shown).toHaveLength(5);
    for (const { estimate, truth } of runs) {
      if (estimate?.exact === false) expect(estimate.time).toBeLessThanOrEqual(truth);
    }
  },
);
