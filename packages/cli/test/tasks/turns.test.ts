import { playInParallel } from "@mulligan/core/simulate";
import fc from "fast-check";
import { expect, test } from "vitest";
import { listTasks } from "../../src/tasks/task-list.ts";
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

test("a task that is put back waits for all that were never tried, and for who had less time", () => {
  const tasks = listTasks(["endless", "a", "b"]);
  const [endless, a, b] = tasks.all;
  const give = (time: number) => {
    const task = tasks.next()!;
    task.trials += 1;
    task.time += time;
    tasks.putBack(task);
    return task;
  };
  expect([give(9), give(2), give(3)]).toEqual([endless, a, b]);
  expect([give(4), give(4), give(4), give(4)]).toEqual([a, b, a, b]);
  expect(give(1)).toBe(endless);
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
  const attempts = fc.array(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 4 }), { minLength: 1 });
  fc.assert(
    fc.property(attempts, (failures) => {
      const tasks = listTasks(failures.map((_, i) => String(i)));
      const order: number[] = [];
      for (let task = tasks.next(); task !== undefined; task = tasks.next()) {
        order.push(task.index - 1);
        const failure = failures[task.index - 1][task.trials];
        task.trials += 1;
        task.time += failure ?? 0;
        if (failure !== undefined) tasks.putBack(task);
        else task.state = "solved";
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
