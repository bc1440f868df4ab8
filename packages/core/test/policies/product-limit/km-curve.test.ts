import { expect, test } from "vitest";
import { curveOf, drawCurve } from "../../../src/policies/product-limit/km-curve.ts";
import { stream } from "../../../src/random/stream.ts";
import { ProductLimit } from "../../../src/statistics/product-limit.ts";

/** Means of ρ over so many draws, cell by cell; a draw in which a cell has no mass tells nothing of it. */
function meanRewards(cells: ProductLimit, draws: number): number[] {
  const random = stream(1, "curves");
  const atRisk = new Float64Array(cells.edges.length);
  cells.atRisk(atRisk);
  const curve = curveOf(cells.edges.length);
  const sums = Array.from(cells.edges, () => ({ sum: 0, count: 0 }));
  for (let n = 0; n < draws; n++) {
    const draw = { evidence: { cells, atRisk }, usage: cells.edges, strength: 20, unit: 1 };
    drawCurve(random, draw, curve);
    sums.forEach((cell, place) => {
      const mass = (place === 0 ? 1 : curve.survival[place - 1]) - curve.survival[place];
      if (mass < 1e-6) return;
      cell.sum += (curve.reward[place] - (place === 0 ? 0 : curve.reward[place - 1])) / mass;
      cell.count += 1;
    });
  }
  return sums.map(({ sum, count }) => sum / count);
}

function cellsOf(edges: readonly number[], completed: readonly [time: number, rewards: readonly number[]][]) {
  const cells = new ProductLimit(Float64Array.from(edges));
  for (const [time, rewards] of completed) {
    for (const reward of rewards) cells.observe({ kind: "completed", time, reward });
  }
  return cells;
}

/*
 * PAPER-NOTES, section 6, by hand. The standard error of 20,000 draws is at most 0.003, and a little more where a cell often
 * has no mass; a fresh seed would be off by 0.02 one time in a million.
 */
test("four rewards of which one is 1 count as 1.6: m has the mean 1.4/3.6, and so has a cell that is unknown", () => {
  const [seen, unseen] = meanRewards(cellsOf([1, 8], [[1, [1, 0, 0, 0]]]), 20_000);
  expect(unseen).toBeCloseTo(1.4 / 3.6, 1.5);
  expect(seen).toBeCloseTo((1.4 / 3.6 + 1) / 5, 1.5);
});

test("neighbours count as far as they agree: fully at equal means, by 1/z² else", () => {
  // Two cells within a factor of two, eight rewards each, half of them 1: 4 + 4 + m of 8 + 8 + 1, for both.
  const half = [1, 0, 1, 0, 1, 0, 1, 0];
  const alike = meanRewards(
    cellsOf(
      [1, 2],
      [
        [1, half],
        [2, half],
      ],
    ),
    20_000,
  ); // prettier-ignore
  expect(alike[0]).toBeCloseTo(0.5, 1.5);
  // Eight of 0 and eight of 1: z² = 1/(0.25·(1/8 + 1/8)) = 16, so the others count as half a one.
  const unlike = meanRewards(
    cellsOf(
      [1, 2],
      [
        [1, half.map(() => 0)],
        [2, half.map(() => 1)],
      ],
    ), // prettier-ignore
    20_000,
  );
  expect(unlike[0]).toBeCloseTo((0.5 + 0.5) / 9.5, 1.5);
  expect(unlike[1]).toBeCloseTo((8 + 0.5) / 9.5, 1.5);
});
