import type { Decision, Outcome } from "@mulligan/core";
import { expect, test } from "vitest";
import { decisionsOf } from "../../src/sat/decisions.ts";

const CUT: Outcome = { kind: "censored", time: 100 };

/** Every decision is another one, so that it shows when one is used again. */
function learnerOf({ cutoff = 100, inOrder = false } = {}) {
  let asked = 0;
  const policy = {
    decide: (attempt: number): Decision => ({ arm: asked++, cutoff, attempt }),
    observe() {},
    reconsider: (decision: Decision) => decision.cutoff,
    snapshot(): never {
      throw new Error("not asked for");
    },
  };
  return decisionsOf({ policy, relearn() {}, inOrder });
}

const plenty = { trials: Infinity, flips: 5_000 };

test("files at the same attempt share one list, until a try in two hundred was learned from", () => {
  const decisions = learnerOf();
  for (let i = 0; i < 1_000; i++) decisions.observe({ arm: 0, cutoff: 100 }, CUT);
  const list = decisions.ahead(1, plenty);
  expect(decisions.ahead(1, plenty)).toBe(list);
  expect(decisions.ahead(3, plenty)[0]).toBe(list[2]);
  for (let i = 0; i < 4; i++) decisions.observe(list[i], CUT);
  expect(decisions.ahead(1, plenty)).toBe(list);
  decisions.observe(list[4], CUT);
  expect(decisions.ahead(1, plenty)[0]).not.toEqual(list[0]);
});

test("one try is decided at first, then one for every hundred that were made", () => {
  const decisions = learnerOf();
  expect(decisions.ahead(1, plenty)).toHaveLength(1);
  for (let i = 0; i < 1_000; i++) decisions.observe({ arm: 0, cutoff: 100 }, CUT);
  expect(decisions.ahead(1, plenty)).toHaveLength(11);
});

test("no more tries than allowed, and none that begins when the flips are spent", () => {
  const decisions = learnerOf({ cutoff: 400 });
  for (let i = 0; i < 10_000; i++) decisions.observe({ arm: 0, cutoff: 400 }, CUT);
  expect(decisions.ahead(1, { trials: 5, flips: 5_000 })).toHaveLength(5);
  expect(decisions.ahead(2, plenty)).toHaveLength(13);
  expect(decisions.ahead(2, { trials: Infinity, flips: 50_000 })).toHaveLength(101);
});

test("a sequence of which each place is for one file is asked anew every time", () => {
  const decisions = learnerOf({ inOrder: true });
  expect(decisions.ahead(1, { trials: 1, flips: 5_000 })).toMatchObject([{ arm: 0 }]);
  expect(decisions.ahead(1, { trials: 1, flips: 5_000 })).toMatchObject([{ arm: 1 }]);
});
