import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { LineList } from "../../src/tasks/input-list.ts";
import { listTasks } from "../../src/tasks/task-list.ts";
import { storeTasks } from "../../src/tasks/task-store.ts";

test("a task is made once, and forgotten when it is over and closed", () => {
  const tasks = storeTasks(["a", "b", "c"], false);
  const [a, b] = [tasks.at(1)!, tasks.at(2)!];
  expect(tasks.at(1)).toBe(a);
  Object.assign(a, { state: "solved", time: 7, reported: true });
  for (const task of [a, a, b]) tasks.close(task);
  expect([tasks.at(1), tasks.at(2), tasks.finished.count]).toEqual([undefined, b, 1]);
  expect([1, 2, 3].map(tasks.stateOf)).toEqual(["solved", "open", "open"]);
  expect([1, 2, 3].map(tasks.isReported)).toEqual([true, false, false]);
  expect(tasks.closedAt(1)).toMatchObject({ input: "a", state: "solved", time: 7, reported: true });
});

test("the rest are all tasks that are not closed, in order, and only those that were asked for are kept", () => {
  const tasks = storeTasks(["a", "b", "c"], false);
  const third = tasks.at(3)!;
  tasks.close({ ...tasks.at(1)!, state: "failed", givenUp: "tries", problem: "a: is missing" });
  expect([...tasks.rest()].map(({ input }) => input)).toEqual(["b", "c"]);
  expect([...tasks.known()]).toEqual([third]);
  const { finished } = tasks;
  expect([finished.givenUp("tries"), finished.givenUp("time"), finished.problems]).toEqual([1, 0, 1]);
});

test("a task that an earlier run has closed counts for whose turn it is", () => {
  // "late" had 31 times as long as the solved task, so "new" comes first; without the solved one it would not.
  const tasks = listTasks(["solved", "late", "new"]);
  Object.assign(tasks.at(2)!, { trials: 3, time: 62 });
  tasks.close({ ...tasks.at(1)!, trials: 1, time: 2, state: "solved" });
  expect(tasks.next()?.input).toBe("new");
});

test("any number of repetitions can be closed", () => {
  const tasks = listTasks(undefined, true);
  for (let made = 0; made < 1_000; made++) {
    const task = tasks.next()!;
    task.state = "solved";
    tasks.putBack(task);
    tasks.close(task);
  }
  expect([tasks.finished.count, tasks.count, tasks.next()?.occurrence]).toEqual([1_000, 1_000, 1_001]);
});

const COUNT = 100_000;
const lines = () =>
  Buffer.from(Array.from({ length: COUNT }, (_, place) => `instance-${place}.cnf\n`).join(""));

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** Bytes in use on the heap and in buffers, without garbage. */
function bytesInUse(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

// A task of its own for each input took 350 bytes. The text, 20 bytes a line, is there before.
test("a task that waits or is over takes at most 40 bytes", () => {
  const inputs = new LineList(lines());
  const before = bytesInUse();
  const tasks = listTasks(inputs);
  for (let made = 0; made < COUNT / 2; made++) {
    const task = tasks.next()!;
    Object.assign(task, { state: "solved", time: 1, trials: 1 });
    tasks.putBack(task);
    tasks.close(task);
  }
  expect((bytesInUse() - before) / COUNT).toBeLessThan(40);
  expect([tasks.count, tasks.finished.count]).toEqual([COUNT, COUNT / 2]);
});
