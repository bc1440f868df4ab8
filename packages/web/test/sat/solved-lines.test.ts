import { expect, test } from "vitest";
import { solvedLines } from "../../src/sat/curves.ts";

test("a line counts what was solved by then, and ends with its contestant", () => {
  const { places, counts } = solvedLines([[0, 10, 30], [240]], [30, undefined], 240);
  expect(places).toHaveLength(241);
  const at = (place: number) => counts.map((line) => line[places.indexOf(place)]);
  expect(at(0)).toEqual([1, 0]);
  expect(at(9)).toEqual([1, 0]);
  expect(at(10)).toEqual([2, 0]);
  expect(at(30)).toEqual([3, 0]);
  expect(at(31)).toEqual([null, 0]);
  expect(at(240)).toEqual([null, 1]);
});

test("an end between two places is a place of its own, so that the last one solved is seen", () => {
  const { places, counts } = solvedLines([[7.5]], [7.5], 240);
  expect(counts[0][places.indexOf(7.5)]).toBe(1);
});
