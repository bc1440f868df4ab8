import fc from "fast-check";
import { expect, test } from "vitest";
import {
  cellOf,
  countUpTo,
  latticeCell,
  latticeEdge,
  latticeEdges,
  outlivedCell,
} from "../../src/problem/lattice.ts";

test("edges are powers of 2^(1/3): 1, 1.26, 1.587, 2", () => {
  expect([...latticeEdges(0, 3)]).toEqual([1, 1.2599210498948732, 1.5874010519681994, 2]);
  expect(latticeEdge(-3)).toBe(0.5);
});

test("a time lies in exactly one cell", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-90, max: 1e90, noNaN: true }), (time) => {
      const cell = latticeCell(time);
      expect(latticeEdge(cell)).toBeGreaterThanOrEqual(time);
      expect(latticeEdge(cell - 1)).toBeLessThan(time);
    }),
  );
});

test.each([0, -1, Number.NaN, Infinity])("latticeCell refuses %d", (time) => {
  expect(() => latticeCell(time)).toThrow("latticeCell: time must be a finite number above 0");
});

test("a trial that was cut at an edge outlived its cell, even if the clock was a hair early", () => {
  for (let cell = -300; cell <= 300; cell++) {
    expect(outlivedCell(latticeEdge(cell))).toBe(cell);
    expect(outlivedCell(latticeEdge(cell) * (1 - 1e-10))).toBe(cell);
    expect(outlivedCell(latticeEdge(cell) * (1 - 1e-6))).toBe(cell - 1);
  }
});

test("no cell is a negative zero, which a snapshot would lose", () => {
  for (const time of [0.8, 0.99, 1]) expect(Object.is(latticeCell(time), 0)).toBe(true);
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
