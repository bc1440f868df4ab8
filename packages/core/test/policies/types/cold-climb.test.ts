import { expect, test } from "vitest";
import { ColdClimb } from "../../../src/policies/types/cold-climb.ts";

/** The cutoffs of a climber that comes back from each. */
function climb(cold: ColdClimb, count: number): (number | undefined)[] {
  return Array.from({ length: count }, () => {
    const cutoff = cold.next();
    cold.returned();
    return cutoff;
  });
}

test("one after the other: steps of four, and lower ones again for three quarters of the last step's time", () => {
  // After 4: 1 was tried once, and 3 are to be spent below. After 16: 12 are, on 1 (4 so far) or 4 (4), least first.
  expect(climb(new ColdClimb("p", 1), 12)).toEqual([1, 4, 1, 1, 1, 16, 1, 4, 1, 1, 1, 1]);
});

test("between two steps upwards lower cutoffs take at most as much time as the step before", () => {
  const cutoffs = climb(new ColdClimb("p", 2), 400) as number[];
  let top = 0;
  let below = 0;
  for (const cutoff of cutoffs) {
    if (cutoff > top) {
      expect(below).toBeLessThanOrEqual(top);
      if (top > 0) expect(cutoff).toBe(4 * top);
      [top, below] = [cutoff, 0];
    } else below += cutoff;
  }
  expect(top).toBeGreaterThan(1_000);
});

test("far below the longest nothing is tried again", () => {
  const cutoffs = climb(new ColdClimb("p", 1), 400) as number[];
  const top = Math.max(...cutoffs);
  const late = cutoffs.slice(cutoffs.indexOf(top));
  expect(Math.min(...late)).toBeGreaterThanOrEqual(top / 64);
});

test("of two at once one climbs and the other waits; when the climber is back the next one climbs", () => {
  const cold = new ColdClimb("p", 10);
  expect(cold.next()).toBe(10);
  expect(cold.next()).toBeUndefined();
  expect(cold.next()).toBeUndefined();
  cold.returned();
  expect(cold.next()).toBe(40);
  expect(cold.next()).toBeUndefined();
});

test("every eighth decision climbs, even if no climber ever comes back", () => {
  const cold = new ColdClimb("p", 1);
  const climbers = Array.from({ length: 25 }, () => cold.next() !== undefined);
  expect(climbers.flatMap((climbs, place) => (climbs ? [place] : []))).toEqual([0, 8, 16, 24]);
});

test("it goes on where it was saved, with climbers that are out", () => {
  const cold = new ColdClimb("p", 3);
  climb(cold, 7);
  cold.next();
  const again = new ColdClimb("p", 3, JSON.parse(JSON.stringify(cold.save())));
  expect(again.next()).toBeUndefined();
  cold.next();
  expect(again.save()).toEqual(cold.save());
  again.returned();
  cold.returned();
  expect(climb(again, 50)).toEqual(climb(cold, 50));
});

test("cutoffs stay finite, however long it climbs", () => {
  const cold = new ColdClimb("p", 1e300);
  for (const cutoff of climb(cold, 500)) expect(cutoff).toBeLessThan(Infinity);
  expect(JSON.stringify(cold.save())).not.toContain("null");
});

test.each([
  [{ spent: 3 }, "p: the saved spent must be an array of finite numbers"],
  [{ spent: [1, "2"] }, "p: the saved spent must be an array of finite numbers"],
  [{ below: -1 }, "p: the saved below must be a finite number of at least 0, got -1"],
  [{ out: null, waiting: "x" }, "p: the saved waiting must be a finite number of at least 0"],
  [7, "p: the saved state must be an object, got 7"],
])("refuses the state %j", (saved, message) => {
  expect(() => new ColdClimb("p", 1, saved)).toThrow(message);
});
