import { expect, test } from "vitest";
import { liveText } from "../../src/sat/live-text.ts";
import { newTally } from "../../src/sat/tally.ts";

const solved = (arm: number, cutoff: number, flips: number) => ({
  input: "a.cnf",
  occurrence: 1,
  arm,
  cutoff,
  seed: 1,
  outcome: { kind: "completed", time: flips, reward: 1 } as const,
});

test("the line on a terminal has done of total, rates, the best arm with its cutoff, and the time left", () => {
  const tally = newTally(["skc", "rnovelty"], { draw: false });
  for (const trial of [solved(0, 80, 50), solved(1, 64, 60), solved(1, 101.6, 3_999_890)]) tally.add(trial);
  const progress = { done: 10, total: 30, earlierFlips: 0, wallMs: 2_000 };
  expect(liveText(tally, progress)).toBe("10/30 files, 5.0/s, 2.0M flips/s, rnovelty cut at 101, 4 s left");
  // What an earlier run did is no part of this one's speed, and before anything is done nobody knows how long it takes.
  expect(liveText(tally, { ...progress, done: 0, earlierFlips: 4_000_000 })).toBe(
    "0/30 files, 0.0/s, 0.0M flips/s, rnovelty cut at 101",
  );
});
