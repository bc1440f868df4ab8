import { expect, test } from "vitest";
import {
  addOutcome,
  loadArmStatistics,
  MAX_ANALYSED,
  newArmStatistics,
  sampleRuns,
  saveArmStatistics,
} from "../../../src/serve/problem/arm-statistics.ts";

test("times that are no more than 2% apart are one cell, with their mean; others are told apart", () => {
  const seen = newArmStatistics();
  addOutcome(seen, { kind: "completed", time: 1, reward: 1 });
  addOutcome(seen, { kind: "completed", time: 1.01, reward: 0 });
  addOutcome(seen, { kind: "censored", time: 3 });
  addOutcome(seen, { kind: "completed", time: 0, reward: 1 });
  expect(sampleRuns(seen, "a")).toEqual([
    { arm: "a", time: 0, completed: true, reward: 1 },
    { arm: "a", time: 1.005, completed: true, reward: 0.5 },
    { arm: "a", time: 1.005, completed: true, reward: 0.5 },
    { arm: "a", time: 3, completed: false, reward: 0 },
  ]);
  expect(seen).toMatchObject({ completed: 3, failed: 1, censored: 1, reward: 2 });
  expect(seen.time).toBeCloseTo(5.01, 12);
});

test("what is saved is loaded as it was, through JSON", () => {
  const seen = newArmStatistics();
  for (let i = 1; i < 200; i++)
    addOutcome(seen, { kind: i % 3 === 0 ? "censored" : "completed", time: i / 7, reward: 0.3 });
  expect(loadArmStatistics(JSON.parse(JSON.stringify(saveArmStatistics(seen))))).toEqual(seen);
});

test("of many trials an even selection is analysed, with the same shares", () => {
  const seen = newArmStatistics();
  for (let i = 0; i < 3 * MAX_ANALYSED; i++) {
    addOutcome(seen, i % 3 === 0 ? { kind: "censored", time: 8 } : { kind: "completed", time: 1, reward: 1 });
  }
  const runs = sampleRuns(seen, "a");
  expect(runs.length).toBe(MAX_ANALYSED);
  expect(runs.filter(({ completed }) => completed).length).toBe(Math.floor((2 * MAX_ANALYSED) / 3));
});
