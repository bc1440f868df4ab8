import fc from "fast-check";
import { expect, test } from "vitest";
import { loadHistory, TaskHistories, TaskHistory } from "../../src/statistics/task-history.ts";

function failedWith(failures: readonly (readonly [arm: number, cell: number])[]): TaskHistory {
  const history = new TaskHistory();
  for (const [arm, cell] of failures) history.fail(arm, cell);
  return history;
}

test("failures with the same arm and cell are counted, others stand beside them", () => {
  const { arms, cells, counts } = failedWith([
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

test("a history comes back as it was saved", () => {
  const history = failedWith([
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

test.each([
  ["nothing", []],
  ["a weight of 0", [0, -1, 0]],
  ["an infinite weight", [Infinity, -1, 0]],
  ["a success of an arm that is not there", [1, 2, 0]],
  ["a success in half a cell", [1, 0, 0.5]],
  ["a cell beyond all times", [1, 0, 4_000]],
  ["a failure that is cut short", [1, -1, 0, 0, 3]],
  ["a failure of an arm that is not there", [1, -1, 0, 2, 3, 1]],
  ["a failure that came 0 times", [1, -1, 0, 0, 3, 0]],
])("refuses %s", (_, saved) => {
  expect(() => loadHistory(saved, 2)).toThrow("a saved task must be a history of 2 arms");
});

type Task = readonly [failures: readonly number[], solved: number | undefined];

function historyOf([failures, solved]: Task): TaskHistory {
  const history = new TaskHistory();
  for (const cell of failures) history.fail(0, cell);
  if (solved !== undefined) history.solve(0, solved);
  return history;
}

function gather(tasks: readonly Task[]): TaskHistories {
  const histories = new TaskHistories();
  for (const task of tasks) histories.add(historyOf(task));
  return histories;
}

const byKey = (histories: TaskHistories) => new Map(Array.from(histories.all(), (item) => [item.key, item]));

test("tasks that went alike are one history that counts for all of them", () => {
  const histories = [
    ...gather([
      [[3, 6], 2],
      [[6, 3], 2],
      [[3], 2],
    ]).all(),
  ];
  expect(histories.map(({ weight }) => weight)).toEqual([2, 1]);
});

test("what is added may go on changing outside: here it stays as it was", () => {
  const task = historyOf([[3], undefined]);
  const histories = new TaskHistories();
  histories.add(task);
  task.fail(0, 3);
  task.solve(0, 5);
  expect(histories.save()).toEqual([[1, -1, 0, 0, 3, 1]]);
});

test("gathered apart and merged is the same as gathered in one place", () => {
  const cell = fc.integer({ min: -4, max: 4 });
  const task = fc.tuple(fc.array(cell, { maxLength: 4 }), fc.option(cell, { nil: undefined }));
  fc.assert(
    fc.property(fc.array(task), fc.array(task), (some, others) => {
      const merged = gather(some);
      merged.merge(gather(others));
      const serial = gather([...some, ...others]);
      // The order in which alike failures came is that of the first such task, in both.
      expect(byKey(merged)).toEqual(byKey(serial));
      expect(merged.save()).toEqual(serial.save());
    }),
  );
});

test("scaling makes all weigh less, and what weighs next to nothing is forgotten", () => {
  const histories = gather([
    [[1], 2],
    [[1], 2],
    [[3], 4],
  ]);
  histories.scale(0.5);
  expect(histories.save().map(([weight]) => weight)).toEqual([1, 0.5]);
  // Otherwise weights fall to 0 in the end, and a snapshot of that is refused.
  for (let time = 0; time < 100; time++) histories.scale(2 ** -40);
  expect(histories.save()).toEqual([]);
});

test("what was saved comes back as it was", () => {
  const histories = gather([
    [[3, 6, 3], 2],
    [[6], undefined],
    [[], 4],
  ]);
  histories.scale(0.25);
  const again = new TaskHistories();
  again.load(JSON.parse(JSON.stringify(histories.save())), 1);
  expect(again.save()).toEqual(histories.save());
  expect(() => again.load([[1, 1, 0]], 1)).toThrow("a saved task must be a history of 1 arms");
});

test("of very many the rarest go, and of equally rare ones the oldest", () => {
  const histories = new TaskHistories();
  const task = (number: number): Task => [[number % 3_000], number];
  const solved = (number: number) => Math.abs(number % 3_000);
  for (let round = 0; round < 2; round++) {
    for (let number = 0; number < 10; number++) histories.add(historyOf(task(number)));
  }
  for (let number = 10; number < 20_000; number++) histories.add(historyOf([[number % 97], solved(number)]));
  const kept = histories.save();
  expect(kept.length).toBeLessThanOrEqual(4_000);
  expect(kept.length).toBeGreaterThan(2_000);
  // The ten that were seen twice are still there, and so is the last.
  expect(kept.filter(([weight]) => weight === 2)).toHaveLength(10);
  expect(kept.at(-1)).toEqual([1, 0, solved(19_999), 0, 19_999 % 97, 1]);
});
