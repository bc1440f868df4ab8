import type { Trial } from "@mulligan/core/problem";
import { expect, test } from "vitest";
import { milliseconds, resumeTask, updateTask } from "../../src/tasks/task.ts";
import { listTasks } from "../../src/tasks/task-list.ts";

const trial = (outcome: Trial["outcome"], rest: Partial<Trial> = {}): Trial => ({
  input: "a",
  occurrence: 1,
  arm: 0,
  cutoff: 5,
  seed: 1,
  outcome,
  ...rest,
});
const cut = { kind: "censored", time: 5, resetting: 1 } as const;
const won = { kind: "completed", time: 3, reward: 0.1 } as const;
const rules = (maxAttempts: number, maxFailures = Infinity) => ({
  unit: milliseconds,
  maxAttempts,
  maxFailures,
});

test("an input given twice is two tasks", () => {
  const tasks = listTasks(["a", "b", "a"], false);
  const find = tasks.finder();
  expect(find(trial(cut, { occurrence: 2 }))).toBe(tasks.at(3));
  expect(find(trial(cut, { occurrence: 3 }))).toBeUndefined();
  expect(find(trial(cut, { input: "c" }))).toBeUndefined();
});

test("a task is solved by any reward above 0, and given up when its attempts are used up", () => {
  const tasks = listTasks(["a", "b"], false);
  const [first, second] = [tasks.at(1)!, tasks.at(2)!];
  updateTask(first, trial(cut), rules(2));
  updateTask(first, trial(won), rules(2));
  expect(first).toMatchObject({ state: "solved", trials: 2, time: 9 });
  for (const _ of [1, 2]) updateTask(second, trial(cut), rules(2));
  expect(second.state).toBe("failed");
});

test("failures of its own end a task, cuts do not", () => {
  const task = listTasks(["a"], false).at(1)!;
  const failed = { kind: "completed", time: 3, reward: 0 } as const;
  for (const outcome of [failed, cut, cut, cut, failed]) updateTask(task, trial(outcome), rules(Infinity, 3));
  expect(task).toMatchObject({ state: "open", failures: 2, attempts: 5 });
  updateTask(task, trial(failed), rules(Infinity, 3));
  expect(task.state).toBe("failed");
});

test("a trial that was stopped is a try, and no attempt", () => {
  const task = listTasks(["a"], false).at(1)!;
  updateTask(task, trial(cut, { stopped: true }), rules(1));
  expect(task).toMatchObject({ state: "open", trials: 1, attempts: 0 });
});

test("a command without inputs is repeated without end, from where a journal left it", () => {
  const tasks = listTasks(undefined, true);
  const third = tasks.finder()(trial(won, { input: null, occurrence: 3 }))!;
  expect(third.index).toBe(3);
  for (const index of [1, 2]) updateTask(tasks.at(index)!, trial(won), rules(1));
  expect(tasks.next()).toBe(third);
  expect(tasks.next()?.occurrence).toBe(4);
  expect(listTasks(undefined, false).total).toBe(1);
});

test("after a repetition that had all its tries none is begun, and those that have begun go on", () => {
  const tasks = listTasks(undefined, "until-given-up");
  const [first, second] = [tasks.next()!, tasks.next()!];
  expect([first.occurrence, second.occurrence]).toEqual([1, 2]);
  updateTask(first, trial(cut), rules(1));
  tasks.close(first);
  tasks.putBack(first);
  expect(tasks.next()).toBeUndefined();
  tasks.putBack(second);
  expect(tasks.next()).toBe(second);
});

test("--retries counts failures, and where cuts count those at the cutoff they began with or later", () => {
  const task = listTasks(["a"], false).at(1)!;
  const of = (countsCuts: boolean) => ({ ...rules(Infinity), maxCounted: 3, countsCuts });
  updateTask(task, trial(cut), of(false));
  updateTask(task, trial(cut, { stopped: true }), of(true));
  updateTask(task, trial(cut, { startCutoff: 9 }), of(true)); // cut sooner than it was meant to be
  expect(task).toMatchObject({ state: "open", counted: 0, trials: 3 });
  updateTask(task, trial(cut, { startCutoff: 4 }), of(true));
  updateTask(task, trial({ kind: "completed", time: 1, reward: 0 }), of(false));
  expect(task).toMatchObject({ state: "open", counted: 2 });
  updateTask(task, trial(cut), of(true));
  expect(task).toMatchObject({ state: "failed", counted: 3, givenUp: "tries" });
  resumeTask(task, of(true));
  expect(task.state).toBe("failed");
  resumeTask(task, { ...of(true), maxCounted: 4 });
  expect(task).toMatchObject({ state: "open", givenUp: undefined });
});
