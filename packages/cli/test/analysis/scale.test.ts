import { type ArmAnalysis, analyse } from "@mulligan/core/analysis";
import { expect, test } from "vitest";
import {
  readableNumber,
  roundedUp,
  scaledCutoff,
  scaledRate,
  scaledTime,
  scaleFor,
} from "../../src/analysis/scale.ts";

/** Every third run takes fifty times as long, so that it pays to cut at about `time`. */
const armOf = (time: number): ArmAnalysis =>
  analyse(
    "a",
    Array.from({ length: 60 }, (_, i) => ({
      arm: "a",
      time: time * (i % 3 === 0 ? 50 : 1 - i / 1e4),
      completed: true,
      reward: 1,
    })),
  );

test.each([
  ["ms", 68.2, "68.2 ms", "second"],
  ["ms", 6_530, "6.53 s", "second"],
  ["s", 0.0682, "68.2 ms", "second"],
  ["s", 90, "90 s", "second"],
  ["s", 150, "2.5 min", "minute"],
  ["minutes", 0.5, "30 s", "second"],
  ["ms", 3 * 3_600e3, "3 h", "hour"],
  ["h", 72, "3 d", "day"],
  ["ms", 0.05, "50 µs", "second"],
  ["flips", 5_000, "5,000 flips", "flip"],
  ["flips", 2.472e11, "247 billion flips", "billion flips"],
  ["", 7, "7", "unit of time"],
  ["", 7e-12, "7 · 10⁻¹²", "10⁻¹² units of time"],
])("a log in %j with a cutoff of %d: it is written %j, and rates are per %s", (unit, time, text, per) => {
  const scale = scaleFor([armOf(time)], unit);
  expect(scaledTime(scale, time)).toBe(text);
  expect(scale.per).toBe(per);
});

test("one unit holds for all times and rates of an analysis, by hand", () => {
  const scale = scaleFor([armOf(2_000), armOf(3_000), armOf(1e7)], "ms");
  expect([scaledTime(scale, 500), scaledTime(scale, 1e7)]).toEqual(["0.5 s", "10,000 s"]);
  // 0.0005 per ms is 0.5 per second.
  expect(scaledRate(scale, 0.0005)).toBe("0.5");
});

test("a cutoff is rounded up, so that the run that took so long is not cut", () => {
  const scale = scaleFor([armOf(6_530)], "ms");
  expect(scaledCutoff(scale, 6_531)).toBe("6.54 s");
  expect(scaledCutoff(scale, 6_530)).toBe("6.53 s");
  expect(scaledCutoff(scale, Infinity)).toBe("∞");
  expect([0.1, 1, 70, 0.00123, 1e15].map(roundedUp)).toEqual([0.1, 1, 70, 0.00123, 1e15]);
});

test("numbers have three digits, and no zeros at the end", () => {
  expect(
    [0, 0.5, 1_234, 99.96, 123_456_789, 0.00012345, 1e12, Infinity, Number.NaN].map(readableNumber),
  ).toEqual(["0", "0.5", "1,230", "100", "123,000,000", "0.000123", "1 · 10¹²", "∞", "–"]);
});
