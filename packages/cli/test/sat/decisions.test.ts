import type { Decision, Outcome } from "@mulligan/core";
import type { DecisionContext } from "@mulligan/core/policies";
import { expect, test } from "vitest";
import { decisionsOf } from "../../src/sat/decisions.ts";

const CUT: Outcome = { kind: "censored", time: 100 };

/** Every decision is another one, so that it shows when one is used again. */
function learnerOf({ cutoff = 100, inOrder = false } = {}) {
  let asked = 0;
  const policy = {
    decide: ({ attempt = 1 }: DecisionContext = {}): Decision => ({
      arm: asked++,
      cutoff,
      attempt,
    }),
    observe() {},
    reconsider: (decision: Decision) => decision.cutoff,
    snapshot(): never {
      throw new Error("not asked for");
    },
  };
  return decisionsOf({ policy, relearn() {}, inOrder });
}

const plenty = { trials: Infinity, flips: 5_000 };

test("files that were never tried share one list, until a try in two hundred was learned from", () => {
  const decisions = learnerOf();
  for (let i = 0; i < 1_000; i++) decisions.observe("a", { arm: 0, cutoff: 100 }, CUT);
  const list = decisions.ahead(1, plenty, "a");
  expect(decisions.ahead(1, plenty, "a")).toBe(list);
  expect(decisions.ahead(3, plenty, "a")[0]).not.toEqual(list[2]);
  for (let i = 0; i < 4; i++) decisions.observe("a", list[i], CUT);
  expect(decisions.ahead(1, plenty, "a")).toBe(list);
  decisions.observe("a", list[4], CUT);
  expect(decisions.ahead(1, plenty, "a")[0]).not.toEqual(list[0]);
});

test("one try is decided at first, then one for every hundred that were made", () => {
  const decisions = learnerOf();
  expect(decisions.ahead(1, plenty, "a")).toHaveLength(1);
  for (let i = 0; i < 1_000; i++) decisions.observe("a", { arm: 0, cutoff: 100 }, CUT);
  expect(decisions.ahead(1, plenty, "a")).toHaveLength(11);
});

test("no more tries than allowed, and none that begins when the flips are spent", () => {
  const decisions = learnerOf({ cutoff: 400 });
  for (let i = 0; i < 10_000; i++) decisions.observe("a", { arm: 0, cutoff: 400 }, CUT);
  expect(decisions.ahead(1, { trials: 5, flips: 5_000 }, "a")).toHaveLength(5);
  expect(decisions.ahead(2, plenty, "a")).toHaveLength(13);
  expect(decisions.ahead(2, { trials: Infinity, flips: 50_000 }, "a")).toHaveLength(101);
});

test("a sequence of which each place is for one file is asked anew every time", () => {
  const decisions = learnerOf({ inOrder: true });
  expect(decisions.ahead(1, { trials: 1, flips: 5_000 }, "a")).toMatchObject([{ arm: 0 }]);
  expect(decisions.ahead(1, { trials: 1, flips: 5_000 }, "a")).toMatchObject([{ arm: 1 }]);
});

test("a file that was tried before is decided for by its name, and learned from by it", () => {
  const [asked, seen]: [unknown[], unknown[]] = [[], []];
  const policy = {
    decide({ attempt = 1, task }: DecisionContext = {}): Decision {
      asked.push(task);
      return { arm: 0, cutoff: 10, attempt };
    },
    reconsider: (decision: Decision) => decision.cutoff,
    observe: ({ task }: Decision) => void seen.push(task),
    snapshot(): never {
      throw new Error("not asked for");
    },
  };
  const decisions = decisionsOf({ policy, relearn: (trial) => void seen.push(trial), inOrder: false });
  decisions.ahead(1, plenty, "1:a.cnf");
  const [second] = decisions.ahead(2, plenty, "1:a.cnf");
  expect(asked).toEqual([undefined, "1:a.cnf"]);
  decisions.observe("1:a.cnf", second, CUT);
  const trial = { input: "a.cnf", occurrence: 1, ...second, seed: 1, outcome: CUT };
  decisions.relearn(trial);
  expect(seen).toEqual(["1:a.cnf", { ...trial, task: "1:a.cnf" }]);
});
