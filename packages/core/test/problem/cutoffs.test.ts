import { expect, test } from "vitest";
import {
  autoCutoffs,
  autoEdges,
  type CutoffSet,
  checkCutoffs,
  geometricCutoffs,
  intervalCutoffs,
  listCutoffs,
  parseCutoffs,
} from "../../src/problem/cutoffs.ts";

test("the paper's nine cutoffs are log:10^-0.5:10^0.5:9", () => {
  const { values } = geometricCutoffs(10 ** -0.5, 10 ** 0.5, 9);
  values.forEach((value, i) => {
    expect(value).toBeCloseTo(10 ** (-0.5 + 0.125 * i), 12);
  });
  expect(values.at(-1)).toBe(10 ** 0.5);
});

test("the automatic grid runs from τ·10⁻⁷, or from the resolution, to τ, ten cutoffs a decade", () => {
  const edges = autoEdges(1000);
  expect(edges[0]).toBeGreaterThanOrEqual(1e-4);
  expect(edges[0]).toBeLessThanOrEqual(1.3e-4);
  expect(edges.at(-1)).toBeGreaterThanOrEqual(1000);
  expect(edges.at(-1)).toBeLessThan(1260);
  expect(edges.length).toBe(70); // 3·log2(10⁷) = 69.8
  expect(autoEdges(1000, 1)[0]).toBe(1);
  expect(autoEdges(1, 50).length).toBe(1);
});

test.each<[string, CutoffSet]>([
  ["auto", { kind: "auto" }],
  ["1, 2,5,inf", { kind: "list", values: [1, 2, 5, Infinity] }],
  ["0.5", { kind: "list", values: [0.5] }],
  ["log:1:4:3", { kind: "list", values: [1, 2, 4] }],
  ["0.1..10", { kind: "interval", low: 0.1, high: 10 }],
  ["1e-3..2", { kind: "interval", low: 0.001, high: 2 }],
])("parseCutoffs reads %s (an interval is that of eqn:compactness)", (text, expected) => {
  expect(parseCutoffs(text)).toEqual(expected);
});

test.each([
  ["", "cutoffs: expected auto, a list such as 1,2,5,inf"],
  ["1,two", 'got "two" in "1,two"'],
  ["2,1", "each must exceed the one before, got 1 after 2 at place 2"],
  ["1,1", "each must exceed the one before, got 1 after 1 at place 2"],
  ["0,1", "each must be above 0, got 0 at place 1"],
  ["log:1:10", "expected log:FROM:TO:COUNT"],
  ["log:10:1:5", "cutoffs: 0 < from < to < ∞ must hold"],
  ["log:1:10:1", "count must be an integer from 2"],
  ["5..1", "0 < low < high < ∞ must hold, got 5..1"],
  ["1..inf", "0 < low < high < ∞ must hold"],
])("parseCutoffs refuses %j", (text, message) => {
  expect(() => parseCutoffs(text)).toThrow(message);
});

test.each<[() => unknown, string]>([
  [() => listCutoffs([]), "the list must hold at least one cutoff, got none"],
  [() => listCutoffs([Number.NaN]), "each must be above 0, got NaN at place 1"],
  [() => intervalCutoffs(0, 1), "0 < low < high < ∞ must hold"],
  [() => autoCutoffs(0), "resolution must be a finite number above 0, got 0"],
  [() => autoEdges(Number.NaN), "horizon must be a finite number above 0, got NaN"],
  [() => checkCutoffs(undefined as never), "kind must be list, interval or auto"],
])("bad sets are refused: %#", (make, message) => {
  expect(make).toThrow(message);
});

test("cutoffs from one end of the numbers to the other are equally far apart, though their ratio is no number", () => {
  const { values } = geometricCutoffs(1e-300, 1e300, 7);
  expect(values.map((value) => Math.round(Math.log10(value)))).toEqual([-300, -200, -100, 0, 100, 200, 300]);
  expect([values[0], values[6]]).toEqual([1e-300, 1e300]);
});
