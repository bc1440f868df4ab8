import { expect, test } from "vitest";
import { runLiveText, runText } from "../../src/run/text.ts";
import { tallyArm } from "../../src/tasks/arm-tally.ts";
import { idleTime, liveLineText } from "../../src/tasks/lines.ts";
import { addTrial, RunState } from "../../src/tasks/run-state.ts";
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
  });
  return { ...state, solved, trials: 12, earlier: { tasks: 2, trials: 3, solved: 1, time: 0 } };
}

const view = { wallMs: 2_000, width: 79, idleMs: () => 0 };

test("what is over of all, and how long the rest takes", () => {
  expect(runLiveText(stateOf(4, 2), undefined, view)).toBe("6/10 done, 2.0/s, 12 tries, 2 s left");
});

test("with --until successes are counted, not what was given up", () => {
  expect(runLiveText(stateOf(3, 5), 5, view)).toBe("3/5 done, 1.0/s, 12 tries, 2 s left");
});

test("the summary says why tasks were given up, and names them", () => {
  const state = stateOf(7, 0);
  const reasons = ["alike", "tries", "tries"] as const;
  for (const [place, givenUp] of reasons.entries()) {
    state.tasks.close({ ...state.tasks.at(8 + place)!, state: "failed", givenUp });
  }
  expect(runText(state, "done", { until: undefined, seed: 1, wallMs: 1 })).toMatch(
    /7 of 10 solved; .*, 1 given up: failed in the same way each time .*\(--retries N allows more\), 2 given up: no tries left; .*\nnot solved: 7, 8, 9\n$/,
  );
});

test("a narrow terminal keeps cutoff and time left, and the rest makes room", () => {
  const parts = {
    ...{ count: "340/1000 done", done: 340, total: 1_000, work: "512 tries" },
    best: { arm: "minisat-with-a-long-name", cutoff: "310 ms" },
  };
  const at = (width: number) => liveLineText(parts, { ...view, wallMs: 600_000, width });
  expect(at(119)).toBe(
    "340/1000 done, 0.6/s, 512 tries, minisat-with-a-long-name cut at 310 ms, 19 min left",
  );
  expect(at(79)).toBe("340/1000 done, 512 tries, minisat-with-a-long-name cut at 310 ms, 19 min left");
  expect(at(39)).toBe("340/1000, cut at 310 ms, 19 min left");
  for (let width = 30; width < 120; width++) {
    expect(at(width).length).toBeLessThanOrEqual(width);
    expect(at(width)).toMatch(/cut at 310 ms, 19 min left$/);
  }
});

test("a time left is not shown while nothing is done for three times as long as usual", () => {
  let now = 0;
  const idleMs = idleTime(() => now);
  const parts = { count: "5/10 done", done: 5, total: 10, work: "5 tries", best: undefined };
  const at = (wallMs: number) => {
    now = wallMs;
    return liveLineText(parts, { wallMs, width: 79, idleMs });
  };
  expect(at(20_000)).toMatch(/20 s left$/);
  expect(at(30_000)).toMatch(/30 s left$/);
  expect(at(90_000)).toBe("5/10 done, 0.1/s, 5 tries");
});

test("where restarting cost time the table says so, and cuts are counted", () => {
  // A program that takes 300 ms each time, under Luby's sequence on 50 ms: it ends at the 15th try, which has 400 ms.
  const tasks = listTasks(["a"], false);
  const arm = tallyArm("sh", "luby", { repeats: true, abandons: false });
  const state = new RunState(tasks, [arm], {
    unit: milliseconds,
    maxAttempts: Infinity,
    givesUp: false,
  });
  const cutoffs = [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8].map((factor) => 50 * factor);
  for (const [place, cutoff] of cutoffs.entries()) {
    addTrial(state, tasks.at(1)!, {
      ...{ input: "a", occurrence: 1, arm: 0, cutoff, attempt: place + 1, seed: place },
      outcome:
        cutoff > 300 ? { kind: "completed", time: 300, reward: 1 } : { kind: "censored", time: cutoff },
    });
  }
  const text = runText(state, "done", { until: undefined, seed: 1, wallMs: 1_500 });
  expect(text).toMatch(/\nsh +400 ms +15 +14 +1 +1\.5 s +300 ms \(240 ms to 360 ms\)\n/);
  expect(text).toContain(
    "\nrestarting cost about 1.2 s here; --policy never is faster\n1 of 1 solved in 15 tries",
  );
});
