import { playInParallel } from "@mulligan/core/simulate";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Task } from "../../src/tasks/task.ts";
import { listTasks, type TaskList } from "../../src/tasks/task-list.ts";
import { leastServedFirst } from "../../src/tasks/turns.ts";

test("who waits is taken by the time it had, and of equals by its place in the list", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5), { maxLength: 40 }), fc.array(fc.boolean()), (times, takes) => {
      const { all } = listTasks(times.map(String));
      const waiting = leastServedFirst();
      const left = new Set<(typeof all)[number]>();
      const takeOne = () => {
        const [least] = [...left].sort((a, b) => a.time - b.time || a.index - b.index);
        expect(waiting.take()).toBe(least);
        left.delete(least);
      };
      all.forEach((task, i) => {
        task.time = times[i];
        waiting.add(task);
        left.add(task);
        if (takes[i] === true) takeOne();
      });
      while (left.size > 0) takeOne();
      expect(waiting.take()).toBeUndefined();
    }),
  );
});

describe("a task that was begun and is open", () => {
  const give = (tasks: TaskList, time: number, state: Task["state"] = "open") => {
    const task = tasks.next()!;
    task.trials += 1;
    task.time += time;
    task.state = state;
    tasks.putBack(task);
    return task.input;
  };

  test("goes on before another is begun, while none is solved four times", () => {
    const tasks = listTasks(["endless", "a", "b"]);
    expect([give(tasks, 9), give(tasks, 2), give(tasks, 3), give(tasks, 3)]).toEqual(
      Array(4).fill("endless"),
    );
    expect([give(tasks, 1), give(tasks, 1, "solved")]).toEqual(["a", "a"]);
  });

  test("goes on until it had thirty times what solved ones took; then those come that had no try or less time", () => {
    const tasks = listTasks(["a", "b", "endless", "c", "d"]);
    expect([give(tasks, 1, "solved"), give(tasks, 3, "solved")]).toEqual(["a", "b"]);
    // Thirty times the mean of 1 and 3 is 60.
    expect([give(tasks, 55), give(tasks, 5), give(tasks, 1)]).toEqual(["endless", "endless", "endless"]);
    expect([give(tasks, 2), give(tasks, 1, "solved")]).toEqual(["c", "c"]);
    // Thirty times the mean of 1, 3 and 3 is 70.
    expect([give(tasks, 9), give(tasks, 1)]).toEqual(["endless", "endless"]);
    const last = [give(tasks, 75), give(tasks, 2), give(tasks, 1), give(tasks, 5), give(tasks, 1)];
    expect(last).toEqual(["d", "endless", "endless", "endless", "d"]);
  });

  test("knows what solved tasks of a journal took", () => {
    const tasks = listTasks(["a", "endless", "b"]);
    const [a, endless] = tasks.all;
    Object.assign(a, { trials: 1, time: 2, state: "solved" });
    Object.assign(endless, { trials: 9, time: 61 });
    expect(give(tasks, 1)).toBe("b");
  });
});

test("a repetition without inputs is tried again before another one is begun", () => {
  const tasks = listTasks(undefined, true);
  const first = tasks.next()!;
  const second = tasks.next()!;
  expect(second).not.toBe(first);
  tasks.putBack(first);
  expect(tasks.next()).toBe(first);
  expect(tasks.next()?.occurrence).toBe(3);
});

test("the simulator of tasks in parallel takes them in the same order", () => {
  const attempts = fc.array(fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 6 }), { minLength: 1 });
  fc.assert(
    fc.property(attempts, (failures) => {
      const tasks = listTasks(failures.map((_, i) => String(i)));
      const order: number[] = [];
      for (let task = tasks.next(); task !== undefined; task = tasks.next()) {
        order.push(task.index - 1);
        const failure = failures[task.index - 1][task.trials];
        task.trials += 1;
        task.time += failure ?? 1;
        if (failure === undefined) task.state = "solved";
        tasks.putBack(task);
      }
      const played: number[] = [];
      const policy = {
        decide(attempt: number, task?: string | number) {
          played.push(Number(task));
          return { arm: 0, cutoff: failures[Number(task)][attempt - 1] ?? Infinity };
        },
        reconsider: (decision: { cutoff: number }) => decision.cutoff,
        observe() {},
      };
      const draw = (task: number, attempt: number) => ({
        time: failures[task].length < attempt ? 1 : Infinity,
        reward: 1,
      });
      playInParallel({ tasks: failures.length, jobs: 1, policy, draw });
      expect(played).toEqual(order);
    }),
  );
});
