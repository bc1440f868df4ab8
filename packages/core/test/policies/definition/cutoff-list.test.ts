import { expect, test } from "vitest";
import { cutoffList } from "../../../src/policies/definition/cutoff-list.ts";
import { makePolicy } from "../../../src/policies/make-policy.ts";
import { policies } from "../../../src/policies/registry.ts";
import { checkArms } from "../../../src/problem/arm.ts";
import { intervalCutoffs } from "../../../src/problem/cutoffs.ts";
import { stream } from "../../../src/random/stream.ts";

const listOf = (low: number, high: number) => [
  ...cutoffList("any", {
    arms: checkArms(["a"]),
    cutoffs: intervalCutoffs(low, high),
    random: stream(1, "test"),
  }),
];

test("an interval is the grid of powers of 2^(1/3) from one end to the other, both ends with it", () => {
  const [third, twoThirds] = [2 ** (1 / 3), 2 ** (2 / 3)];
  expect(listOf(1, 4)).toEqual([1, third, twoThirds, 2, 2 * third, 2 * twoThirds, 4]);
  expect(listOf(1.1, 1.5)).toEqual([1.1, third, 1.5]);
  expect(listOf(1.05, 1.1)).toEqual([1.05, 1.1]);
});

/** Those that choose from the cutoffs they are given; `static` needs the laws. */
const choosing = policies.filter(({ name }) =>
  ["km-ts", "km-ucb", "ucb-rb", "ucb-rm", "ucb-rc", "imed", "bts"].includes(name),
);

test.each(choosing)("$name takes an interval, and cuts nowhere else", (definition) => {
  const policy = makePolicy(definition, { arms: ["a"], cutoffs: "5..20", seed: 1 });
  const tasks = makePolicy(definition, { arms: ["a"], cutoffs: "5..20", seed: 1, mode: "retry" });
  for (let i = 0; i < 50; i++) {
    for (const decision of [policy.decide(), tasks.decide()]) {
      expect(decision.cutoff).toBeGreaterThanOrEqual(5);
      expect(decision.cutoff).toBeLessThanOrEqual(20);
    }
    const decision = policy.decide();
    const time = 1 + ((i * 7) % 23);
    policy.observe(
      decision,
      time <= decision.cutoff
        ? { kind: "completed", time, reward: 1 }
        : { kind: "censored", time: decision.cutoff },
    );
  }
});
