import fc from "fast-check";
import { expect, test } from "vitest";
import type { Outcome } from "../../src/problem/outcome.ts";
import {
  COMPLETED,
  FIELDS,
  meanTimeOf,
  ProductLimit,
  ProductLimitScan,
} from "../../src/statistics/product-limit.ts";

const completed = (time: number, reward = 1): Outcome => ({ kind: "completed", time, reward });
const censored = (time: number): Outcome => ({ kind: "censored", time });

function survivalOf(cells: ProductLimit): number[] {
  const atRisk = new Float64Array(cells.edges.length);
  cells.atRisk(atRisk);
  let survival = 1;
  return Array.from(cells.edges, (_, cell) => {
    const hazard = atRisk[cell] > 0 ? cells.rows[cell * FIELDS + COMPLETED] / atRisk[cell] : 0;
    survival *= 1 - hazard;
    return survival;
  });
}

test("Kaplan–Meier on the 6-MP remission times of Freireich et al. (1963), as every textbook prints it", () => {
  const ended = [6, 6, 6, 7, 10, 13, 16, 22, 23];
  const still = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35];
  const cells = new ProductLimit(
    Float64Array.from([6, 7, 9, 10, 11, 13, 16, 17, 19, 20, 22, 23, 25, 32, 34, 35]),
  );
  for (const time of ended) cells.observe(completed(time));
  for (const time of still) cells.observe(censored(time));
  const survival = survivalOf(cells);
  const at = (time: number) => survival[cells.edges.indexOf(time)];
  expect(at(6)).toBeCloseTo(0.857, 3);
  expect(at(7)).toBeCloseTo(0.807, 3);
  expect(at(10)).toBeCloseTo(0.753, 3);
  expect(at(13)).toBeCloseTo(0.69, 3);
  expect(at(16)).toBeCloseTo(0.627, 3);
  expect(at(22)).toBeCloseTo(0.538, 3);
  expect(at(23)).toBeCloseTo(0.448, 3);
});

test("a trial cut early is at risk below its cut only; worked by hand", () => {
  const cells = new ProductLimit(Float64Array.from([1, 2, 4]));
  cells.observe(completed(0.5));
  cells.observe(censored(2)); // saw cells 1 and 2 through
  cells.observe(censored(3)); // left inside the third cell: says nothing about it
  cells.observe(completed(3.5));
  cells.observe(completed(9)); // past the last edge: survived all three
  cells.observe(censored(0.5)); // saw no cell through
  const atRisk = new Float64Array(3);
  cells.atRisk(atRisk);
  expect([...atRisk]).toEqual([5, 4, 2]);
  expect(survivalOf(cells)).toEqual([4 / 5, 4 / 5, 2 / 5]);
  expect(cells.completed).toBe(2);
});

test("the mean time of a cell is that of its completions, else its middle, or twice its start if it has no end", () => {
  expect(meanTimeOf(4, 10, 2, 4)).toBe(2.5);
  expect(meanTimeOf(0, 0, 2, 4)).toBe(3);
  expect(meanTimeOf(0, 0, 2, Infinity)).toBe(4);
});

test("a cell of two atoms is divided exactly, and its cuts stay at its end; by hand", () => {
  const cells = new ProductLimit(Float64Array.of(1, 4, 8));
  for (const [time, reward] of [
    [1.5, 1],
    [1.5, 1],
    [3, 0.5],
    [3, 0.5],
  ])
    cells.observe(completed(time, reward));
  cells.observe(censored(4));
  cells.observe(censored(2)); // inside the cell: it has survived the first one
  cells.split(1, 2, 1.5, 3);
  expect([...cells.edges]).toEqual([1, 2, 4, 8]);
  expect([...cells.rows.slice(4, 8)]).toEqual([2, 2, 3, 1.5]);
  expect([...cells.rows.slice(8, 12)]).toEqual([2, 3, 6, 1.5]);
  const atRisk = new Float64Array(4);
  cells.atRisk(atRisk);
  expect([...atRisk]).toEqual([6, 5, 3, 0]);
});

test("dividing a cell changes no sum, wherever its completions are", () => {
  const times = fc.array(fc.double({ min: 1.01, max: 4, noNaN: true }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(times, fc.double({ min: 1.1, max: 3.9, noNaN: true }), (all, edge) => {
      const cells = new ProductLimit(Float64Array.of(1, 4));
      for (const time of all) cells.observe(completed(time));
      cells.observe(censored(4));
      const before = [...cells.rows.slice(4, 8)];
      cells.split(1, edge, Math.min(...all), Math.max(...all));
      before.forEach((value, field) => {
        expect(cells.rows[4 + field] + cells.rows[8 + field]).toBeCloseTo(value, 9);
      });
      expect(cells.rows.every((value) => value >= -1e-9)).toBe(true);
    }),
  );
});

test("two cells worked by hand: a quarter ends at 1 with reward 1, half of the rest at 3 with reward ½", () => {
  const scan = new ProductLimitScan();
  scan.complete(1 / 4, 1, 1, 1);
  expect([scan.survival, scan.reward, scan.time]).toEqual([3 / 4, 1 / 4, 1 / 4]);
  expect(scan.usage(2)).toBe(1 / 4 + (3 / 4) * 2);
  scan.complete(3 / 8, 1, 3, 1 / 2);
  expect([scan.survival, scan.reward, scan.time]).toEqual([3 / 8, 7 / 16, 11 / 8]);
});

test("a trial cut inside a cell leaves that cell out also if it completed there", () => {
  const cells = new ProductLimit(Float64Array.of(1, 2, 4));
  cells.observeUpToCutoff(completed(2.5), 3); // it might have been cut at 3, inside the third cell
  cells.observeUpToCutoff(completed(2.5), 4);
  cells.observeUpToCutoff(completed(0.5), 0.8); // inside the first cell
  cells.observeUpToCutoff(censored(1.5), 4); // stopped before its cutoff
  const atRisk = new Float64Array(3);
  cells.atRisk(atRisk);
  expect([[...atRisk], cells.completed]).toEqual([[3, 2, 1], 1]);
});
