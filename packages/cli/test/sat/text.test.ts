import { expect, test } from "vitest";
import { satLiveText } from "../../src/commands/sat.ts";
import { countArm } from "../../src/tasks/arm-tally.ts";
import { addTrial, closeTask, RunState } from "../../src/tasks/run-state.ts";
import { flips } from "../../src/tasks/task.ts";
import { listTasks } from "../../src/tasks/task-list.ts";

const solved = (arm: number, cutoff: number, time: number) => ({
  input: "a.cnf",
  occurrence: 1,
  arm,
  cutoff,
  seed: 1,
  outcome: { kind: "completed", time, reward: 1 } as const,
});

const view = { wallMs: 2_000, width: 120, idleMs: () => 0 };

test("the line on a terminal has done of total, rates, the best arm with its cutoff, and the time left", () => {
  const tasks = listTasks(Array.from({ length: 30 }, (_, i) => `${i}.cnf`));
  const arms = ["skc", "rnovelty"].map(countArm);
  const rules = { unit: flips, maxAttempts: Infinity, givesUp: false };
  const state = new RunState(tasks, arms, rules);
  const trials = [solved(0, 80, 50), solved(1, 64, 60), solved(1, 101.6, 3_999_890)];
  for (const [place, trial] of trials.entries()) addTrial(state, tasks.at(place + 1)!, trial);
  for (let index = 1; index <= 10; index++) closeTask(state, { ...tasks.at(index)!, state: "solved" });
  expect(satLiveText(state, view)).toBe("10/30 files, 5.0/s, 2.0M flips/s, rnovelty cut at 101, 4 s left");
  // What an earlier run did is no part of this one's speed, and before anything is done nobody knows how long it takes.
  const earlier = { ...state.earlier, tasks: 10, time: 4_000_000 };
  expect(satLiveText({ ...state, earlier }, view)).toBe(
    "0/20 files, 0.0/s, 0.0M flips/s, rnovelty cut at 101",
  );
});
