import { expect, test } from "vitest";
import { loadHistory, TaskHistory } from "../../src/statistics/task-history.ts";

function historyOf(failures: readonly (readonly [arm: number, cell: number])[]): TaskHistory {
  const history = new TaskHistory();
  for (const [arm, cell] of failures) history.fail(arm, cell);
  return history;
}

test("failures with the same arm and cell are counted, others stand beside them", () => {
  const { arms, cells, counts } = historyOf([
    [0, 3],
    [0, 6],
    [0, 3],
    [1, 3],
  ]);
  expect([arms, cells, counts]).toEqual([
    [0, 0, 1],
    [3, 6, 3],
    [2, 1, 1],
  ]);
});

test("the key is the same for whatever order the failures came in, and another for any other history", () => {
  const one = historyOf([
    [0, 3],
    [0, 6],
    [0, 3],
  ]);
  const other = historyOf([
    [0, 6],
    [0, 3],
    [0, 3],
  ]);
  expect(one.key).toBe(other.key);
  const keys = new Set([one.key]);
  other.fail(0, 3);
  keys.add(other.key);
  other.solve(0, 3);
  keys.add(other.key);
  other.solve(1, 3);
  keys.add(other.key);
  other.solve(1, -3);
  keys.add(other.key);
  expect(keys.size).toBe(5);
});

test("a history comes back as it was saved", () => {
  const history = historyOf([
    [1, -40],
    [0, 7],
    [1, -40],
  ]);
  history.solve(1, 9);
  history.weight = 2.5;
  const saved = JSON.parse(JSON.stringify(history.save()));
  expect(saved).toEqual([2.5, 1, 9, 1, -40, 2, 0, 7, 1]);
  expect(loadHistory(saved, 2)).toEqual(history);
});

test("an open task is saved without a success", () => {
  expect(historyOf([[0, 1]]).save()).toEqual([1, -1, 0, 0, 1, 1]);
  expect(loadHistory([1, -1, 0], 1)).toEqual(new TaskHistory());
});

test.each([
  ["nothing", []],
  ["a weight of 0", [0, -1, 0]],
  ["a weight that is no number", [Number.NaN, -1, 0]],
  ["an infinite weight", [Infinity, -1, 0]],
  ["a success of an arm that is not there", [1, 2, 0]],
  ["a success of half an arm", [1, 0.5, 0]],
  ["a success in half a cell", [1, 0, 0.5]],
  ["a cell beyond all times", [1, 0, 4_000]],
  ["a failure that is cut short", [1, -1, 0, 0, 3]],
  ["a failure of an arm that is not there", [1, -1, 0, 2, 3, 1]],
  ["a failure of the arm -1", [1, -1, 0, -1, 3, 1]],
  ["a failure that came 0 times", [1, -1, 0, 0, 3, 0]],
  ["a failure that came half a time", [1, -1, 0, 0, 3, 0.5]],
])("refuses %s", (_, saved) => {
  expect(() => loadHistory(saved, 2)).toThrow("a saved task must be a history of 2 arms");
});
