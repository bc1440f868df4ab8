import { expect, test } from "vitest";
import { usualCell } from "../../../src/policies/types/usual-cell.ts";
import { TaskHistory } from "../../../src/statistics/task-history.ts";

function solved(cell: number, weight: number, arm = 0): TaskHistory {
  const history = new TaskHistory();
  history.solve(arm, cell);
  history.weight = weight;
  return history;
}

test("a few late successes of many do not make their time usual, a share of them does", () => {
  expect(usualCell([solved(3, 60), solved(6, 39), solved(30, 1)], 0)).toBe(6);
  expect(usualCell([solved(3, 60), solved(30, 20), solved(6, 20)], 0)).toBe(30);
});

test("of a few successes the latest is usual", () => {
  expect(usualCell([solved(3, 1), solved(-6, 1), solved(12, 1)], 0)).toBe(12);
});

test("each arm has its own, and none before its first success", () => {
  const open = new TaskHistory();
  open.fail(1, 20);
  expect(usualCell([solved(3, 1), solved(9, 1, 1), open], 0)).toBe(3);
  expect(usualCell([solved(3, 1), solved(9, 1, 1), open], 1)).toBe(9);
  expect(usualCell([solved(3, 1), open], 1)).toBeUndefined();
});
