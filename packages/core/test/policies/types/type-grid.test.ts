import { expect, test } from "vitest";
import { typeGrid } from "../../../src/policies/types/type-grid.ts";

test.each([1, 2, 5])("the priors of the types for %d arms add up to 1, and each is above 0", (arms) => {
  const priors = typeGrid(arms).map(({ prior }) => prior);
  expect(priors.reduce((sum, prior) => sum + prior, 0)).toBeCloseTo(1, 12);
  expect(Math.min(...priors)).toBeGreaterThan(0);
});

test("with several arms there are also types that one arm suits and the others do not: as many for each, in two ways", () => {
  for (const arms of [2, 3, 4]) {
    const variants = typeGrid(arms).filter(
      ({ shifts, hazards }) => new Set(shifts).size > 1 || new Set(hazards).size > 1,
    );
    expect(typeGrid(arms)).toHaveLength(typeGrid(1).length + variants.length);
    for (let arm = 0; arm < arms; arm++) {
      const suits = ({ shifts, hazards }: (typeof variants)[number]) =>
        shifts.every((shift, other) => other === arm || shift > shifts[arm] || hazards[other] < hazards[arm]);
      const own = variants.filter(suits);
      expect(own).toHaveLength(variants.length / arms);
      expect(own.filter(({ hazards }) => new Set(hazards).size > 1)).toHaveLength(own.length / 2);
    }
  }
});

test("arms are treated alike: for each variant that an arm suits there is one for the other, as likely", () => {
  const types = typeGrid(2);
  const written = types.map(({ shifts, hazards, prior }) => JSON.stringify([shifts, hazards, prior]));
  for (const { shifts, hazards, prior } of types) {
    expect(written).toContain(JSON.stringify([[...shifts].reverse(), [...hazards].reverse(), prior]));
  }
});
