import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { xoshiro } from "../../src/engine/seed.ts";
import { heuristicNames, type WalkSettings } from "../../src/engine/settings.ts";
import { walkSat } from "../../src/engine/walk-sat.ts";
import { countFalsified, formulaOf, satisfies } from "../../src/formula/formula.ts";
import { plantedFormula, uniformFormula } from "../../src/generate/uniform.ts";

const hard = uniformFormula({ variables: 60, clauses: 400 }, xoshiro(1));

const clauses = fc.integer({ min: 1, max: 9 }).chain((variables) =>
  fc.record({
    variables: fc.constant(variables),
    clauses: fc.array(
      fc.array(
        fc.integer({ min: 1, max: variables }).chain((v) => fc.constantFrom(v, -v)),
        { minLength: 1, maxLength: 6 },
      ),
      { maxLength: 30 },
    ),
  }),
);

test("a reported model satisfies the formula, an unsolved one has exactly the false clauses it reports", () => {
  fc.assert(
    fc.property(clauses, fc.constantFrom(...heuristicNames), fc.nat(), (drawn, heuristic, seed) => {
      const formula = formulaOf(drawn.variables, drawn.clauses);
      const walk = walkSat(formula, { heuristic, seed });
      const solved = walk.run(300);
      expect(walk.model !== undefined).toBe(solved);
      if (walk.model) expect(satisfies(formula, walk.model)).toBe(true);
      expect(countFalsified(formula, walk.assignment())).toBe(walk.unsatisfied);
      expect(countFalsified(formula, walk.bestAssignment())).toBe(walk.leastUnsatisfied);
      expect(walk.flips).toBeLessThanOrEqual(300);
    }),
    { seed: 3, numRuns: 600 },
  );
});

describe.each(heuristicNames)("%s", (heuristic) => {
  test("the same seed gives the same flips, however the run is sliced", () => {
    const whole = walkSat(hard, { heuristic, seed: 7 });
    const sliced = walkSat(hard, { heuristic, seed: 7 });
    whole.run(20_000);
    for (let cutoff = 0; cutoff <= 20_000; cutoff += 800) sliced.run(cutoff);
    expect(sliced.flips).toBe(20_000);
    expect(sliced.assignment()).toEqual(whole.assignment());
    expect(sliced.bestAssignment()).toEqual(whole.bestAssignment());
    expect(countFalsified(hard, whole.bestAssignment())).toBe(whole.leastUnsatisfied);
  });
});

test("restart(seed) forgets everything but the formula", () => {
  const walk = walkSat(hard, { seed: 1 });
  walk.run(5000);
  walk.restart(2);
  expect(walk.flips).toBe(0);
  walk.run(700);
  const fresh = walkSat(hard, { seed: 2 });
  fresh.run(700);
  expect(walk.assignment()).toEqual(fresh.assignment());
});

test("load takes a larger, then a smaller formula", () => {
  const walk = walkSat(hard, { heuristic: "probsat" });
  for (const variables of [20_000, 30, 500]) {
    const { formula } = plantedFormula({ variables, clauses: 3 * variables }, xoshiro(variables));
    walk.load(formula);
    expect(walk.run(1e6)).toBe(true);
    expect(satisfies(formula, walk.model!)).toBe(true);
  }
});

test("a formula without clauses, or with tautologies only, is solved at flip 0", () => {
  expect(walkSat(formulaOf(3, [])).solved).toBe(true);
  expect(walkSat(formulaOf(0, [])).run(10)).toBe(true);
  const walk = walkSat(
    formulaOf(2, [
      [1, -1],
      [2, 1, -2],
    ]),
  );
  expect([walk.solved, walk.flips]).toEqual([true, 0]);
});

test("tabu's clock moves though every variable is held back, so that no run hangs", () => {
  const walk = walkSat(formulaOf(1, [[1], [-1]]), { heuristic: "tabu", tenure: 1000 });
  expect(walk.run(5000)).toBe(false);
  expect(walk.flips).toBe(5000);
});

test("stop is asked between slices and ends the run", () => {
  const walk = walkSat(hard);
  let asked = 0;
  expect(walk.run(Infinity, () => ++asked > 5)).toBe(false);
  expect(asked).toBe(6);
  expect(walk.flips).toBeGreaterThan(0);
});

test("an abort rejects between slices with its reason, and the walk can go on", async () => {
  const walk = walkSat(hard);
  const controller = new AbortController();
  const running = walk.runAsync(Infinity, { signal: controller.signal });
  setTimeout(() => controller.abort(new Error("enough")), 30);
  await expect(running).rejects.toThrow("enough");
  const { flips } = walk;
  expect(await walk.runAsync(flips + 1000)).toBe(false);
  expect(walk.flips).toBe(flips + 1000);
});

test("runAsync makes run's flips", async () => {
  const [one, other] = [walkSat(hard), walkSat(hard)];
  one.run(300_000);
  await other.runAsync(300_000);
  expect(other.assignment()).toEqual(one.assignment());
});

test("a formula that is refused leaves the walk on the one before", () => {
  const [one, other] = [walkSat(hard), walkSat(hard)];
  expect(() => one.load(formulaOf(2, [[1], []]))).toThrow("clause 2 is empty");
  one.run(10_000);
  other.run(10_000);
  expect(one.assignment()).toEqual(other.assignment());
});

test.each([
  [{ heuristic: "gsat" }, 'unknown heuristic "gsat": expected one of skc, novelty, novelty+'],
  [{ noise: 1.2 }, "walkSat: noise must lie in [0, 1], got 1.2"],
  [{ noise: Number.NaN }, "got NaN"],
  [{ walkChance: -1 }, "walkChance must lie in [0, 1], got -1"],
  [{ tenure: 1.5 }, "tenure must be a whole number"],
  [{ seed: -1 }, "seed: must be a whole number"],
  [{ breakWeight: { base: 0.5 } }, "breakWeight.base must be a number of at least 1"],
  [{ breakWeight: { exponent: 2, offset: 0 } }, "breakWeight.offset must exceed 0"],
])("%j is refused by name", (settings, message) => {
  expect(() => walkSat(hard, settings as WalkSettings)).toThrow(message);
});

test("a cutoff between two flips and a formula too large for the engine are refused", () => {
  expect(() => walkSat(hard).run(1.5)).toThrow("cutoff must be a whole number of flips or Infinity, got 1.5");
  expect(() => walkSat({ ...hard, variables: 2 ** 27 })).toThrow("must fit 4 GiB of engine memory");
});
