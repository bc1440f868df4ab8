import { describe, expect, test } from "vitest";
import { below, xoshiro } from "../../src/engine/seed.ts";
import { checkSettings, heuristicNames, type WalkSettings } from "../../src/engine/settings.ts";
import { type Layout, WalkSat } from "../../src/engine/walk-sat.ts";
import { countFalsified, type Formula, formulaOf } from "../../src/formula/formula.ts";
import { mixedFormula } from "./formulas.ts";
import { plainWalk } from "./plain-walk.ts";

/** Byte by byte, many thousand times: `toEqual` would take longer than both walks together. */
function expectSame(found: Uint8Array, expected: Uint8Array, flip: number): void {
  if (Buffer.compare(found, expected) === 0) return;
  const place = expected.findIndex((value, i) => found[i] !== value);
  expect.fail(
    `flip ${flip}: variable ${place} of ${expected.length} is ${found[place]}, not ${expected[place]}`,
  );
}

/** Walks both engines side by side and compares every value after every flip. */
function walkTogether(formula: Formula, settings: WalkSettings, layout: Layout, flips: number): number {
  const fast = new WalkSat(formula, settings, { layout });
  const plain = plainWalk(formula, checkSettings(settings));
  let least = plain.falsified.length;
  let best = plain.values.slice();
  for (let flip = 1; flip <= flips; flip++) {
    expectSame(fast.assignment(), plain.values, flip);
    if (fast.unsatisfied !== plain.falsified.length) expect(fast.unsatisfied).toBe(plain.falsified.length);
    if (plain.falsified.length < least) {
      least = plain.falsified.length;
      best = plain.values.slice();
    }
    if (flip % 16 === 0) {
      expect(fast.leastUnsatisfied).toBe(least);
      expectSame(fast.bestAssignment(), best, flip);
    }
    if (plain.falsified.length === 0) {
      expect(fast.solved).toBe(true);
      return flip - 1;
    }
    plain.step();
    fast.run(flip);
  }
  expect(countFalsified(formula, fast.assignment())).toBe(fast.unsatisfied);
  return flips;
}

describe.each(heuristicNames)("%s", (heuristic) => {
  test.each([0.3, 0.5, 0.8])(
    "makes the plain engine's flips on short clauses at noise %f, in both layouts",
    (noise) => {
      let flips = 0;
      for (let seed = 1; seed <= 4; seed++) {
        const formula = mixedFormula(seed, 30, 110, 3);
        for (const layout of ["pairs", "counts"] as const) {
          flips += walkTogether(formula, { heuristic, noise, seed, tenure: 5 }, layout, 250);
        }
      }
      expect(flips).toBeGreaterThan(250);
    },
  );

  test.each([4, 7])("makes the plain engine's flips on clauses of up to %i literals", (longest) => {
    let flips = 0;
    for (let seed = 1; seed <= 4; seed++) {
      const formula = mixedFormula(seed, 25, 25 * 2 ** longest, longest);
      flips += walkTogether(formula, { heuristic, seed, tenure: 3 }, "auto", 60);
    }
    expect(flips).toBeGreaterThan(120);
  });
});

test("a clause of more than three literals or a literal that occurs 32 times falls back to the general layout", () => {
  const often = mixedFormula(3, 12, 300, 3);
  expect(walkTogether(often, { heuristic: "rnovelty", seed: 4 }, "pairs", 200)).toBe(200);
});

test.each([
  ["32 bits, for many variables", 2500, 3],
  ["32 bits, for a long clause", 60, 40],
  ["64 bits, for a clause of thousands", 4200, 4150],
])("records of %s make the plain engine's flips too", (_width, variables, longest) => {
  const random = xoshiro(longest);
  const short = Array.from({ length: 5 * variables }, () =>
    Array.from({ length: 3 }, () => (1 + below(random, variables)) * (below(random, 2) === 0 ? 1 : -1)),
  );
  const long = Array.from({ length: longest }, (_, i) => (below(random, 2) === 0 ? i + 1 : -i - 1));
  const formula = formulaOf(variables, [...short, long]);
  for (const heuristic of ["rnovelty", "probsat"] as const) {
    expect(walkTogether(formula, { heuristic, seed: 2 }, "counts", 150)).toBe(150);
  }
});

test("the hundredth flips of rnovelty and every age survive the turn of the clock", () => {
  // The plain engine counts in doubles and never turns: both start just before the fast one's turn.
  const formula = mixedFormula(9, 30, 140, 3);
  const settings = { heuristic: "rnovelty", seed: 9 } as const;
  const start = 2_000_000_000 - 250;
  for (const layout of ["pairs", "counts"] as const) {
    const fast = new WalkSat(formula, settings, { layout, clock: start });
    const plain = plainWalk(formula, checkSettings(settings), start);
    for (let flip = 1; flip <= 600; flip++) {
      plain.step();
      fast.run(flip);
      expectSame(fast.assignment(), plain.values, flip);
    }
  }
});
