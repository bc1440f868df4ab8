import type { Trial } from "@mulligan/core/problem";
import { expect, test } from "vitest";
import { tallyArm } from "../../src/tasks/arm-tally.ts";
import { enoughAlike, maxFailures, usualTimeLimit } from "../../src/tasks/giving-up.ts";
import { addTrial, isDoubtful, RunState, resume } from "../../src/tasks/run-state.ts";
import { milliseconds } from "../../src/tasks/task.ts";
import { listTasks } from "../../src/tasks/task-list.ts";

const failed = (time: number): Trial["outcome"] => ({ kind: "completed", time, reward: 0 });
const won = (time: number): Trial["outcome"] => ({ kind: "completed", time, reward: 1 });
const cut = (time: number): Trial["outcome"] => ({ kind: "censored", time });

/** A run of a command without `{seed}`, and what enters a trial of it. */
function stateOf(inputs: readonly string[], rules: { findsBroken?: boolean } = {}) {
  const arms = [tallyArm("a", "luby", { repeats: true, abandons: false })];
  const usual = { maxAttempts: Infinity, givesUp: true, findsBroken: true, limitsTime: true };
  const tasks = listTasks(inputs);
  const state = new RunState(tasks, arms, { unit: milliseconds, ...usual, ...rules });
  const find = tasks.finder();
  const trialOf = (input: string, outcome: Trial["outcome"], exit?: Trial["exit"]): Trial => {
    const how = exit === undefined ? {} : { exit };
    return { input, occurrence: 1, arm: 0, cutoff: 1e9, seed: 1, outcome, ...how };
  };
  const make = (...words: Parameters<typeof trialOf>) => {
    const task = find(trialOf(...words))!;
    addTrial(state, task, trialOf(...words));
    return task;
  };
  return { state, make, trialOf };
}

test("a task is given up after a hundred failures, or ten times what a success takes, if that is more", () => {
  expect(maxFailures({ endedToSolve: 50, solved: 0 })).toBe(100);
  expect(maxFailures({ endedToSolve: 50, solved: 25 })).toBe(100);
  expect(maxFailures({ endedToSolve: 500, solved: 10 })).toBe(500);
});

/** Six inputs that succeed at once, and one that may be broken. */
const GOOD = ["g1", "g2", "g3", "g4", "g5", "g6"];
function amongGood() {
  const run = stateOf(["bad", ...GOOD]);
  for (const input of GOOD) run.make(input, won(20));
  return run;
}

test("three failures that end alike show a broken input where six others have succeeded; after two it is doubtful", () => {
  const { state, make } = amongGood();
  expect(isDoubtful(state, make("bad", failed(10), 1))).toBe(false);
  expect(isDoubtful(state, make("bad", failed(60), 1))).toBe(true);
  expect(make("bad", failed(10), 1)).toMatchObject({ state: "failed", givenUp: "alike" });
});

test("before another input has succeeded nothing is broken, and if others fail like it it takes more failures", () => {
  const { make } = stateOf(["bad", ...GOOD]);
  for (let i = 0; i < 9; i++) expect(make("bad", failed(10), 1).state).toBe("open");
  make("g1", won(20));
  expect(make("bad", failed(10), 1).givenUp).toBe("alike");
  expect(enoughAlike({ ended: 13, failed: 1 })).toBe(3);
  expect(enoughAlike({ ended: 2, failed: 1 })).toBe(5);
  expect(enoughAlike({ ended: 19, failed: 10 })).toBe(7);
  expect(enoughAlike({ ended: 20, failed: 19 })).toBe(47);
});

test.each([
  ["another exit code", "10/1 10/2 10/1 10/2"],
  ["another time", "10/1 500/1 10/1 500/1"],
  ["a cut after a longer time", "10/1 10/1 500/cut 10/1 10/1"],
  ["no exit code, as in an old journal", "10 10 10 10"],
])("failures do not end alike: %s", (_, tries) => {
  const { make } = amongGood();
  for (const [time, exit] of tries.split(" ").map((text) => text.split("/"))) {
    const outcome = exit === "cut" ? cut(Number(time)) : failed(Number(time));
    const code = exit === undefined || exit === "cut" ? undefined : Number(exit);
    expect(make("bad", outcome, code).state).toBe("open");
  }
});

test("where tries do not show a broken input, as many failures alike change nothing", () => {
  const { make } = stateOf(["bad", ...GOOD], { findsBroken: false });
  for (const input of GOOD) make(input, won(20));
  for (let i = 0; i < 99; i++) expect(make("bad", failed(10), 1).state).toBe("open");
  expect(make("bad", failed(10), 1).givenUp).toBe("failures");
});

test("an input that succeeded after such a failure shows that it is chance; one after another failure does not", () => {
  for (const [exit, state] of [
    [1, "open"],
    [75, "failed"],
  ] as const) {
    const { make } = stateOf(["bad", ...GOOD]);
    make("g1", failed(10), exit);
    for (const input of GOOD) make(input, won(20));
    for (let i = 0; i < 3; i++) make("bad", failed(10), 1);
    expect(make("bad", failed(10), 1).state).toBe(state);
  }
});

test("a run that goes on tries a broken input again, and remembers that failures were chance", async () => {
  const resuming = { relearn() {}, isLost: () => false };
  const { state, make, trialOf } = stateOf(["bad", ...GOOD]);
  const solved = GOOD.map((input) => trialOf(input, won(20)));
  const broken = Array.from({ length: 3 }, () => trialOf("bad", failed(10), 1));
  await resume(state, [...solved, ...broken], resuming);
  expect(state.tasks.at(1)).toMatchObject({ state: "open", failures: 0 });
  make("bad", failed(10), 1);
  expect(make("bad", failed(10), 1).state).toBe("open");
  expect(make("bad", failed(10), 1).givenUp).toBe("alike");
  // A journal need not say how tries failed.
  const old = stateOf(["bad", ...GOOD]);
  await resume(old.state, [trialOf("g1", failed(10)), ...solved], resuming);
  for (let i = 0; i < 9; i++) expect(old.make("bad", failed(10), 1).state).toBe("open");
});

test("a task may take a thousand times as long as solved ones on average, and an hour at least", async () => {
  expect(usualTimeLimit({ solved: 0, solvedTime: 0 })).toBe(Infinity);
  expect(usualTimeLimit({ solved: 2, solvedTime: 20 })).toBe(3_600_000);
  expect(usualTimeLimit({ solved: 2, solvedTime: 20_000 })).toBe(10_000_000);
  const { state, make, trialOf } = stateOf(["long", "good"]);
  expect(make("long", cut(5_000_000)).state).toBe("open");
  make("good", won(20));
  expect(make("long", cut(10))).toMatchObject({ state: "failed", givenUp: "time" });
  // What an earlier run spent does not count.
  await resume(state, [trialOf("long", cut(1))], { relearn() {}, isLost: () => false });
  expect(make("long", cut(3_000_000)).state).toBe("open");
  expect(make("long", cut(700_000)).givenUp).toBe("time");
});
