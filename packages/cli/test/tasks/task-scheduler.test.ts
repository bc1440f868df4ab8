import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { movingCutoffs } from "../../src/tasks/task-scheduler.ts";

test("many observations in one turn are one reason to think again, and who has ended is left alone", async () => {
  const asked: number[] = [];
  const moving = movingCutoffs({ reconsider: ({ cutoff }) => cutoff });
  const tries = [1, 2, 3].map((arm) => moving.begin({ arm, cutoff: 5 }).watch(() => asked.push(arm)));
  for (let i = 0; i < 10; i++) moving.learned();
  await turn();
  await turn();
  expect(asked).toEqual([1, 2, 3]);
  tries[1]();
  await new Promise((resolve) => setTimeout(resolve, 20));
  moving.learned();
  await turn();
  await turn();
  expect(asked).toEqual([1, 2, 3, 1, 3]);
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
