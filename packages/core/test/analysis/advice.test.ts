import { expect, test } from "vitest";
import { adviceOn, runsNeeded } from "../../src/analysis/advice.ts";

test.each([
  [{ estimate: 2, low: 1.3, high: 4 }, 20, "yes"],
  [{ estimate: 2, low: 1.3, high: Infinity }, 19, "unclear"],
  [{ estimate: 1.01, low: 1.005, high: 1.015 }, 300, "no"],
  [{ estimate: 1.1, low: 0.9, high: 1.9 }, 300, "no"],
  [{ estimate: 1.3, low: 0.9, high: 1.9 }, 300, "unclear"],
  [{ estimate: 1.3, low: 0.9, high: 1.4 }, 300, "no"],
  [{ estimate: 1, low: 0.9, high: Infinity }, 300, "unclear"],
])("%o after %i completed runs: %s", (gain, completed, verdict) => {
  expect(adviceOn(gain, completed, Infinity)).toBe(verdict);
});

test("nine instances decide nothing, ten may", () => {
  const gain = { estimate: 2, low: 1.3, high: 4 };
  expect(adviceOn(gain, 200, 9)).toBe("unclear");
  expect(adviceOn(gain, 200, 10)).toBe("yes");
});

test("four times the runs halve an interval that reaches as far below 1 as the estimate is above", () => {
  const low = 1.5 / 1.5 ** 2;
  expect(runsNeeded({ estimate: 1.5, low, high: Infinity }, 100, 100)).toBe(300);
});

test("at least twice the completed runs that a verdict needs", () => {
  expect(runsNeeded({ estimate: 1, low: 0, high: Infinity }, 2, 1)).toBe(78);
});
