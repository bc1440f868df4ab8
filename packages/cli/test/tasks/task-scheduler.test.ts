import { setImmediate as turn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { movingCutoffs } from "../../src/tasks/task-scheduler.ts";

test("many observations in one turn are one reason to think again, and who has ended is left alone", async () => {
  const asked: number[] = [];
  const moving = movingCutoffs({ reconsider: ({ cutoff }) => cutoff });
  const tries = [1, 2, 3].map((arm) => moving.begin({ arm, cutoff: 5 }).watch(() => asked.push(arm)));
  for (let i = 0; i < 10; i++) moving.learned();
  await vi.waitFor(() => expect(asked).toEqual([1, 2, 3]));
  tries[1]();
  moving.learned();
  await vi.waitFor(() => expect(asked).toEqual([1, 2, 3, 1, 3]));
});

test("as long as the policy has no other answers, none of a thousand tries is asked again", async () => {
  let [revision, asked] = [1, 0];
  const moving = movingCutoffs({ reconsider: ({ cutoff }) => cutoff, revision: () => revision });
  for (let i = 0; i < 1_000; i++) moving.begin({ arm: 0, cutoff: 5 }).watch(() => asked++);
  for (let i = 0; i < 100; i++) {
    moving.learned();
    await turn();
  }
  expect(asked).toBe(0);
  revision = 2;
  moving.learned();
  await vi.waitFor(() => expect(asked).toBe(1_000));
  moving.learned();
  await turn();
  await turn();
  expect(asked).toBe(1_000);
});

test("a try that began elsewhere after more was learned is asked, though nothing is learned any more", async () => {
  let revision = 1;
  const asked: string[] = [];
  const moving = movingCutoffs({ reconsider: ({ cutoff }) => cutoff, revision: () => revision });
  const late = moving.begin({ arm: 0, cutoff: 5 });
  revision = 2;
  moving.learned();
  moving.begin({ arm: 0, cutoff: 5 }).watch(() => asked.push("decided since"));
  late.watch(() => asked.push("late"));
  await vi.waitFor(() => expect(asked).toEqual(["late"]));
});

test("where an answer takes long, results of other tries come in between", async () => {
  let asked = 0;
  const moving = movingCutoffs({ reconsider: ({ cutoff }) => cutoff });
  for (let i = 0; i < 4; i++) {
    moving.begin({ arm: 0, cutoff: 5 }).watch(() => {
      asked += 1;
      const began = performance.now();
      while (performance.now() - began < 6);
    });
  }
  moving.learned();
  await turn();
  await turn();
  expect(asked).toBe(1);
  await vi.waitFor(() => expect(asked).toBe(4), { timeout: 10_000 });
});

test("a cutoff is where it was moved last, and where the try was cut at once", () => {
  let wanted = 80;
  const cutoff = movingCutoffs({ reconsider: () => wanted }).begin({ arm: 0, cutoff: 50 });
  expect(cutoff.at).toBe(50);
  cutoff.reconsider(10);
  expect(cutoff.at).toBe(80);
  wanted = 80;
  cutoff.reconsider(80.4); // its timer was late
  expect(cutoff.at).toBe(80);
  wanted = 5;
  cutoff.reconsider(30.0004); // more is known
  expect(cutoff.at).toBe(30);
});
