import fc from "fast-check";
import { expect, test } from "vitest";
import { cellOf, countUpTo } from "../../src/problem/lattice.ts";

test("a time on an edge is in the cell below it, and has passed it", () => {
  const edges = Float64Array.from([1, 2, 4]);
  expect([0.5, 1, 1.5, 4, 5].map((time) => cellOf(edges, time))).toEqual([0, 0, 1, 2, 3]);
  expect([0.5, 1, 1.5, 4, 5].map((time) => countUpTo(edges, time))).toEqual([0, 1, 1, 3, 3]);
});

test("both count as a look at every time would", () => {
  const time = fc.integer({ min: 0, max: 9 });
  fc.assert(
    fc.property(fc.array(time), time, (list, limit) => {
      const sorted = Float64Array.from(list).sort();
      expect(cellOf(sorted, limit)).toBe(list.filter((value) => value < limit).length);
      expect(countUpTo(sorted, limit)).toBe(list.filter((value) => value <= limit).length);
    }),
  );
});
