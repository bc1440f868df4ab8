import { expect, test } from "vitest";
import { ColdStart } from "../../../src/policies/types/cold-start.ts";

const setting = { first: 10_000, base: 50 };

/** The cutoffs of attempts that all fail, one after the other. */
function failing(cold: ColdStart, count: number, tasksPerAttempt: number): number[] {
  return Array.from({ length: count }, () => {
    const { cutoff, long } = cold.next(tasksPerAttempt);
    if (long) cold.failed(cutoff, tasksPerAttempt);
    return cutoff;
  });
}

test("one task: the grace, then steps of eight", () => {
  expect(failing(new ColdStart("p", setting), 3, 1)).toEqual([10_000, 80_000, 640_000]);
});

test("several tasks: two attempts before a step of four, and between them Luby's sequence", () => {
  const cutoffs = failing(new ColdStart("p", setting), 400, 4);
  expect(cutoffs.filter((cutoff) => cutoff >= 10_000).slice(0, 4)).toEqual([10_000, 10_000, 40_000, 40_000]);
  expect(cutoffs.slice(0, 9)).toEqual([10_000, 50, 50, 100, 50, 50, 100, 200, 50]);
});

test.each([2, 100])(
  "short attempts take at most the share of the long ones that %d tasks for each attempt allow",
  (tasks) => {
    const share = Math.min(0.5, 0.15 * Math.sqrt(tasks));
    let [long, short] = [0, 0];
    for (const cutoff of failing(new ColdStart("p", setting), 2_000, tasks)) {
      if (cutoff >= 10_000) long += cutoff;
      else short += cutoff;
      expect(short).toBeLessThanOrEqual((share / (1 - share)) * long + 1e-6);
    }
    expect(short).toBeGreaterThan(0);
  },
);

test("an attempt that the user ended early does not count for a step", () => {
  const cold = new ColdStart("p", setting);
  cold.next(1);
  cold.failed(300, 1);
  expect(cold.next(1).cutoff).toBe(10_000);
});
