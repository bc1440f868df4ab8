import { expect, test } from "vitest";
import { KnownReach, RungSearch } from "../../../src/policies/product-limit/scale-search.ts";
import { latticeCell } from "../../../src/problem/lattice.ts";
import type { Outcome } from "../../../src/problem/outcome.ts";

const edges = Float64Array.from([1, 2, 4, 8, 16]);

/** A trial of the only arm. */
function see(reach: KnownReach, outcome: Outcome): void {
  reach.observe(outcome, outcome.time);
  reach.pass(outcome.time);
}

test("beyond twice the longest completion only half of the time may go, the next trial included; worked by hand", () => {
  const reach = new KnownReach("test");
  see(reach, { kind: "censored", time: 16 });
  expect(reach.count(edges)).toBe(5); // nothing has completed: there is no reach yet
  see(reach, { kind: "completed", time: 2, reward: 1 });
  expect(reach.count(edges)).toBe(3); // up to 4
  for (let n = 0; n < 8; n++) see(reach, { kind: "censored", time: 2 }); // 18: up to 9
  expect(reach.count(edges)).toBe(4);
  see(reach, { kind: "censored", time: 8 }); // 8 of 26: 5 are left
  expect(reach.count(edges)).toBe(3);
  for (let n = 0; n < 11; n++) see(reach, { kind: "censored", time: 2 }); // 8 of 48: 16 are left
  expect(reach.count(edges)).toBe(5);
  expect(new KnownReach("test", reach.save()).count(edges)).toBe(5);
});

const range = { first: latticeCell(1), last: latticeCell(2 ** 20) };

/** The cutoffs of the first so many trials, none of which completes. */
function climb(trials: number, rungs = new RungSearch("test", range)): number[] {
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

test("trials that were cut short of the first rung say nothing, and a saved ladder goes on", () => {
  const rungs = new RungSearch("test", range);
  rungs.cut(0.5);
  expect(rungs.cutoff()).toBe(1);
  climb(9, rungs);
  expect(climb(7, new RungSearch("test", range, rungs.save()))).toEqual(climb(16).slice(9));
});

test("rungs shorter than the resetting time are left out", () => {
  const rungs = new RungSearch("test", range);
  const cutoffs = Array.from({ length: 4 }, () => {
    const cutoff = rungs.cutoff(() => 10);
    rungs.cut(cutoff);
    return cutoff;
  });
  expect(cutoffs).toEqual([16, 16, 64, 16]);
});
