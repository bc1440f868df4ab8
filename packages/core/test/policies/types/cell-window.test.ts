import { expect, test } from "vitest";
import {
  fitWork,
  historyFrom,
  plannedArms,
  windowLength,
  windowStart,
} from "../../../src/policies/types/cell-window.ts";
import { TypeModel } from "../../../src/policies/types/type-model.ts";
import { TaskHistory } from "../../../src/statistics/task-history.ts";

function solved(cell: number, failures: readonly number[] = [], weight = 1): TaskHistory {
  const history = new TaskHistory();
  for (const outlived of failures) history.fail(0, outlived);
  history.solve(0, cell);
  history.weight = weight;
  return history;
}

test("the window ends with the last cell, and begins with the first if that is near enough", () => {
  expect(windowStart(-20, 30, 1)).toBe(-20);
  expect(windowStart(-300, 30, 1)).toBe(30 - windowLength(1));
  expect(windowLength(64)).toBeLessThan(windowLength(1));
});

test("a history inside the window is the same object, what lies before it is moved to its beginning", () => {
  const inside = solved(5, [3]);
  expect(historyFrom(inside, 3)).toBe(inside);
  const moved = historyFrom(solved(-100, [-120, 7], 2), 0);
  expect(moved).toMatchObject({ solvedArm: 0, solvedCell: 0, cells: [-1, 7], counts: [1, 1], weight: 2 });
});

test("more histories have fewer rounds; of too many the heaviest are kept, in their order, and of equals the newest", () => {
  const histories = [solved(0, [], 1), solved(1, [], 3), solved(2, [], 1), solved(3, [], 2)];
  expect(fitWork(histories, 200_000)).toEqual({ histories, rounds: 2 });
  const { histories: kept, rounds } = fitWork(histories, 550_000);
  expect(kept.map(({ solvedCell }) => solvedCell)).toEqual([1, 2, 3]);
  expect(rounds).toBe(1);
});

test("up to six arms are planned with, of more those with the largest rates", () => {
  expect(plannedArms([1, 2, 3])).toEqual([0, 1, 2]);
  expect(plannedArms([0, 9, 0, 8, 0, 7, 6, 5, 4])).toEqual([1, 3, 5, 6, 7, 8]);
});

test("a model of times that lie a hundred octaves apart is no larger than its window", () => {
  const model = new TypeModel(1);
  const evidence = { unit: 1, rates: [1e-3], from: -150, to: 0 };
  model.fit({ ...evidence, histories: [solved(-150)], to: -140 });
  model.fit({ ...evidence, histories: [solved(-150), solved(0)] });
  model.fit({ ...evidence, histories: [solved(-150), solved(0), solved(150)], to: 150 });
  const { hazards, weights } = model.save() as { hazards: number[][]; weights: number[] };
  expect(hazards[0].length).toBeLessThanOrEqual(windowLength(1) + 97);
  expect(weights.every((weight) => weight >= 0)).toBe(true);
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 6);
});
