import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { exitCodeFor, startStopControl } from "../../src/tasks/stop-control.ts";

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "the end of the time stops, %s after it stops as an interrupt, and one more hurries",
  async (signal) => {
    const said: string[] = [];
    const control = startStopControl(20, {
      stop: (by) => said.push(by),
      hurry: () => said.push("hurry"),
    });
    await vi.waitFor(() => expect(said).toEqual(["budget"]));
    control.end("until");
    // The first reason stays, unless the user interrupts.
    expect(control.reason).toBe("budget");
    process.emit(signal);
    process.emit("SIGINT");
    expect(said).toEqual(["budget", "until", "interrupted", "hurry"]);
    expect(control.reason).toBe("interrupted");
    control.release();
    expect(process.listenerCount(signal)).toBe(0);
  },
);

test("a budget longer than Node's timers is waited for, not ended at once", async () => {
  const said: string[] = [];
  const { release } = startStopControl(2 ** 33, { stop: (by) => said.push(by), hurry: () => {} });
  await sleep(30);
  release();
  expect(said).toEqual([]);
});

test("all solved is all solved, though the budget ends while the last program is cleared away", () => {
  expect(exitCodeFor("budget", true)).toBe(0);
  expect(exitCodeFor("budget", false)).toBe(124);
  expect(exitCodeFor("interrupted", true)).toBe(130);
});
