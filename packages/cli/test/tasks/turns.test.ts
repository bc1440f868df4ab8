import type { DecisionContext } from "@mulligan/core/policies";
import { playInParallel } from "@mulligan/core/simulate";
import fc from "fast-check";
import { expect, test } from "vitest";
import { listTasks } from "../../src/tasks/task-list.ts";

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
        decide({ attempt = 1, task }: DecisionContext = {}) {
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
