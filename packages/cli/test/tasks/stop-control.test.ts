import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startStopControl } from "../../src/tasks/stop-control.ts";

test("the end of the time stops, a signal after it stops as an interrupt, and one more hurries", async () => {
  const said: string[] = [];
  const { release } = startStopControl(20, { stop: (by) => said.push(by), hurry: () => said.push("hurry") });
  await sleep(60);
  expect(said).toEqual(["budget"]);
  process.emit("SIGTERM");
  process.emit("SIGINT");
  process.emit("SIGINT");
  expect(said).toEqual(["budget", "interrupted", "hurry", "hurry"]);
  release();
  expect(process.listenerCount("SIGHUP")).toBe(0);
});

test("a budget longer than Node's timers is waited for, not ended at once", async () => {
  const said: string[] = [];
  const { release } = startStopControl(2 ** 33, { stop: (by) => said.push(by), hurry: () => {} });
  await sleep(30);
  release();
  expect(said).toEqual([]);
});
