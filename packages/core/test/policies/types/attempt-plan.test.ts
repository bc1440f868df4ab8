import { describe, expect, test } from "vitest";
import { cellToWaitFor, PLAN_LENGTH, planAttempts } from "../../../src/policies/types/attempt-plan.ts";
import { latticeCell } from "../../../src/problem/lattice.ts";
import {
  bestConstant,
  constantCost,
  exponentialSurvival,
  type Survival,
  sometimesEnds,
  tablesOf,
} from "./tables-by-hand.ts";

const cellsOf = (plan: ReturnType<typeof planAttempts>) => plan.attempts.map(({ cell }) => cell);
const surely = Float64Array.of(1);
const uniform: Survival = (time) => Math.min(1, Math.max(0, (5 - time) / 2));

describe("planAttempts", () => {
  test("memoryless attempts are as good with every cutoff, and get the longest", () => {
    const plan = planAttempts(tablesOf([[exponentialSurvival(1)]]), surely, [18]);
    expect(cellsOf(plan)).toEqual(Array(PLAN_LENGTH).fill(18));
    expect(plan.remaining[0]).toBeCloseTo(1, 2);
  });

  test("what is left to do is known: of one type, the cost of its best cutoff", () => {
    const tables = tablesOf([[sometimesEnds(0.5)]], { restart: 0.1 });
    const { remaining } = planAttempts(tables, surely, [18]);
    expect(remaining[0] / constantCost(tables, bestConstant(tables))).toBeCloseTo(1, 1);
  });

  test("of two scales the shorter cutoff comes first, and after failures the longer", () => {
    const tables = tablesOf([[sometimesEnds(0.5, 1), sometimesEnds(0.5, 32)]], { restart: 0.05 });
    const cells = cellsOf(planAttempts(tables, Float64Array.of(0.8, 0.2), [18]));
    expect(Math.abs(cells[0] - bestConstant(tables, 0))).toBeLessThanOrEqual(3);
    // The last few hardly matter: a task that comes so far is one of a hundred.
    expect(Math.abs(cells[10] - bestConstant(tables, 1))).toBeLessThanOrEqual(3);
    expect(cells.slice(1).filter((cell, place) => cell < cells[place]).length).toBeLessThan(PLAN_LENGTH / 2);
  });

  test("no constant cutoff and no Luby sequence costs less, of whatever types tasks are", () => {
    for (const share of [0.05, 0.3, 0.6, 0.95]) {
      const beliefs = Float64Array.of(share, (1 - share) / 2, (1 - share) / 2);
      const tables = tablesOf([[sometimesEnds(0.6, 1), sometimesEnds(0.6, 32), sometimesEnds(0.05, 1)]]);
      const { remaining } = planAttempts(tables, beliefs, [18]);
      const mean = (cost: (type: number) => number) =>
        beliefs.reduce((sum, belief, type) => sum + belief * cost(type), 0);
      for (let cell = tables.firstCell; cell <= tables.lastCell; cell++) {
        const constant = mean((type) => constantCost(tables, cell, type));
        const luby = mean((type) => tables.luby[0][(cell - tables.firstCell) * tables.types + type]);
        expect(mean((type) => remaining[type])).toBeLessThan(1.02 * Math.min(constant, luby));
      }
    }
  });

  test("no attempt is longer than its arm may have, nor shorter than the table", () => {
    const tables = tablesOf([[exponentialSurvival(1)], [exponentialSurvival(2)]]);
    const plan = planAttempts(tables, surely, [4, 7]);
    for (const { arm, cell } of plan.attempts) {
      expect(cell).toBeLessThanOrEqual([4, 7][arm]);
      expect(cell).toBeGreaterThanOrEqual(tables.firstCell);
    }
  });

  test("of two arms the better one is played, and where each suits half of the tasks both are", () => {
    const never: Survival = () => 1;
    const [good, bad] = [sometimesEnds(0.5, 1), sometimesEnds(0.5, 3)];
    const better = planAttempts(tablesOf([[bad], [good]]), surely, [18, 18]);
    expect(new Set(better.attempts.map(({ arm }) => arm))).toEqual(new Set([1]));
    const suited = tablesOf([
      [good, never],
      [never, good],
    ]);
    const both = planAttempts(suited, Float64Array.of(0.5, 0.5), [18, 18]).attempts;
    expect(new Set(both.slice(0, 6).map(({ arm }) => arm))).toEqual(new Set([0, 1]));
  });
});

describe("cellToWaitFor", () => {
  const waitFor = (law: Survival, outlived: number | undefined, restart = 0) => {
    const tables = tablesOf([[law]], { restart });
    const plan = planAttempts(tables, surely, [18]);
    return cellToWaitFor(tables, surely, plan, { arm: 0, outlived, longest: 18 });
  };

  test("goes on where the end comes nearer: of uniform(3, 5), at 1, at 3 and at 4.9 up to the end", () => {
    for (const time of [1, 3, 4.9]) {
      expect(waitFor(uniform, latticeCell(time) - 1)).toBeGreaterThanOrEqual(latticeCell(5));
    }
  });

  test("cuts at once where nothing ends any more, and sooner does not", () => {
    const law = sometimesEnds(0.5);
    expect(waitFor(law, latticeCell(4))).toBeUndefined();
    expect(waitFor(law, latticeCell(0.5))).toBeGreaterThan(latticeCell(0.5));
  });

  test("a memoryless attempt need not be cut: it goes on as long as it may", () => {
    expect(waitFor(exponentialSurvival(1), 3)).toBe(18);
    expect(waitFor(exponentialSurvival(1), 3, 0.1)).toBe(18);
  });

  test("an attempt that has not begun is given a cutoff in any case, as the plan would give it", () => {
    const law = sometimesEnds(0.5);
    const tables = tablesOf([[law]]);
    const cell = waitFor(law, undefined)!;
    expect(constantCost(tables, cell)).toBeLessThan(1.01 * constantCost(tables, bestConstant(tables)));
  });

  test("one that is longer than it may be is cut at once", () => {
    expect(waitFor(exponentialSurvival(1), 18)).toBeUndefined();
    expect(waitFor(exponentialSurvival(1), 500)).toBeUndefined();
  });

  test("what lives on is probably of the slow type, and is waited for where starting afresh would lose it", () => {
    const quick: Survival = (time) => (time < 1 ? 1 : 0);
    const slow: Survival = (time) => (time < 30 ? 1 : 0);
    const tables = tablesOf([[quick, slow]]);
    const plan = planAttempts(tables, Float64Array.of(0, 1), [18]);
    const cell = cellToWaitFor(tables, Float64Array.of(0, 1), plan, { arm: 0, outlived: 6, longest: 18 });
    expect(cell).toBeGreaterThanOrEqual(latticeCell(30));
  });
});
