import { stream } from "@mulligan/core/random";
import { expect, test } from "vitest";
import { WorkerSpeeds } from "../../src/cluster/worker-speeds.ts";

/** Exponential times of two arms; `slow` takes so many times as long as `fast`. */
function speedsOf(factor: number, trials: number): WorkerSpeeds {
  const speeds = new WorkerSpeeds();
  const random = stream(1, "speeds");
  for (let trial = 0; trial < trials; trial++) {
    for (const [arm, scale] of [3, 100].entries()) {
      speeds.add("fast", arm, -scale * Math.log(random.uniform()));
      speeds.add("slow", arm, -scale * factor * Math.log(random.uniform()));
    }
  }
  return speeds;
}

test("a worker that takes twice as long has half the speed, whatever the arms", () => {
  const speeds = speedsOf(2, 2_000);
  const [fast, slow] = speeds.all();
  expect(fast).toMatchObject({ worker: "fast", trials: 4_000 });
  // The standard error of the logarithm is 1.28·√(2/4000) = 0.029.
  expect(Math.log(fast.speed!) / Math.log(2)).toBeCloseTo(1, 0);
  expect(fast.speed! * slow.speed!).toBeCloseTo(1, 9);
  expect(speeds.notice()).toMatch(/^machines differ in speed \(fast 2\.\d\d×, slow 0\.\d\d× of the others\)/);
});

test("machines that are alike, too few trials, or failures alone say nothing", () => {
  expect(speedsOf(1, 2_000).notice()).toBeUndefined();
  expect(
    speedsOf(2, 2)
      .all()
      .map(({ speed }) => speed),
  ).toEqual([null, null]);
  const failed = new WorkerSpeeds();
  for (let trial = 0; trial < 50; trial++) failed.add("a", 0, undefined);
  expect(failed.all()).toEqual([{ worker: "a", trials: 50, speed: null }]);
  expect(failed.notice()).toBeUndefined();
});
