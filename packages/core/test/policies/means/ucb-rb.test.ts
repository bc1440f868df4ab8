import { expect, test } from "vitest";
import type { Policy } from "../../../src/policies/definition/policy.ts";
import { makePolicy } from "../../../src/policies/make-policy.ts";
import type { Outcome } from "../../../src/problem/outcome.ts";
import { describePolicy } from "../policy-conformance.ts";

describePolicy("ucb-rb", { onList: true, chooses: true });
describePolicy("ucb-rb", {
  request: { options: { init: 1, sharing: "off", variant: "paper", beta: 0.2 } },
  onList: true,
});

const done = (time: number, reward = 1): Outcome => ({ kind: "completed", time, reward });
const cut = (time: number): Outcome => ({ kind: "censored", time });

/** r̂ + c by hand: eqn:emp-rate and eqn:emp-radius, from raw samples. */
function indexByHand(usages: number[], rewards: number[], range: number, n: number, factor: number): number {
  const mean = (list: number[]) => list.reduce((a, b) => a + b, 0) / list.length;
  const variance = (list: number[]) => mean(list.map((x) => (x - mean(list)) ** 2));
  const log = 2.01 * Math.log(n);
  const t = usages.length;
  const radius = (list: number[], bound: number) =>
    (3 * bound * log) / t + Math.sqrt((2 * variance(list) * log) / t);
  const rate = mean(rewards) / mean(usages);
  return rate + (factor * (radius(rewards, 1) + rate * radius(usages, range))) / mean(usages);
}

test("after its initial round it plays the largest index of eqn:emp-radius, worked from the raw trials", () => {
  const policy = makePolicy("ucb-rb", { arms: ["a"], cutoffs: [1, 2, 4], options: { init: 1 } });
  const outcomes: Outcome[] = [cut(1), done(1.5), done(0.3)];
  for (const outcome of outcomes) policy.observe(policy.decide(), outcome);
  // Shared: cutoff 1 has (1,0), (1,0), (0.3,1); cutoff 2 has (1.5,1), (0.3,1); cutoff 4 has (0.3,1).
  const indices = [
    indexByHand([1, 1, 0.3], [0, 0, 1], 1, 3, 1.01),
    indexByHand([1.5, 0.3], [1, 1], 2, 3, 1.01),
    indexByHand([0.3], [1], 4, 3, 1.01),
  ];
  const best = [1, 2, 4][indices.indexOf(Math.max(...indices))];
  expect(policy.decide().cutoff).toBe(best);
});

/** Which of two cutoffs is played, and by which index, after a fixed history. */
function playedAfter(policy: Policy, history: readonly Outcome[]): number {
  for (const outcome of history) policy.observe(policy.decide(), outcome);
  return policy.decide().cutoff;
}

test("E8: the range of a trial includes its reset; leaving it out, as printed, changes what is played", () => {
  // Cutoffs 1 and 10 alternate for 20 rounds; only a cut at 10 needs a long reset, and none was seen.
  const resetting = { known: true, mean: (t: number) => (t > 5 ? 2000 : 0), sample: () => 0 };
  const history = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? done(0.99) : done(4)));
  const indices = (ranges: [number, number]) => [
    indexByHand(Array(20).fill(0.99), Array(20).fill(1), ranges[0], 40, 1.01),
    indexByHand(Array(20).fill(4), Array(20).fill(1), ranges[1], 40, 1.01),
  ];
  const [printedShort, printedLong] = indices([1, 10]);
  const [short, long] = indices([1, 2010]);
  expect(printedShort).toBeGreaterThan(printedLong!);
  expect(long).toBeGreaterThan(short!);
  const played = (variant: string) =>
    playedAfter(
      makePolicy("ucb-rb", {
        arms: [{ name: "a", resetting }],
        cutoffs: [1, 10],
        options: { init: 20, variant, sharing: "off" },
      }),
      history,
    );
  expect(played("paper")).toBe(1);
  expect(played("corrected")).toBe(10);
});

test("E9, alg:ucb-r: the initial trials go round by round over all actions, and every one counts", () => {
  const policy = makePolicy("ucb-rb", { arms: ["a", "b"], cutoffs: [1, 2], options: { init: 2 } });
  const order = Array.from({ length: 8 }, () => {
    const decision = policy.decide();
    policy.observe(decision, cut(decision.cutoff));
    return [decision.arm, decision.cutoff];
  });
  const round = [
    [0, 1],
    [0, 2],
    [1, 1],
    [1, 2],
  ];
  expect(order).toEqual([...round, ...round]);
});

test("E10: an infinite cutoff is refused, with the names of the policies that allow it", () => {
  expect(() => makePolicy("ucb-rb", { arms: ["a"], cutoffs: "1,inf" })).toThrow(
    "ucb-rb: cutoffs must be finite, got inf; use ucb-rm or km-ts, which allow it",
  );
});
