import { analyse } from "@mulligan/core/analysis";
import { parseResetting } from "@mulligan/core/distributions";
import { noResetting } from "@mulligan/core/problem";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { meaningOf, timeoutCurve } from "../../src/analyze/timeout-curve.ts";
import { meaningText } from "../../src/analyze/timeout-question.tsx";

const runs = (...times: number[]) => times.map((time) => ({ arm: "all", time, completed: true, reward: 1 }));
const halves = runs(...Array.from({ length: 20 }, (_, run) => (run % 2 ? 9 : 1)));
const curveOf = (rows: ReturnType<typeof runs>, resetting = noResetting) =>
  timeoutCurve(analyse("all", rows, { resetting }), rows, resetting);

const seconds = { unit: "s", timeFactor: 1, per: "second", rateFactor: 1 };

describe("half of the runs take 1, half take 9", () => {
  const curve = curveOf(halves);

  test.each([
    [0.5, 0, 0],
    [1, 0.5, 0.5 / 1],
    [2, 0.5, 0.5 / 1.5],
    [9, 1, 1 / 5],
    [100, 1, 1 / 5],
  ])("a timeout of %d lets %d finish, at a rate of %d", (timeout, finished, rate) => {
    const meaning = meaningOf(curve, timeout, noResetting);
    expect(meaning.finished).toBeCloseTo(finished, 12);
    expect(meaning.rate).toBeCloseTo(rate, 12);
  });

  test("a restart that costs 1 is paid by the half that is cut", () => {
    const resetting = parseResetting("constant(1)");
    expect(meaningOf(curveOf(halves, resetting), 1, resetting).rate).toBeCloseTo(0.5 / 1.5, 12);
  });

  test("in a sentence", () => {
    const says = (timeout: number) =>
      meaningText(curve, timeout, meaningOf(curve, timeout, noResetting), seconds);
    expect(says(0.5)).toBe("With a timeout of 0.5 s no run would finish.");
    expect(says(9)).toBe("With a timeout of 9 s every run finishes in time, as if you waited for every run.");
    expect(says(2)).toBe(
      "With a timeout of 2 s, 50% of the runs finish in time. That gets 0.333 done per second: 66.7% of what the best timeout, 1 s, gets done, and 1.67 times as much as if you waited for every run.",
    );
  });
});

test("of inputs that were run several times, it is the rate of trying the same input again", () => {
  // Half of the inputs always take 1, half always 9: all runs together would promise 0.5 at a timeout of 1.
  const rows = Array.from({ length: 60 }, (_, run) => ({
    ...halves[0],
    time: run % 4 < 2 ? 1 : 9,
    instance: `${Math.floor(run / 2)}`,
  }));
  const curve = curveOf(rows);
  expect(meaningOf(curve, 1, noResetting)).toEqual({
    finished: expect.closeTo(0.5, 9),
    rate: expect.closeTo(1 / 5.5, 9),
    beyond: false,
  });
  expect(meaningOf(curve, 20, noResetting).rate).toBe(1 / 5);
});

test("beyond what was watched it is unknown what a timeout does", () => {
  const rows = halves.map((run) => ({ ...run, completed: run.time < 5 }));
  const curve = curveOf(rows);
  expect(meaningText(curve, 20, meaningOf(curve, 20, noResetting), seconds)).toBe(
    "It is unknown what a timeout of 20 s would do: no run was watched for longer than 9 s.",
  );
});

test("at every place of the command's own line it is the command's rate and survival", () => {
  const time = fc.integer({ min: 1, max: 1_000 });
  fc.assert(
    fc.property(fc.array(fc.tuple(time, fc.boolean()), { minLength: 1, maxLength: 60 }), (pairs) => {
      const rows = pairs.map(([time, completed]) => ({ arm: "a", time, completed, reward: 1 }));
      const analysis = analyse("a", rows);
      const curve = timeoutCurve(analysis, rows, noResetting);
      for (const { cutoff, rate, survival } of analysis.line) {
        const meaning = meaningOf(curve, cutoff, noResetting);
        expect(meaning.rate).toBeCloseTo(rate, 9);
        expect(1 - meaning.finished).toBeCloseTo(survival, 9);
      }
    }),
    { numRuns: 20 },
  );
});

test("of 10⁵ runs a thousand places are kept, and shares are right to a thousandth", () => {
  const rows = runs(...Array.from({ length: 1e5 }, (_, run) => run + 1));
  const curve = timeoutCurve(analyse("all", rows.slice(0, 100)), rows, noResetting);
  expect(curve.times.length).toBeLessThanOrEqual(1_001);
  for (const timeout of [1_234, 50_001, 99_999.5]) {
    expect(Math.abs(meaningOf(curve, timeout, noResetting).finished - timeout / 1e5)).toBeLessThan(1e-3);
  }
});
