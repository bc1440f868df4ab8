import { expect, test } from "vitest";
import { usualCell } from "../../../src/policies/types/attempt-reach.ts";
import { TaskHistories, TaskHistory } from "../../../src/statistics/task-history.ts";

function solved(cell: number, weight: number, arm = 0): TaskHistory {
  const history = new TaskHistory();
  history.solve(arm, cell);
  history.weight = weight;
  return history;
}

function usual(histories: TaskHistory[], arm: number, after?: number) {
  const all = new TaskHistories();
  for (const history of histories) all.add(history);
  return usualCell(all.solvedCells(arm), after);
}

test("a few late successes of many do not make their time usual, a share of them does", () => {
  expect(usual([solved(3, 60), solved(6, 39), solved(30, 1)], 0)).toBe(6);
  expect(usual([solved(3, 60), solved(30, 20), solved(6, 20)], 0)).toBe(30);
});

test("of a few successes the latest is usual", () => {
  expect(usual([solved(3, 1), solved(-6, 1), solved(12, 1)], 0)).toBe(12);
});

test("each arm has its own, and none before its first success", () => {
  const open = new TaskHistory();
  open.fail(1, 20);
  expect(usual([solved(3, 1), solved(9, 1, 1), open], 0)).toBe(3);
  expect(usual([solved(3, 1), solved(9, 1, 1), open], 1)).toBe(9);
  expect(usual([solved(3, 1), open], 1)).toBeUndefined();
});

test("a task that has outlived most others is compared with the rest of them", () => {
  const histories = [solved(3, 60), solved(6, 39), solved(30, 1)];
  expect(usual(histories, 0, 3)).toBe(6);
  expect(usual(histories, 0, 6)).toBe(30);
  expect(usual(histories, 0, 30)).toBeUndefined();
});
