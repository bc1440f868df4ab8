import { expect, test } from "vitest";
import { liveText } from "../../src/run/live-text.ts";
import type { RunState } from "../../src/run/play.ts";
import { listTasks } from "../../src/run/tasks.ts";

function stateOf(solved: number, failed: number): RunState {
  const tasks = listTasks(
    Array.from({ length: 10 }, (_, i) => String(i)),
    false,
  );
  for (let i = 0; i < solved + failed; i++) tasks.all[i].state = i < solved ? "solved" : "failed";
  const counts = { solved, tries: 12, endedToSolve: 0, failuresInRow: 0, timeMs: 0 };
  return { tasks, tallies: [], earlier: { tasks: 2, tries: 3 }, earlierSolved: 1, ...counts };
}

test("what is over of all, and how long the rest takes", () => {
  expect(liveText(stateOf(4, 2), undefined, 2_000)).toBe("6/10 done, 2.0/s, 12 tries, 2 s left");
});

test("with --until successes are counted, not what was given up", () => {
  expect(liveText(stateOf(3, 5), 5, 2_000)).toBe("3/5 done, 1.0/s, 12 tries, 2 s left");
});
