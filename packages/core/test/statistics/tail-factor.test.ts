import { expect, test } from "vitest";
import { stream } from "../../src/random/stream.ts";
import { tailFactor } from "../../src/statistics/tail-factor.ts";

const rules = { exceeded: 0.001, prior: 0.25 };

test("without any tail the prior has index 1: f = 1/(exceeded · rounds)", () => {
  expect(tailFactor([7], { ...rules, count: 1, rounds: 1 })).toBeCloseTo(1_000, 6);
  expect(tailFactor([7], { ...rules, count: 1, rounds: 50 })).toBeCloseTo(20, 6);
});

test("a fifth of what was seen is the tail: of ten times two, against the third", () => {
  const longest = [8, 4, 2, 1, 1, 1, 1, 1, 1, 1];
  const index = (Math.log(4) + Math.log(2) + 0.25) / 2.25;
  expect(tailFactor(longest, { ...rules, count: 10, rounds: 10 })).toBeCloseTo(100 ** index, 9);
});

test("of 2,000 rounds with a Pareto tail, about one in a thousand exceeds the factor times the longest of 100", () => {
  // Seeded. 20 are expected of 20,000; by Hill's error some more. Beyond 60 with a chance below one in a million.
  let beyond = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const random = stream(seed, "tail");
    const draw = () => (1 - random.uniform()) ** (-1 / 2);
    const longest = Array.from({ length: 100 }, draw).sort((a, b) => b - a);
    const limit = longest[0] * tailFactor(longest, { ...rules, count: 100, rounds: 100 });
    for (let i = 0; i < 1_000; i++) if (draw() > limit) beyond += 1;
  }
  expect(beyond).toBeLessThan(60);
});
