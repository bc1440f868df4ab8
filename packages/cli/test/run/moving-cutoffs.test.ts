import { join } from "node:path";
import type { Decision, Outcome } from "@mulligan/core";
import type { Trial } from "@mulligan/core/problem";
import { expect, test } from "vitest";
import { openArchive } from "../../src/journal/archive.ts";
import { openProgramExecutor, programStopControl } from "../../src/run/executor.ts";
import { type RunCommandOptions, readRunPlan } from "../../src/run/plan.ts";
import { openRunState } from "../../src/run/state.ts";
import { runTrials } from "../../src/tasks/loop.ts";
import type { RunPolicy } from "../../src/tasks/task-policy.ts";
import { taskScheduler } from "../../src/tasks/task-scheduler.ts";
import { newFolder } from "../new-folder.ts";
import { trialsIn, usualOptions } from "./command.ts";

/** What a policy of the test's own makes of real processes: what it observed, and what the journal holds. */
async function play(
  decided: number,
  reconsider: (decision: Decision, elapsed: number, seen: readonly Outcome[]) => number,
  inputs: readonly string[],
  words: Partial<RunCommandOptions> = {},
) {
  const plan = await readRunPlan(["sleep", "{input}", ":::", ...inputs], { ...usualOptions, ...words });
  const journal = join(newFolder(), "state");
  const archive = await openArchive(journal, plan.header, undefined);
  const stopControl = programStopControl(undefined);
  const executor = openProgramExecutor(plan, stopControl, () => {});
  const seen: Outcome[] = [];
  const told: Decision[] = [];
  const policy: RunPolicy = {
    decide: ({ attempt = 1 } = {}) => ({ arm: 0, cutoff: decided, attempt }),
    reconsider: (decision, elapsed) => reconsider(decision, elapsed, seen),
    observe(decision, outcome) {
      told.push(decision);
      seen.push(outcome);
    },
    snapshot: () => expect.unreachable(),
    observed: 0,
  };
  const state = await openRunState(plan, archive, () => {});
  const context = { state, archive, reporter: { report() {} }, stopControl };
  try {
    await runTrials(context, taskScheduler(context, { policy, executor, jobs: plan.jobs, seed: plan.seed }));
  } finally {
    stopControl.release();
    await executor.close();
    await archive.close();
  }
  const again = await openArchive(journal, plan.header, undefined);
  await again.close();
  return { told, state, trials: again.trials, lines: trialsIn(journal) };
}

const of = (trials: readonly Trial[], input: string) => trials.find((trial) => trial.input === input)!;

test("a cutoff that moves up when it is reached lets the program go on to its end", async () => {
  const { trials, told, state } = await play(100, () => Infinity, ["0.4"]);
  expect(state).toMatchObject({ solved: 1, trials: 1 });
  expect(trials[0]).toMatchObject({ cutoff: Infinity, startCutoff: 100, outcome: { kind: "completed" } });
  expect(told[0]).toMatchObject({ cutoff: Infinity, task: "1:0.4", attempt: 1 });
});

test("a cutoff that moves down, because another try was observed, cuts at once who waited long enough", async () => {
  const { trials, lines } = await play(
    Infinity,
    (_decision, _elapsed, seen) => (seen.length === 0 ? Infinity : 50),
    ["60", "0.3"],
    { jobs: 2 },
  );
  const cut = of(trials, "60");
  expect(of(trials, "0.3").outcome.kind).toBe("completed");
  expect(cut.outcome.kind).toBe("censored");
  // It had as long as it ran, not the 50 ms that came too late for it.
  expect(cut.cutoff).toBeGreaterThanOrEqual(250);
  expect(cut.cutoff).toBeLessThanOrEqual(cut.outcome.time);
  expect(lines.find(({ instance }) => instance === "60")).toMatchObject({ startCutoff: "inf", completed: 0 });
});

test("a cutoff that moves down to later cuts there, and one that stays is in the journal as before", async () => {
  const { trials, lines } = await play(
    60_000,
    (decision, _elapsed, seen) => (seen.length === 0 ? decision.cutoff : 900),
    ["60", "0.2"],
    { jobs: 2 },
  );
  expect(of(trials, "60")).toMatchObject({ cutoff: 900, startCutoff: 60_000 });
  expect(of(trials, "60").outcome.time).toBeGreaterThanOrEqual(900);
  expect(lines.find(({ instance }) => instance === "0.2")).not.toHaveProperty("startCutoff");
});

test("one that asks for another millisecond again and again is asked no more often than that", async () => {
  let asked = 0;
  const { trials } = await play(
    50,
    (_decision, elapsed) => {
      asked += 1;
      return elapsed < 300 ? elapsed + 1e-9 : elapsed;
    },
    ["60"],
  );
  expect(trials[0].outcome.time).toBeGreaterThanOrEqual(300);
  expect(asked).toBeLessThan(400);
});
