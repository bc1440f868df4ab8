import { expect, test } from "vitest";
import { solvedTasks } from "../../src/problem/solved-tasks.ts";

test("while none is solved a task goes on for four tries, whatever they take", () => {
  const solved = solvedTasks();
  expect([1, 2, 3, 4].map((tries) => solved.allow({ tries, time: 10 ** tries }))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test("then it goes on up to thirty times the mean of those that are solved, however many its tries", () => {
  const solved = solvedTasks();
  solved.count({ tries: 1, time: 1 });
  solved.count({ tries: 5, time: 3 });
  expect([60, 61].map((time) => solved.allow({ tries: 99, time }))).toEqual([true, false]);
});
