import { expect, test, vi } from "vitest";
import { stream } from "../../src/random/stream.ts";
import { virtualClock } from "./virtual-clock.mjs";

test("timers go off by their time, those of one moment in the order in which they were set, as sorting has it", async () => {
  const clock = virtualClock();
  const random = stream(1, "timers");
  const set: { at: number; place: number; timer: unknown }[] = [];
  const rang: number[] = [];
  for (let place = 0; place < 2_000; place++) {
    const at = Math.floor(300 * random.uniform());
    set.push({ at, place, timer: clock.setTimer(() => rang.push(place), at) });
  }
  const kept = set.filter(({ timer }) => {
    if (random.uniform() < 0.4) return true;
    clock.clearTimer(timer);
    clock.clearTimer(timer); // a second time does no harm
    return false;
  });
  expect(clock.pending).toBe(kept.length);
  await clock.until(clock.sleep(300));
  expect(rang).toEqual(kept.sort((a, b) => a.at - b.at || a.place - b.place).map(({ place }) => place));
  expect(clock.pending).toBe(0);
});

test("a timer that is taken back in a promise's callback does not go off, though it was due at the same moment", async () => {
  const clock = virtualClock();
  let rang = false;
  let later: unknown;
  const first = clock.sleep(5).then(async () => {
    for (let turn = 0; turn < 20; turn++) await undefined;
    clock.clearTimer(later);
  });
  later = clock.setTimer(() => {
    rang = true;
  }, 5);
  await clock.until(first);
  await clock.until(clock.sleep(5));
  expect(rang).toBe(false);
  expect(clock.now()).toBe(10);
});

test("a sleep leaves no listener on the signal behind, and an abort leaves no timer", async () => {
  const clock = virtualClock();
  const controller = new AbortController();
  const { signal } = controller;
  const added = vi.spyOn(signal, "addEventListener");
  const removed = vi.spyOn(signal, "removeEventListener");
  await clock.until(clock.sleep(5, signal));
  expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([1, 1]);
  const asleep = clock.sleep(5, signal);
  expect(clock.pending).toBe(1);
  controller.abort(new Error("enough"));
  await expect(asleep).rejects.toThrow("enough");
  expect([clock.pending, clock.now()]).toEqual([0, 5]);
  await expect(clock.sleep(5, signal)).rejects.toThrow("enough");
});

test("a wait for what nothing can bring about is an error", async () => {
  const clock = virtualClock();
  await expect(clock.until(new Promise(() => {}))).rejects.toThrow("nothing is left to wait for");
});
