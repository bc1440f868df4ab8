import { expect, test } from "vitest";
import { runLiveText } from "../../src/run/text.ts";
import { RunState } from "../../src/tasks/run-state.ts";
import { milliseconds } from "../../src/tasks/task.ts";
import { listTasks } from "../../src/tasks/task-list.ts";

function stateOf(solved: number, failed: number): RunState {
  const tasks = listTasks(
    Array.from({ length: 10 }, (_, i) => String(i)),
    false,
  );
  for (let index = 1; index <= solved + failed; index++) {
    tasks.close({ ...tasks.at(index)!, state: index <= solved ? "solved" : "failed" });
  }
  const state = new RunState(tasks, [], {
    unit: milliseconds,
    maxAttempts: 1,
    givesUp: false,
    draws: false,
  });
  return { ...state, solved, trials: 12, earlier: { tasks: 2, trials: 3, solved: 1, time: 0 } };
}

test("what is over of all, and how long the rest takes", () => {
  expect(runLiveText(stateOf(4, 2), undefined, 2_000)).toBe("6/10 done, 2.0/s, 12 tries, 2 s left");
});

test("with --until successes are counted, not what was given up", () => {
  expect(runLiveText(stateOf(3, 5), 5, 2_000)).toBe("3/5 done, 1.0/s, 12 tries, 2 s left");
});
