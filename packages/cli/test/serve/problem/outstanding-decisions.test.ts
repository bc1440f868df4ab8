import { expect, test } from "vitest";
import {
  MAX_FORGOTTEN,
  MAX_OUTSTANDING,
  OutstandingDecisions,
} from "../../../src/serve/problem/outstanding-decisions.ts";

const decision = (at: number) => ({ arm: 0, cutoff: 1, at });

test("a number waits, then is repeated for ever once it was taken; others are unknown", () => {
  const outstanding = new OutstandingDecisions();
  expect([1, 2].map((at) => outstanding.add(decision(at)).number)).toEqual([1, 2]);
  outstanding.waiting.delete(1);
  expect([0, 1, 2, 3, 1.5, Number.NaN].map((number) => outstanding.status(number))).toEqual([
    "unknown",
    "repeated",
    "waiting",
    "unknown",
    "unknown",
    "unknown",
  ]);
});

test("what was made before a moment is overdue, and no more", () => {
  const outstanding = new OutstandingDecisions();
  for (const at of [10, 20, 30]) outstanding.add(decision(at));
  expect(outstanding.overdue(20, 1)).toEqual([1]);
  outstanding.forget(1);
  expect(outstanding.status(1)).toBe("unknown");
  expect(outstanding.overdue(20, 1)).toEqual([]);
});

test("of more than may wait the oldest are overdue, as many as there is no room for", () => {
  const outstanding = new OutstandingDecisions();
  for (let i = 0; i < MAX_OUTSTANDING; i++) outstanding.add(decision(i));
  expect(outstanding.overdue(0, 0)).toEqual([]);
  expect(outstanding.overdue(0, 3)).toEqual([1, 2, 3]);
});

test("of forgotten decisions a bounded number is remembered; what came before is unknown, even if it was observed", () => {
  const outstanding = new OutstandingDecisions();
  for (let i = 0; i < MAX_FORGOTTEN + 3; i++) outstanding.add(decision(i));
  outstanding.waiting.delete(1);
  expect(outstanding.status(1)).toBe("repeated");
  for (let number = 2; number <= MAX_FORGOTTEN + 2; number++) outstanding.forget(number);
  expect(outstanding.forgotten.size).toBe(MAX_FORGOTTEN);
  expect(outstanding.floor).toBe(2);
  expect([1, 2, 3, MAX_FORGOTTEN + 2].map((number) => outstanding.status(number))).toEqual(
    Array(4).fill("unknown"),
  );
  expect(outstanding.status(MAX_FORGOTTEN + 3)).toBe("waiting");
});
