import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { walkStopControl } from "../../src/sat/executor.ts";

test("workers that do not look, as in the middle of a large file, are waited for a second at most", async () => {
  const stopControl = walkStopControl(30);
  const pending = Symbol("pending");
  const overdue = stopControl.overdue.then(() => "overdue");
  expect(await Promise.race([overdue, sleep(10, pending)])).toBe(pending);
  const waiting = setTimeout(() => {}, 5_000);
  const began = performance.now();
  expect(await overdue).toBe("overdue");
  clearTimeout(waiting);
  expect(performance.now() - began).toBeLessThan(1_500);
  expect([stopControl.stopped, stopControl.reason]).toEqual([true, "budget"]);
  stopControl.release();
});
