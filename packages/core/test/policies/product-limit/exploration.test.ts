import fc from "fast-check";
import { expect, test } from "vitest";
import { CellArms } from "../../../src/policies/product-limit/cell-arms.ts";
import { Exploration, rungCutoff } from "../../../src/policies/product-limit/exploration.ts";
import { constantResetting, noResetting } from "../../../src/problem/arm.ts";
import { autoCutoffs } from "../../../src/problem/cutoffs.ts";
import type { Outcome } from "../../../src/problem/outcome.ts";
import { stream } from "../../../src/random/stream.ts";

function world(arms = 1, resetting = noResetting) {
  const setup = {
    arms: Array.from({ length: arms }, (_, arm) => ({ name: `a${arm}`, resetting })),
    cutoffs: autoCutoffs(1),
    random: stream(1, "unused"),
  };
  const learned = new CellArms("test", setup, undefined, true);
  const exploration = new Exploration("test", learned);
  const see = (outcome: Outcome, cutoff = outcome.time, arm = 0) => {
    learned.observe(arm, outcome);
    exploration.observe({ arm, cutoff }, outcome, outcome.time, 1);
  };
  /** The longest cutoff that may be chosen. */
  const reach = (arm = 0) => learned.arms[arm].cells.edges[exploration.allowed(arm) - 1];
  return { learned, exploration, see, reach };
}

const cut = (time: number): Outcome => ({ kind: "censored", time });
const done = (time: number, reward = 1): Outcome => ({ kind: "completed", time, reward });

test("a cutoff is permitted if half of the time, less that of trials cut there or later, is enough; by hand", () => {
  const { see, reach } = world();
  see(cut(16));
  see(done(2));
  for (let n = 0; n < 9; n++) see(cut(2)); // 36: 18 is more than 16, but 16 of it is spent there, and 20 is too long
  expect(reach()).toBe(4); // twice the longest completion
  for (let n = 0; n < 14; n++) see(cut(2)); // 64: 32 was never tried
  expect(reach()).toBe(32);
  see(cut(32)); // 96: of 48, 32 are spent at 32; 40.3 is the longest that passes
  expect(reach()).toBeCloseTo(2 ** (16 / 3), 9);
});

test("trials cut at a shorter cutoff never forbid a longer one, as they did when one account was for all", () => {
  const { see, reach } = world();
  see(done(1));
  for (let n = 0; n < 100; n++) see(cut(4));
  expect(reach()).toBe(8); // the end of the table; half of 401 less the 400 at 4 permits 2, as before
});

test("whatever is chosen, no trial beyond twice the longest completion takes more than half of the time before it", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 200 }), (choices) => {
      const { learned, exploration, see } = world();
      see(done(2));
      let total = 2;
      for (const choice of choices) {
        const cutoff = learned.arms[0].cells.edges[Math.floor(choice * exploration.allowed(0) * 0.9999)];
        expect(cutoff).toBeLessThanOrEqual(Math.max(4, total / 2));
        see(cut(cutoff));
        total += cutoff;
      }
    }),
    { numRuns: 50 },
  );
});

test("every cutoff is permitted again once the time has grown enough, whatever was spent there", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), (trials) => {
      const { see, reach } = world();
      see(done(1));
      for (let n = 0; n < trials; n++) see(cut(32));
      // From 2·(T_32 + 32) on: the trials at 1 do not count for 32.
      for (let n = 0; n < 32 * trials + 64; n++) see(done(1));
      expect(reach()).toBeGreaterThanOrEqual(32);
    }),
    { numRuns: 20 },
  );
});

test("the floor: each arm gets 12·(log₁₀ R)^1.25/arms trials of up to T/R·log(R)/16, and more of shorter ones", () => {
  for (const arms of [1, 2]) {
    const { exploration, see } = world(arms);
    // 1,000 rewards in 60,000 units of time: T/R = 60, and C = 25.9, the edge before it 25.4.
    for (let n = 0; n < 1_000; n++) {
      see(done(1), 1);
      see(cut(59), 2);
    }
    const forced = new Map<number, number>();
    for (let n = 0; n < 20_000; n++) {
      const due = exploration.due(1);
      if (due === undefined) continue;
      forced.set(due.arm, (forced.get(due.arm) ?? 0) + 1);
      exploration.observe(due, cut(due.cutoff), 0, 1);
    }
    // The first arm has had its trials; the others need 12·3^1.25/2 = 23.7 at C and √2, 2 … times as many below.
    expect(forced.get(0) ?? 0).toBe(0);
    if (arms === 2) {
      expect(forced.get(1)).toBeGreaterThanOrEqual(24);
      expect(forced.get(1)).toBeLessThan(24 * Math.sqrt(26) + 10);
    }
  }
});

test("the floor takes at most every eighth decision, and none before there are rewards", () => {
  const { exploration, see } = world();
  for (let n = 0; n < 100; n++) expect(exploration.due(1)).toBeUndefined();
  for (let n = 0; n < 100; n++) {
    see(done(1, 1), 1);
    see(cut(99), 2);
    exploration.scale(0, 0);
  }
  const due = Array.from({ length: 80 }, () => exploration.due(1));
  expect(due.filter((decision) => decision !== undefined)).toHaveLength(10);
});

/** The cutoffs of the first so many trials, none of which completes. */
function climb(trials: number, { learned } = world()): number[] {
  return Array.from({ length: trials }, () => {
    const cutoff = rungCutoff(learned.arms[0], learned.range!, 1);
    learned.observe(0, cut(cutoff));
    return cutoff;
  });
}

test("before each new rung the lower ones are tried again: 1 1 4, six times 1, 4 16 …, worked by hand", () => {
  expect(climb(11)).toEqual([1, 1, 4, 1, 1, 1, 1, 1, 1, 4, 16]);
});

test("the way to a rung and its first trial cost at most 3.1 times the rung, and a million times the scale some 2,300 trials", () => {
  let [spent, longest] = [0, 0];
  for (const cutoff of climb(2_300)) {
    spent += cutoff;
    if (cutoff <= longest) continue;
    longest = cutoff;
    expect(spent).toBeLessThanOrEqual(3.1 * longest);
  }
  expect(longest).toBe(2 ** 20);
});

test("rungs shorter than the resetting time are left out", () => {
  expect(climb(4, world(1, constantResetting(10)))).toEqual([16, 16, 64, 16]);
});
