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

test("before each new rung the lower ones are tried again: 1 2 1 4 1 1 2 8 …, worked by hand", () => {
  expect(climb(16)).toEqual([1, 2, 1, 4, 1, 1, 2, 8, 1, 1, 1, 1, 2, 2, 4, 16]);
});

test("the way to a rung costs at most half its time for each rung below it, and itself", () => {
  const cutoffs = climb(3_000);
  let spent = 0;
  let longest = 0;
  for (const cutoff of cutoffs) {
    spent += cutoff;
    if (cutoff > longest) {
      longest = cutoff;
      expect(spent).toBeLessThanOrEqual(longest * (2 + Math.log2(longest) / 2));
    }
  }
  expect(longest).toBe(2 ** 20);
});

test("a rung far below is tried 64 times and no more, so that a million times the scale takes some hundred trials", () => {
  const cutoffs = climb(1_200);
  expect(cutoffs.filter((cutoff) => cutoff === 1)).toHaveLength(64);
  expect(Math.max(...cutoffs)).toBe(2 ** 20);
});

test("where nothing ever completes it ends at the longest cutoff", () => {
  expect(climb(5_000).slice(-10)).toEqual(Array.from({ length: 10 }, () => 2 ** 20));
});

test("trials that were cut short of the first rung say nothing, and a saved ladder goes on", () => {
  const rungs = new ColdRungs("test", range);
  rungs.cut(0.5);
  expect(rungs.cutoff()).toBe(1);
  climb(9, rungs);
  expect(climb(7, new ColdRungs("test", range, rungs.save()))).toEqual(climb(16).slice(9));
});
