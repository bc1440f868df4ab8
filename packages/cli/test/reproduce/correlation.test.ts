import { expect, test } from "vitest";
import type { Context } from "../../src/reproduce/chapter.ts";
import { playCorrelation } from "../../src/reproduce/chapters/pareto-correlation.ts";
import { bestOf } from "../../src/reproduce/studies/pareto-correlation.ts";

const context: Context = {
  setting: { form: "quick", seed: 1, unit: 100, lubyReset: "on" },
  play: async (study, parts) => parts.map((part) => study.play(part)),
  formulas: () => Promise.reject(new Error("no formulas here")),
};

test("the best cutoff of four times, worked by hand", () => {
  // Cut at 1: 1/4. At 2: 2/(1+2·3) = 2/7. At 3: 3/(1+2+3·2) = 1/3. At 100, the end: 4/106.
  const found = bestOf(Float64Array.of(1, 2, 3, 100), Float64Array.of(1, 1, 1, 1));
  expect(found).toEqual({ cutoff: 3, rate: 1 / 3, rateWithoutCutoff: 4 / 106 });
});

test("waiting for the longest is no cutoff", () => {
  expect(bestOf(Float64Array.of(1, 2), Float64Array.of(0, 1)).cutoff).toBe(Infinity);
});

test("the remark's three cases hold, t* as in PAPER-NOTES 3; with shuffled rewards they do not", async () => {
  const tied = await playCorrelation(context, "tied");
  expect(tied.claims.map(({ verdict }) => verdict)).toEqual(Array(5).fill("holds"));
  const [{ rows }] = tied.tables;
  const known = new Map([
    [-1, 2.149],
    [-0.5, 2.502],
    [0, 3.25],
    [0.25, 4.076],
    [0.5, 6.024],
    [0.75, 15.206],
    [0.9, 114.28],
  ]);
  for (const [gamma, theory, , simulated] of rows as number[][]) {
    const expected = known.get(gamma);
    if (expected === undefined) continue;
    expect(theory / expected).toBeCloseTo(1, 3);
    if (gamma <= 0.5) expect(Math.abs(simulated / expected - 1)).toBeLessThan(0.1);
  }
  const shuffled = await playCorrelation(context, "shuffled");
  const verdicts = new Map(shuffled.claims.map(({ label, verdict }) => [label, verdict]));
  expect(verdicts.get("fig:pareto-correlation, case 1")).toBe("holds");
  expect(verdicts.get("fig:pareto-correlation, case 2")).toBe("does not hold");
  expect(verdicts.get("fig:pareto-correlation")).not.toBe("holds");
  expect(verdicts.get("eqn:rew-rate")).toBe("does not hold");
});
