import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Decision, Outcome } from "@mulligan/core";
import type { Trial } from "@mulligan/core/problem";
import { expect, onTestFinished, test } from "vitest";
import { openArchive } from "../../src/journal/archive.ts";
import { type RunWords, readPlan } from "../../src/run/plan.ts";
import { openStage } from "../../src/run/program-stage.ts";
import { openRunBook } from "../../src/run/run-book.ts";
import { stopPrograms } from "../../src/run/stopping.ts";
import type { WishedPolicy } from "../../src/tasks/wished.ts";
import { workThrough } from "../../src/tasks/work-through.ts";
import { newFolder } from "../new-folder.ts";

const usual: RunWords = {
  mode: "retry",
  policy: "never",
  cutoffs: "auto",
  maxRestarts: 0,
  seed: 1,
  jobs: 1,
  success: "0",
  reward: "exit",
  grace: "1s",
};

/** What a policy of the test's own makes of real processes: what it observed, and what the journal holds. */
async function play(
  decided: number,
  reconsider: (decision: Decision, elapsed: number, seen: readonly Outcome[]) => number,
  inputs: readonly string[],
  words: Partial<RunWords> = {},
) {
  const plan = await readPlan(["sleep", "{input}", ":::", ...inputs], { ...usual, ...words });
  const state = join(newFolder(), "state");
  const archive = await openArchive(state, plan.header, undefined);
  const stopping = stopPrograms(undefined);
  const stage = openStage(plan, stopping, () => {});
  const seen: Outcome[] = [];
  const told: Decision[] = [];
  const policy: WishedPolicy = {
    decide: ({ attempt = 1 } = {}) => ({ arm: 0, cutoff: decided, attempt }),
    reconsider: (decision, elapsed) => reconsider(decision, elapsed, seen),
    observe(decision, outcome) {
      told.push(decision);
      seen.push(outcome);
    },
    snapshot: () => expect.unreachable(),
  };
  const book = await openRunBook(plan, archive, { draws: false, notice: () => {} });
  const { attempt } = stage;
  let released = false;
  const release = async () => {
    if (released) return;
    released = true;
    stopping.release();
    stage.close();
    await archive.close();
  };
  onTestFinished(release);
  await workThrough({ book, policy, archive, voice: () => {}, stopping, jobs: plan.jobs, attempt });
  await release();
  const lines = readFileSync(state, "utf8").trim().split("\n").slice(1);
  const again = await openArchive(state, plan.header, undefined);
  await again.close();
  return { told, book, trials: again.trials, lines: lines.map((line) => JSON.parse(line)) };
}

const of = (trials: readonly Trial[], input: string) => trials.find((trial) => trial.input === input)!;

test("a cutoff that moves up when it is reached lets the program go on to its end", async () => {
  const { trials, told, book } = await play(100, () => Infinity, ["0.4"]);
  expect(book).toMatchObject({ solved: 1, trials: 1 });
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
  expect(cut.outcome.time).toBeGreaterThanOrEqual(250);
  expect(cut.outcome.time).toBeLessThan(10_000);
  // It had as long as it ran, not the 50 ms that came too late for it.
  expect(cut.outcome.time - cut.cutoff).toBeLessThan(50);
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
