import { expect, test } from "vitest";
import { comparisonText, ratioRange, resultSentences } from "../../src/sat/result-words.ts";
import type { Entries, Played } from "../../src/sat/spread.ts";
import { settingOf } from "./play-seeds.ts";

test.each([
  [0.88, "12% fewer"],
  [1.14, "14% more"],
  [0.999, "about as many"],
  [5.63, "5.63 times as many"],
])("a ratio of %d is %s", (ratio, text) => {
  expect(comparisonText(ratio)).toBe(text);
});

test.each([
  [{ mean: 0.88, low: 0.8, high: 0.97 }, "3% to 20% fewer"],
  [{ mean: 1.14, low: 1.04, high: 1.25 }, "4% to 25% more"],
  [{ mean: 0.96, low: 0.9, high: 1.02 }, "10% fewer to 2% more"],
  [{ mean: 1, low: 0.998, high: 1.003 }, ""],
  [{ mean: 1.5, low: 1.2, high: 2.1 }, "20% more to 2.10 times"],
  [{ mean: 5.6, low: 5.2, high: 6.1 }, "5.20 to 6.10 times"],
  [{ mean: 2, low: Number.NaN, high: Number.NaN }, ""],
])("the interval of %j is said as %s", (ratio, text) => {
  expect(ratioRange(ratio)).toBe(text);
});

/** A contestant that takes so many flips for its one formula, a little more or less with each seed. */
function entry(name: "learned" | "luby" | "never", flips: number, base = 0.25, seeds = 4): Played[] {
  return Array.from({ length: seeds }, (_, seed) => {
    const clock = flips * (1 + 0.01 * (seed % 2));
    const ends = [{ formula: 0, solved: true, flips: clock, clock }];
    return { contestant: { name, seed, base }, ends, clock, restarts: 0, over: true };
  });
}

const entries: Entries = {
  learned: entry("learned", 100),
  luby: entry("luby", 125),
  tuned: entry("luby", 90, 0.75),
  never: entry("never", 500),
};

const said = (own: Partial<Entries>) => resultSentences(settingOf(""), { ...entries, ...own }).join(" ");

test("the sentences say what is fewer, and plainly where the learner loses", () => {
  const text = said({});
  expect(text).toContain("20% fewer than Luby’s sequence with base 0.25 (interval: 20% to 20% fewer).");
  expect(text).toContain("Luby with the best base, 0.75, needs 10% fewer than Mulligan");
  expect(text).toContain("you would have to know that base beforehand.");
  expect(text).toContain("Without restarts it takes 5.00 times as many as with Mulligan");
});

test("a loss is said as a loss, and what may be chance as chance", () => {
  expect(said({ luby: entry("luby", 80) })).toContain("25% more than Luby’s sequence");
  const wild = entry("luby", 104).map((run, seed) => ({ ...run, clock: run.clock * (1 + 0.2 * (seed % 2)) }));
  expect(said({ luby: wild })).toContain("so it may be chance)");
  expect(said({ luby: entry("luby", 100) })).toContain("about as many as Luby’s sequence");
  expect(said({ tuned: entry("luby", 120, 0.25) })).not.toContain("beforehand");
});

test("one seed has no interval, and the reader is told that it says little", () => {
  const one = Object.fromEntries(Object.entries(entries).map(([name, runs]) => [name, runs.slice(0, 1)]));
  const text = said(one);
  expect(text).toMatch(/^With one seed, Mulligan needs/);
  expect(text).toContain("One seed says little");
  expect(text).not.toMatch(/interval|NaN/);
});

test("without a solution nothing is compared, and before the first seed is over nothing is said", () => {
  const none = entries.learned.map((run) => ({ ...run, ends: [] }));
  expect(said({ learned: none })).toBe(
    "Mulligan solved no formula with at least one of the seeds, so the flips cannot be compared.",
  );
  expect(said({ learned: entries.learned.map((run) => ({ ...run, over: false })) })).toBe("");
});
