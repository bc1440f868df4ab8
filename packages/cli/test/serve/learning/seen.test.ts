import { expect, test } from "vitest";
import { loadSeen, MAX_ANALYSED, newSeen, runsOf, saveSeen, see } from "../../../src/serve/learning/seen.ts";

test("times that are no more than 2% apart are one cell, with their mean; others are told apart", () => {
  const seen = newSeen();
  see(seen, { kind: "completed", time: 1, reward: 1 });
  see(seen, { kind: "completed", time: 1.01, reward: 0 });
  see(seen, { kind: "censored", time: 3 });
  see(seen, { kind: "completed", time: 0, reward: 1 });
  expect(runsOf(seen, "a")).toEqual([
    { arm: "a", time: 0, completed: true, reward: 1 },
    { arm: "a", time: 1.005, completed: true, reward: 0.5 },
    { arm: "a", time: 1.005, completed: true, reward: 0.5 },
    { arm: "a", time: 3, completed: false, reward: 0 },
  ]);
  expect(seen).toMatchObject({ completed: 3, failed: 1, censored: 1, reward: 2 });
  expect(seen.time).toBeCloseTo(5.01, 12);
});

test("what is saved is loaded as it was, through JSON", () => {
  const seen = newSeen();
  for (let i = 1; i < 200; i++)
    see(seen, { kind: i % 3 === 0 ? "censored" : "completed", time: i / 7, reward: 0.3 });
  expect(loadSeen(JSON.parse(JSON.stringify(saveSeen(seen))))).toEqual(seen);
});

test("of many trials an even selection is analysed, with the same shares", () => {
  const seen = newSeen();
  for (let i = 0; i < 3 * MAX_ANALYSED; i++) {
    see(seen, i % 3 === 0 ? { kind: "censored", time: 8 } : { kind: "completed", time: 1, reward: 1 });
  }
  const runs = runsOf(seen, "a");
  expect(runs.length).toBe(MAX_ANALYSED);
  expect(runs.filter(({ completed }) => completed).length).toBe(Math.floor((2 * MAX_ANALYSED) / 3));
});
