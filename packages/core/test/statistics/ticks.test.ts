import * as fc from "fast-check";
import { expect, test } from "vitest";
import { checkTicks, joinParts, onTicks, squareParts, ticksIn } from "../../src/statistics/ticks.ts";

const ticks = checkTicks(4);

test("a completion is put on the tick before it, a cut on the one after it", () => {
  expect(onTicks({ kind: "completed", time: 1.3, reward: 1 }, ticks)).toEqual({
    kind: "completed",
    time: 1.25,
    reward: 1,
  });
  expect(onTicks({ kind: "censored", time: 1.3, resetting: 0.1 }, ticks)).toEqual({
    kind: "censored",
    time: 1.5,
    resetting: 0,
  });
  expect(onTicks({ kind: "censored", time: 2 }, ticks)).toEqual({ kind: "censored", time: 2, resetting: 0 });
});

test("what lies on ticks stays, and sums of it are whole numbers of them", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (time) => {
      const once = onTicks({ kind: "completed", time, reward: 0.3 }, ticks);
      expect(onTicks(once, ticks)).toEqual(once);
      expect(ticksIn(once.time, ticks) / 4).toBe(once.time);
    }),
  );
});

test("a square in parts is the square", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (value) => {
      expect(joinParts(squareParts(value).map(BigInt))).toBe(BigInt(value) ** 2n);
    }),
  );
});

test("ticks must be a power of two", () => {
  for (const perUnit of [0, 3, 0.5, Number.NaN, 2 ** 31]) {
    expect(() => checkTicks(perUnit)).toThrow(/power of two/);
  }
});
