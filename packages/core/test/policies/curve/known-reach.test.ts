import { expect, test } from "vitest";
import { KnownReach } from "../../../src/policies/curve/known-reach.ts";

const edges = Float64Array.from([1, 2, 4, 8, 16]);

test("beyond twice the longest completion only half of the time may go; worked by hand", () => {
  const reach = new KnownReach("test");
  reach.observe({ kind: "censored", time: 16 }, 16);
  expect(reach.count(edges)).toBe(5); // nothing has completed: there is no reach yet
  reach.observe({ kind: "completed", time: 2, reward: 1 }, 2);
  expect(reach.count(edges)).toBe(5);
  reach.observe({ kind: "censored", time: 8 }, 8); // 8 of 10
  expect(reach.count(edges)).toBe(3);
  for (let n = 0; n < 3; n++) reach.observe({ kind: "censored", time: 2 }, 2); // 8 of 16
  expect(reach.count(edges)).toBe(5);
  expect(new KnownReach("test", reach.save()).count(edges)).toBe(5);
});

test("a longer completion carries the reach along", () => {
  const reach = new KnownReach("test", [2, 10, 8]);
  expect(reach.count(edges)).toBe(3);
  reach.observe({ kind: "completed", time: 5, reward: 1 }, 0.1);
  expect(reach.count(edges)).toBe(4);
});
