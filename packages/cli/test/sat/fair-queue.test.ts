import { expect, test } from "vitest";
import { newFairQueue } from "../../src/sat/fair-queue.ts";

const any = () => true;

test("who had less time comes first, and of those that had about as much, who came first", () => {
  const turns = newFairQueue<string>();
  turns.add("long", 1_000_000);
  turns.add("a", 0);
  turns.add("b", 90_000);
  turns.add("longer", 2_000_000);
  turns.add("c", 50_000);
  expect(turns.count).toBe(5);
  expect(turns.all()).toEqual(["a", "b", "c", "long", "longer"]);
  expect(Array.from({ length: 5 }, () => turns.take(any))).toEqual(["a", "b", "c", "long", "longer"]);
  expect([turns.count, turns.take(any)]).toEqual([0, undefined]);
});

test("who may not be taken keeps the place", () => {
  const turns = newFairQueue<string>();
  for (const item of ["a", "b", "c", "d"]) turns.add(item, 0);
  expect(turns.take((item) => item === "c")).toBe("c");
  turns.add("e", 0);
  expect(turns.all()).toEqual(["a", "b", "d", "e"]);
  expect(turns.take((item) => item === "x")).toBeUndefined();
  expect(turns.count).toBe(4);
});

test("whoever doubles the time had before changes places with others once for every doubling", () => {
  const turns = newFairQueue<{ name: string; had: number; turns: number }>();
  for (const name of ["a", "b", "c"]) turns.add({ name, had: 0, turns: 0 }, 0);
  let total = 0;
  const had = () => turns.all().map((item) => item.had);
  while (total < 3 * 100_000 * 2 ** 20) {
    const item = turns.take(any)!;
    const turn = Math.max(100_000, item.had);
    item.had += turn;
    item.turns += 1;
    total += turn;
    turns.add(item, item.had);
    // Nobody is more than a turn ahead of the others.
    expect(Math.max(...had())).toBeLessThanOrEqual(2 * Math.max(100_000, Math.min(...had())));
  }
  expect(turns.all().map((item) => item.turns)).toEqual([21, 21, 21]);
});

test("who comes back to the level from which it was taken goes on before the others", () => {
  const turns = newFairQueue<string>();
  for (const item of ["a", "b", "c"]) turns.add(item, 0);
  expect(turns.take(any)).toBe("a");
  turns.add("a", 60_000);
  expect(turns.all()).toEqual(["a", "b", "c"]);
  expect(turns.take(any)).toBe("a");
  turns.add("a", 120_000);
  expect(turns.all()).toEqual(["b", "c", "a"]);
  expect([turns.take(any), turns.take(any), turns.take(any)]).toEqual(["b", "c", "a"]);
  turns.add("a", 180_000);
  turns.add("b", 180_000);
  expect(turns.all()).toEqual(["a", "b"]);
  // A place before all others is made where none was left.
  expect(turns.take((item) => item === "b")).toBe("b");
  turns.add("b", 190_000);
  expect([turns.all(), turns.count]).toEqual([["b", "a"], 2]);
});
