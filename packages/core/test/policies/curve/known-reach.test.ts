import { expect, test } from "vitest";
import { KnownReach } from "../../../src/policies/curve/scale-search.ts";
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

test("a longer completion carries the reach along", () => {
  const reach = new KnownReach("test", [2, 10, 8]);
  expect(reach.count(edges)).toBe(3);
  see(reach, { kind: "completed", time: 5, reward: 1 });
  expect(reach.count(edges)).toBe(4);
});

test("time of other arms widens it too, by this arm's part", () => {
  const reach = new KnownReach("test");
  see(reach, { kind: "completed", time: 1, reward: 1 });
  expect(reach.count(edges)).toBe(2);
  reach.pass(31); // 32 so far: up to 16
  expect(reach.count(edges)).toBe(5);
});
