import fc from "fast-check";
import { expect, test } from "vitest";
import { type TaskTurns, taskTurns } from "../../src/problem/task-turns.ts";

interface Task {
  readonly index: number;
  time: number;
}

/** Tasks with these names; `give` lets the next one take some time, and says which it was. */
function tasksOf(count: number) {
  const turns: TaskTurns<Task> = taskTurns();
  let begun = 0;
  const fresh = () => (begun < count ? { index: begun++, time: 0 } : undefined);
  return {
    next: () => turns.next(fresh),
    turns,
    give(time: number, solved = false): number | undefined {
      const task = turns.next(fresh);
      if (task === undefined) return undefined;
      task.time += time;
      if (solved) turns.solved(task);
      else turns.putBack(task);
      return task.index;
    },
  };
}

test("while none is solved sixteen tasks are begun, then those are tried again that had the least time", () => {
  const { give } = tasksOf(20);
  const order = Array.from({ length: 18 }, (_, i) => give(20 - i));
  expect(order).toEqual([...Array(16).keys(), 15, 14]);
});

test("then a task goes on until it had thirty times what solved ones took, before another is begun", () => {
  const { give } = tasksOf(5);
  expect([give(1, true), give(3, true)]).toEqual([0, 1]);
  // Thirty times the mean of 1 and 3 is 60.
  expect([give(55), give(5), give(1)]).toEqual([2, 2, 2]);
  // And of 1, 3 and 5 it is 90.
  expect([give(5, true), give(80)]).toEqual([3, 2]);
  expect(give(1, true)).toBe(4);
});

test("when all are begun one runs ahead with four fifths of the time, and the one that had least has the rest", () => {
  const { give } = tasksOf(4);
  expect(give(1, true)).toBe(0);
  for (const task of [1, 2, 3]) expect(give(31)).toBe(task);
  const times = [0, 0, 0, 0];
  for (let turn = 0; turn < 400; turn++) times[give(1)!] += 1;
  expect(times[1]).toBeGreaterThan(0.79 * 400);
  expect(times[1]).toBeLessThan(0.82 * 400);
  expect(Math.abs(times[2] - times[3])).toBeLessThanOrEqual(1);
});

test("when the one ahead is solved, another follows", () => {
  const { give } = tasksOf(3);
  give(1, true);
  give(40);
  give(40);
  expect(give(1)).toBe(1);
  expect(give(10, true)).toBe(2);
  expect(give(1)).toBe(1);
});

test("no task is lost and none is given out twice, whatever happens to it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.array(fc.nat(8), { maxLength: 200 }), (count, events) => {
      const { next, turns } = tasksOf(count);
      const [inHand, ended] = [new Set<Task>(), new Set<Task>()];
      const settle = (task: Task, event: number) => {
        inHand.delete(task);
        task.time += event;
        if (event < 6) turns.putBack(task);
        else {
          ended.add(task);
          if (event === 7) turns.dropped(task);
          else turns.solved(task);
        }
      };
      for (const event of events) {
        const task = next();
        if (task !== undefined) {
          expect(inHand.has(task) || ended.has(task)).toBe(false);
          inHand.add(task);
        } else expect(inHand.size + ended.size).toBe(count);
        if (inHand.size >= 3 || task === undefined) {
          const [first] = inHand;
          if (first !== undefined) settle(first, event);
        }
      }
      for (let rounds = 0; rounds < 200; rounds++) {
        for (const task of inHand) settle(task, 8);
        const task = next();
        if (task === undefined) break;
        inHand.add(task);
      }
      expect(ended.size).toBe(count);
    }),
  );
});
