import { expect, test } from "vitest";
import { KnownArm } from "../../../src/runtime/learning/known-arm.ts";

const lesson = {
  arm: 0,
  cuts: 0,
  outstanding: 0,
  timeMs: 10,
  reward: 1,
  tooSlow: false,
  resettingMs: undefined,
};

test("an arm that is idle for ever fades to nothing, and stays a number", () => {
  const arm = new KnownArm(200);
  arm.observe(lesson);
  for (let i = 0; i < 5_000; i++) arm.fade(2); // 2^5000 is no number
  expect(arm.unit).toBeGreaterThan(0);
  expect(arm.attempts * arm.unit).toBe(0);
  arm.observe(lesson);
  expect(arm.attempts * arm.unit).toBeCloseTo(1, 12);
  expect(arm.msPerSuccess).toBe(10);
});

test("what was seen a half-life ago counts half", () => {
  const arm = new KnownArm(1);
  for (let i = 0; i < 4; i++) arm.observe(lesson);
  expect(arm.attempts * arm.unit).toBeCloseTo(1 + 1 / 2 + 1 / 4 + 1 / 8, 12);
});

test("the time of a success holds all that failed before it, and a reward may be less than one", () => {
  const arm = new KnownArm(Infinity);
  expect(arm.msPerSuccess).toBe(Infinity);
  arm.observe({ ...lesson, reward: 0 });
  arm.observe({ ...lesson, reward: undefined, timeMs: 30, resettingMs: 4 } as never);
  arm.observe({ ...lesson, reward: 0.5 });
  expect(arm.msPerSuccess).toBe(50);
  expect(arm.meanReward).toBe(0.5);
  expect(arm.meanResettingMs).toBe(4);
});
