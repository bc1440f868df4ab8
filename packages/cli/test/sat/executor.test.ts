import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { walkStopControl } from "../../src/sat/executor.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("workers that do not look, as in the middle of a large file, are waited for a second at most", async () => {
  const stopControl = walkStopControl(30);
  let isOverdue = false;
  void stopControl.overdue.then(() => {
    isOverdue = true;
  });
  await vi.advanceTimersByTimeAsync(29);
  expect(stopControl.stopped).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect([stopControl.stopped, stopControl.reason, isOverdue]).toEqual([true, "budget", false]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isOverdue).toBe(true);
  stopControl.release();
});
