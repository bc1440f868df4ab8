import { expect, test } from "vitest";
import { ColdRungs } from "../../../src/policies/curve/cold-rungs.ts";
import { latticeCell } from "../../../src/problem/lattice.ts";

const range = { first: latticeCell(1), last: latticeCell(2 ** 20) };

/** The cutoffs of the first so many trials, none of which completes. */
function climb(trials: number, rungs = new ColdRungs("test", range)): number[] {
  return Array.from({ length: trials }, () => {
    const cutoff = rungs.cutoff();
    rungs.cut(cutoff);
    return cutoff;
  });
}

test("before each new rung the lower ones are tried again: 1 1 4, six times 1, 4 16 …, worked by hand", () => {
  expect(climb(11)).toEqual([1, 1, 4, 1, 1, 1, 1, 1, 1, 4, 16]);
});

test("the way to a rung and its first trial cost at most 3.1 times the rung, and a million times the scale some 2,300 trials", () => {
  const cutoffs = climb(2_300);
  let spent = 0;
  let longest = 0;
  for (const cutoff of cutoffs) {
    spent += cutoff;
    if (cutoff <= longest) continue;
    longest = cutoff;
    expect(spent).toBeLessThanOrEqual(3.1 * longest);
  }
  expect(longest).toBe(2 ** 20);
});

test("where nothing ever completes it ends at the longest cutoff", () => {
  expect(climb(20_000).slice(-10)).toEqual(Array.from({ length: 10 }, () => 2 ** 20));
});

test("trials that were cut short of the first rung say nothing, and a saved ladder goes on", () => {
  const rungs = new ColdRungs("test", range);
  rungs.cut(0.5);
  expect(rungs.cutoff()).toBe(1);
  climb(9, rungs);
  expect(climb(7, new ColdRungs("test", range, rungs.save()))).toEqual(climb(16).slice(9));
});

test("rungs shorter than the resetting time are left out", () => {
  const rungs = new ColdRungs("test", range);
  const cutoffs = Array.from({ length: 4 }, () => {
    const cutoff = rungs.cutoff(() => 10);
    rungs.cut(cutoff);
    return cutoff;
  });
  expect(cutoffs).toEqual([16, 16, 64, 16]);
});
