import { expect, test } from "vitest";
import { attemptTables } from "../../../src/policies/types/attempt-tables.ts";
import { TypeModel } from "../../../src/policies/types/type-model.ts";
import { latticeEdge } from "../../../src/problem/lattice.ts";
import { lubyMultiplier } from "../../../src/problem/schedule.ts";

/** Attempts of which nothing but the rate is known. */
function memoryless(arms = 1): TypeModel {
  const model = new TypeModel(arms);
  model.fit({ histories: [], unit: 1, rates: Array(arms).fill(0.3), from: -9, to: 12 });
  return model;
}

const range = { firstCell: -3, lastCell: 12, restart: 0.25 };

test("survival is e^−Λ, for each arm, cell and type", () => {
  const model = memoryless(2);
  const { survival, types } = attemptTables(model, [0, 1], range);
  expect(types).toBe(model.types.length);
  for (const arm of [0, 1]) {
    for (let cell = -3; cell <= 12; cell++) {
      for (const type of [0, 1, types - 1]) {
        const here = survival[arm][(cell + 3) * types + type];
        expect(here).toBeCloseTo(Math.exp(-model.outlived(type, arm, cell)), 12);
      }
    }
  }
});

test("the mean time grows by the trapezoid over each cell: by hand from cell −3 to −1", () => {
  const model = memoryless();
  const { usage, survival, types } = attemptTables(model, [0], range);
  let mean = usage[0][0];
  for (const place of [1, 2]) {
    const width = latticeEdge(-3 + place) - latticeEdge(-4 + place);
    mean += 0.5 * (survival[0][(place - 1) * types] + survival[0][place * types]) * width;
    expect(usage[0][place * types]).toBeCloseTo(mean, 12);
  }
  // Up to the first row it is as it would be from 0 on, not just the edge.
  expect(usage[0][0]).toBeGreaterThan(0.9 * 0.5);
  expect(usage[0][0]).toBeLessThan(0.5);
});

test("for a memoryless law of rate 0.3 the mean time to the end is 1/0.3, whatever Luby's base, but for its cells", () => {
  const { luby: times, types } = attemptTables(memoryless(), [0], { ...range, restart: 0 });
  for (const cell of [-3, 0, 3]) expect(times[0][(cell + 3) * types] / (1 / 0.3)).toBeCloseTo(1, 1);
});

test("the time of Luby's sequence is the sum over its attempts, with what restarts cost", () => {
  const { luby: times, survival, usage, types, restart } = attemptTables(memoryless(), [0], range);
  for (const cell of [-3, 0, 2, 12]) {
    for (const type of [0, 5, 20]) {
      let [sum, alive] = [0, 1];
      for (let attempt = 1; attempt < 2 ** 14 && alive > 1e-12; attempt++) {
        const place = (cell + 3 + 3 * Math.log2(lubyMultiplier(attempt))) * types + type;
        sum += alive * (usage[0][place] + restart * survival[0][place]);
        alive *= survival[0][place];
      }
      expect(times[0][(cell + 3) * types + type] / sum).toBeCloseTo(1, 5);
    }
  }
});
