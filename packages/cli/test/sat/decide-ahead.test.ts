import type { Decision } from "@mulligan/core";
import type { DecisionContext } from "@mulligan/core/policies";
import { expect, test } from "vitest";
import { decideAhead } from "../../src/sat/decide-ahead.ts";

/** Every decision is another one, so that it shows when one is used again. */
function learnerOf({ cutoff = 100, inOrder = false } = {}) {
  let asked = 0;
  const policy = {
    observed: 0,
    decide: ({ attempt = 1 }: DecisionContext = {}): Decision => ({ arm: asked++, cutoff, attempt }),
    observe() {},
    reconsider: (decision: Decision) => decision.cutoff,
    snapshot(): never {
      throw new Error("not asked for");
    },
  };
  return { policy, decide: decideAhead({ policy, inOrder }) };
}

const plenty = { trials: Infinity, flips: 5_000 };

test("files that were never tried share one list, until a try in two hundred was learned from", () => {
  const { policy, decide } = learnerOf();
  policy.observed = 1_000;
  const list = decide(1, plenty, "a");
  expect(decide(1, plenty, "a")).toBe(list);
  expect(decide(3, plenty, "a")[0]).not.toEqual(list[2]);
  policy.observed += 4;
  expect(decide(1, plenty, "a")).toBe(list);
  policy.observed += 1;
  expect(decide(1, plenty, "a")[0]).not.toEqual(list[0]);
});

test("one try is decided at first, then one for every hundred that were made", () => {
  const { policy, decide } = learnerOf();
  expect(decide(1, plenty, "a")).toHaveLength(1);
  policy.observed = 1_000;
  expect(decide(1, plenty, "a")).toHaveLength(11);
});

test("no more tries than allowed, and none that begins when the flips are spent", () => {
  const { policy, decide } = learnerOf({ cutoff: 400 });
  policy.observed = 10_000;
  expect(decide(1, { trials: 5, flips: 5_000 }, "a")).toHaveLength(5);
  expect(decide(2, plenty, "a")).toHaveLength(13);
  expect(decide(2, { trials: Infinity, flips: 50_000 }, "a")).toHaveLength(101);
});

test("a sequence of which each place is for one file is asked anew every time", () => {
  const { decide } = learnerOf({ inOrder: true });
  expect(decide(1, { trials: 1, flips: 5_000 }, "a")).toMatchObject([{ arm: 0 }]);
  expect(decide(1, { trials: 1, flips: 5_000 }, "a")).toMatchObject([{ arm: 1 }]);
});

test("a file that was tried before is decided for by its name", () => {
  const asked: unknown[] = [];
  const { policy } = learnerOf();
  const named = {
    ...policy,
    decide({ attempt = 1, task }: DecisionContext = {}): Decision {
      asked.push(task);
      return { arm: 0, cutoff: 10, attempt };
    },
  };
  const decide = decideAhead({ policy: named, inOrder: false });
  decide(1, plenty, "1:a.cnf");
  decide(2, plenty, "1:a.cnf");
  expect(asked).toEqual([undefined, "1:a.cnf"]);
});
