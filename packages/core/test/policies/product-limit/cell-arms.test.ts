import { expect, test } from "vitest";
import { CellArms } from "../../../src/policies/product-limit/cell-arms.ts";
import { noResetting } from "../../../src/problem/arm.ts";
import { autoCutoffs } from "../../../src/problem/cutoffs.ts";
import { latticeCell, latticeEdge } from "../../../src/problem/lattice.ts";
import { stream } from "../../../src/random/stream.ts";

const setup = {
  arms: [{ name: "a", resetting: noResetting }],
  cutoffs: autoCutoffs(0.01),
  horizon: 1_000,
  random: stream(1, "unused"),
};

/** An arm that knows of one long trial and of these completions. */
function armOf(times: readonly number[]) {
  const learned = new CellArms("test", setup, undefined, true);
  learned.observe(0, { kind: "censored", time: 10 });
  for (const time of times) learned.observe(0, { kind: "completed", time, reward: 1 });
  return learned.evidence(0);
}

test("eight completions at one time divide their cell, until an edge is at that time", () => {
  const ofSeven = armOf(Array.from({ length: 7 }, () => 1.03));
  expect(ofSeven.cells.edges).not.toContain(1.03);
  const { cells, atRisk } = armOf(Array.from({ length: 8 }, () => 1.03));
  const place = cells.edges.indexOf(1.03);
  expect(cells.edges[place - 1]).toBeGreaterThan(1);
  // All eight are in the cell before it, at their own time, and only the cut trial goes on.
  expect([...cells.rows.slice(4 * place, 4 * place + 2), atRisk[place + 1]]).toEqual([8, 8, 1]);
});

test("the next edge behind a peak of 2% is at most 3% behind it", () => {
  const { cells } = armOf(Array.from({ length: 400 }, (_, n) => 1.0692 + 0.0216 * ((n * 0.618) % 1)));
  const behind = cells.edges.find((edge) => edge >= 1.0908)!;
  expect(behind / 1.0908).toBeLessThan(1.03);
});

test("a flat stretch keeps few cells: none with less than a twentieth of the completions is divided", () => {
  const random = stream(2, "flat");
  const { cells } = armOf(Array.from({ length: 5_000 }, () => 2 ** (10 * random.uniform() - 5)));
  // The ten octaves have thirty cells, of about a thirtieth each, and 30 without completions; the first ones are divided while there are few trials.
  expect(cells.edges.length).toBeLessThan(100);
});

test("cells grow by an octave beyond what was reached, and never past the end of the range", () => {
  const learned = new CellArms("test", setup, undefined, true);
  const last = () => learned.edges[learned.edges.length - 1];
  expect(last()).toBe(latticeEdge(latticeCell(0.01) + 9));
  learned.observe(0, { kind: "censored", time: 1 });
  expect(last()).toBe(2);
  learned.observe(0, { kind: "censored", time: latticeEdge(latticeCell(1_000)) });
  expect(last()).toBe(latticeEdge(latticeCell(1_000)));
});

test("trials that complete at once do not divide the first cell for ever", () => {
  expect(armOf(Array.from({ length: 100 }, () => 0)).cells.edges[0]).toBe(latticeEdge(latticeCell(0.01)));
});
