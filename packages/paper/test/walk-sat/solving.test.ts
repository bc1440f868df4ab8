import { stream } from "@mulligan/core/random";
import { describe, expect, test } from "vitest";
import { solvedInstances, tasksOf } from "../../src/walk-sat/race.ts";
import { lubyRate, solvingCurve } from "../../src/walk-sat/times.ts";

describe("solvingCurve", () => {
  // Two formulas, two tries each: 1 and ∞, 3 and 3.
  const curve = solvingCurve(Float64Array.of(1, Infinity, 3, 3), 2, [1, 3, 10]);

  test("rates worked by hand", () => {
    expect(curve.rates).toEqual([1 / 4, 3 / 10, 3 / 17]);
    expect(curve.best).toBe(1);
  });

  test("the spread is between formulas", () => {
    // At 3: residuals 1 − 0.3·4 and 2 − 0.3·6 are ∓0.2, over 10 flips.
    expect(curve.margins[1]).toBeCloseTo((1.96 * Math.sqrt(0.08)) / 10, 12);
  });

  test("a resampled curve is that of one formula, the other or both", () => {
    const random = stream(1, "test");
    const seen = new Set(Array.from({ length: 50 }, () => curve.resampled(random)[1].toFixed(6)));
    expect(seen).toEqual(new Set([1 / 4, 1 / 3, 3 / 10].map((rate) => rate.toFixed(6))));
  });
});

test("lubyRate: X is 1 or 2, base 1: E[T] = 1 + ½·1 + ¼·1.5", () => {
  expect(lubyRate(Float64Array.of(1, 2), 1)).toBeCloseTo(1 / 1.875, 12);
});

test("lubyRate: with runs that never end, 1/E[T] of the series", () => {
  // X is 1 or never, base 1: E[T] = Σ 2^−a·(1 + c_a), c = 1, 1, 2, 1, 1, 2, 4, …
  const multiples = [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8];
  const series = multiples.reduce((sum, c, i) => sum + (1 + c) / 2 ** (i + 1), 0);
  expect(1 / lubyRate(Float64Array.of(1, Infinity), 1)).toBeCloseTo(series, 3);
});

describe("tasksOf", () => {
  // Formula 0 takes 10 or 11 flips, formula 1 takes 20 or 21.
  const times = Float64Array.of(10, 11, 20, 21);

  test("retry stays at a formula, and takes every formula once before it draws", () => {
    const tasks = tasksOf("retry", times, 2, stream(1, "retry"));
    const formulas = Array.from({ length: 2 }, () => {
      const attempts = [1, 2, 3, 4].map((attempt) => Math.floor(tasks.next(attempt) / 10));
      expect(new Set(attempts).size).toBe(1);
      return attempts[0];
    });
    expect(formulas.toSorted()).toEqual([1, 2]);
  });

  test("retry takes no measured try of a formula twice until all are used", () => {
    const four = Float64Array.of(10, 11, 12, 13);
    const tasks = tasksOf("retry", four, 4, stream(1, "retry"));
    for (let task = 0; task < 20; task++) {
      expect([1, 2, 3, 4].map((attempt) => tasks.next(attempt)).toSorted()).toEqual([...four]);
    }
  });

  test("abandon takes every formula once, then draws from all times", () => {
    const tasks = tasksOf("abandon", times, 2, stream(1, "abandon"));
    const first = [tasks.next(1), tasks.next(1)].map((time) => Math.floor(time / 10));
    expect(first.toSorted()).toEqual([1, 2]);
    const later = new Set(Array.from({ length: 100 }, () => tasks.next(1)));
    expect(later).toEqual(new Set(times));
  });
});

describe("solvedInstances", () => {
  const part = {
    set: "by hand",
    times: Float64Array.of(10),
    attempts: 1,
    horizons: [5, 25, 100],
    from: 0,
    to: 1,
    seed: 1,
  };
  const fixed = (cutoff: number) => ({ label: "fixed", name: "fixed", options: { cutoff }, cutoffs: "auto" });

  test("a trial that crosses the horizon counts (errata E21): 10 flips each", () => {
    for (const model of ["iid", "abandon", "retry"] as const) {
      const { solved } = solvedInstances.play({ ...part, model, contestant: fixed(10) });
      expect(solved).toEqual([[1, 3, 11]]);
    }
  });

  test("too short a cutoff solves nothing, and a run that never ends takes all that is left", () => {
    expect(solvedInstances.play({ ...part, model: "iid", contestant: fixed(9) }).solved).toEqual([[0, 0, 0]]);
    const never = { label: "never", name: "never", options: {}, cutoffs: "auto" };
    const endless = { ...part, times: Float64Array.of(Infinity) };
    expect(solvedInstances.play({ ...endless, model: "iid", contestant: never }).solved).toEqual([[0, 0, 0]]);
  });

  test("an instance is left after ten restarts", () => {
    // Never solved, cut at 1 flip: 11 attempts at each of 3 formulas, whose order does not matter.
    const hopeless = { ...part, times: Float64Array.of(Infinity, Infinity, Infinity), horizons: [32] };
    const { trials, solved } = solvedInstances.play({ ...hopeless, model: "retry", contestant: fixed(1) });
    expect({ trials, solved }).toEqual({ trials: 33, solved: [[0]] });
  });
});
