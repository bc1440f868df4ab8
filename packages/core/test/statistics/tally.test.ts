import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  checkTicks,
  type Increments,
  joinParts,
  onTicks,
  squareParts,
  Tally,
  ticksIn,
} from "../../src/statistics/tally.ts";

const increments: fc.Arbitrary<Increments> = fc.dictionary(
  fc.constantFrom("a", "b/1", "^m", "^n/2"),
  fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
);

function tallyOf(list: readonly Increments[]): Tally {
  const tally = new Tally();
  for (const one of list) tally.add(one);
  return tally;
}

test("sums add up and maxima are kept: by hand", () => {
  const tally = tallyOf([{ a: 2, "^m": 5 }, { a: 3, "^m": 4 }, { b: 1 }]);
  expect(tally.save()).toEqual({ "^m": "5", a: "5", b: "1" });
  expect(tally.number("nobody")).toBe(0);
});

test("any order and any grouping give the same digits, also beyond 2⁵³", () => {
  fc.assert(
    fc.property(fc.array(increments), fc.array(increments), (left, right) => {
      const together = tallyOf([...left, ...right]).save();
      const apart = tallyOf([...right].reverse());
      apart.merge(tallyOf([...left].reverse()));
      expect(apart.save()).toEqual(together);
      expect(Tally.load(together).save()).toEqual(together);
    }),
  );
});

test("a part has the names that begin so, without that", () => {
  const tally = tallyOf([{ "1|a": 1, "2|a": 2, "^1|m": 7, "^2|m": 8 }]);
  expect(tally.within("1|").save()).toEqual({ "^m": "7", a: "1" });
});

test("what is no whole number of at least 0 is refused", () => {
  for (const amount of [-1, 0.5, Number.NaN, Infinity, 2 ** 53]) {
    expect(() => new Tally().add({ a: amount })).toThrow(/a must grow by a whole number/);
  }
  for (const text of ["-1", "1.5", "", "1e3", "0x1", " 1", "1".repeat(21), 7, null]) {
    expect(() => Tally.load({ a: text })).toThrow(/a must be a whole number in digits/);
  }
});

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
