import { expect, test } from "vitest";
import { LargestDraw } from "../../../src/policies/curve/largest-draw.ts";
import { stream } from "../../../src/random/stream.ts";
import { ProductLimit } from "../../../src/statistics/product-limit.ts";

/** An arm of which so many trials all took so long: its draws leave no doubt. */
function certain(edges: Float64Array, time: number) {
  const cells = new ProductLimit(edges);
  for (let n = 0; n < 100_000; n++) cells.observe({ kind: "completed", time, reward: 1 });
  const atRisk = new Float64Array(edges.length);
  cells.atRisk(atRisk);
  return { evidence: { cells, atRisk }, usage: edges, charge: 0, strength: 0.01, unit: 1 };
}

const edges = Float64Array.from([1, 2, 4, 8]);
const arms = [certain(edges, 3), certain(edges, 1.5), certain(edges, 7)];
const draws = () => new LargestDraw(stream(1, "largest draw"), 0.01);

test("the arm whose trials are shortest is taken, with the longest cutoff, since none of it is ever needed", () => {
  expect(draws().decide(edges, 3, (arm) => arms[arm])).toEqual({ arm: 1, cutoff: 8 });
});

test("where waiting costs, the cutoff is the one after which nothing ends", () => {
  const cells = new ProductLimit(edges);
  for (let n = 0; n < 100_000; n++) {
    cells.observe(n % 2 === 0 ? { kind: "completed", time: 1.5, reward: 1 } : { kind: "censored", time: 8 });
  }
  const atRisk = new Float64Array(edges.length);
  cells.atRisk(atRisk);
  const half = { ...arms[1], evidence: { cells, atRisk } };
  expect(draws().decide(edges, 1, () => half)).toEqual({ arm: 0, cutoff: 2 });
  expect(
    draws().decide(
      edges,
      1,
      () => half,
      () => 2,
    ),
  ).toEqual({ arm: 0, cutoff: 4 });
});
