import { expect, test } from "vitest";
import { exactly } from "../../../src/reproduce/claims/interval.ts";
import { fitGrowth } from "../../../src/reproduce/regret-growth/growth.ts";
import { randomResets, separated, severalArms } from "../../../src/reproduce/regret-growth/problems.ts";
import {
  continuousSharingClaim,
  extensionOf,
  trialBound,
  trialBoundClaim,
} from "../../../src/reproduce/regret-growth/remark-claims.ts";
import { decades } from "../../../src/reproduce/studies/decades.ts";
import { regretPath } from "../../../src/reproduce/studies/regret-path.ts";

const one = { times: [400], seed: 3, from: 0, to: 1 };

test("an extension holds for a logarithm, fails for a root, and is open in between", () => {
  const times = decades(4, 6, 4);
  const fits = fitGrowth(times, times.map(Math.log));
  const verdict = (low: number, high: number) =>
    extensionOf("a", "b", { estimate: (low + high) / 2, low, high }, fits).verdict;
  expect(verdict(0.8, 1.2)).toBe("holds");
  expect(verdict(3, 4)).toBe("does not hold");
  expect(verdict(1, 3)).toBe("open");
});

test("on three arms a slower one is never the best: all its trials lose", () => {
  const [path] = regretPath.play({ ...severalArms, policy: "ucb-rb", options: { init: 1 }, ...one });
  expect(path.above[0]).toBeGreaterThanOrEqual(8);
  const [alone] = regretPath.play({ ...separated, policy: "fixed", options: { cutoff: 1 }, ...one });
  expect(alone).toEqual({ regret: [0], below: [0], above: [0] });
});

test("random resets are drawn and counted: fewer trials fit into the same time", () => {
  const policy = { policy: "fixed", options: { cutoff: 2 }, ...one };
  const [without] = regretPath.play({ ...separated, ...policy });
  const [with_] = regretPath.play({ ...randomResets, ...policy });
  expect(with_.above[0]).toBeLessThan(without.above[0]);
});

test("sharing in UCB-RC must lower the regret", () => {
  const at = (...regrets: number[]) =>
    regrets.map((regret) => ({ regret: [regret], below: [0], above: [0] }));
  expect(continuousSharingClaim(at(10, 11, 9), at(20, 21, 22), 1e5).verdict).toBe("holds");
  expect(continuousSharingClaim(at(20, 21, 22), at(10, 11, 9), 1e5).verdict).toBe("does not hold");
  expect(continuousSharingClaim(at(10, 20, 30), at(30, 20, 11), 1e5).verdict).toBe("open");
});

test("the trials that the lemma allows can be exceeded, or be more than there are", () => {
  const bound = { allowed: 100, possible: 1000 };
  expect(trialBoundClaim(exactly(50), bound).verdict).toBe("holds");
  expect(trialBoundClaim(exactly(150), bound).verdict).toBe("does not hold");
  expect(trialBoundClaim(exactly(50), { allowed: 2000, possible: 1000 }).verdict).toBe("vacuous");
  const set = { ...separated, policy: "ucb-rb", options: {}, times: [1e6], seed: 1, runs: 1 };
  expect(trialBound({ set }).allowed).toBeGreaterThan(0);
});
