import { expect, test } from "vitest";
import { KnownReach } from "../../../src/policies/curve/scale-search.ts";

const edges = Float64Array.from([1, 2, 4, 8, 16]);

test("beyond twice the longest completion only half of the time may go, the next trial included; worked by hand", () => {
  const reach = new KnownReach("test");
  reach.observe({ kind: "censored", time: 16 }, 16);
  expect(reach.count(edges)).toBe(5); // nothing has completed: there is no reach yet
  reach.observe({ kind: "completed", time: 2, reward: 1 }, 2);
  expect(reach.count(edges)).toBe(3); // up to 4
  for (let n = 0; n < 8; n++) reach.observe({ kind: "censored", time: 2 }, 2); // 18: up to 9
  expect(reach.count(edges)).toBe(4);
  reach.observe({ kind: "censored", time: 8 }, 8); // 8 of 26: 5 are left
  expect(reach.count(edges)).toBe(3);
  for (let n = 0; n < 11; n++) reach.observe({ kind: "censored", time: 2 }, 2); // 8 of 48: 16 are left
  expect(reach.count(edges)).toBe(5);
  expect(new KnownReach("test", reach.save()).count(edges)).toBe(5);
});

test("a longer completion carries the reach along", () => {
  const reach = new KnownReach("test", [2, 10, 8]);
  expect(reach.count(edges)).toBe(3);
  reach.observe({ kind: "completed", time: 5, reward: 1 }, 0.1);
  expect(reach.count(edges)).toBe(4);
});
