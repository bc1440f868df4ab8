import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stream } from "../../src/random/stream.ts";
import { reference } from "../reference/reference.ts";

const { streams } = reference<{ streams: { key: [number, ...(number | string)[]]; state: number[] }[] }>(
  "random",
);

const key = fc.array(fc.oneof(fc.double({ noNaN: true }), fc.integer(), fc.string({ unit: "binary" })), {
  maxLength: 4,
});

describe("stream", () => {
  test("hashes a key as the independent implementation in Python does", () => {
    for (const { key, state } of streams) {
      const [seed, ...rest] = key;
      expect(stream(seed, ...rest).state()).toEqual(state);
    }
  });

  test("the same key gives the same stream, another key another one", () => {
    fc.assert(
      fc.property(fc.integer(), key, key, (seed, one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other);
        const left = stream(seed, ...one).state();
        expect(stream(seed, ...one).state()).toEqual(left);
        if (!same) expect(stream(seed, ...other).state()).not.toEqual(left);
      }),
    );
  });

  test.each([
    [["a", "b"], ["ab"]],
    [
      ["", "ab"],
      ["ab", ""],
    ],
    [[1], ["1"]],
    [[], [0]],
    [[1, 2], [12]],
    [["a\0"], ["a"]],
    [[0.1], [0.1 + 2 ** -56]],
  ])("%j and %j are different streams", (one, other) => {
    expect(stream(1, ...one).state()).not.toEqual(stream(1, ...other).state());
  });

  test("0 and −0 are the same seed", () => {
    expect(stream(-0).state()).toEqual(stream(0).state());
  });

  test("one bit of the seed flips half of the 128 bits of the state (within 6 standard errors)", () => {
    const flips: number[] = [];
    for (let seed = 0; seed < 2000; seed++) {
      const one = stream(seed).state();
      const other = stream(seed ^ (1 << (seed % 20))).state();
      flips.push(one.reduce((sum, word, i) => sum + ones(word ^ other[i]), 0));
    }
    const mean = flips.reduce((sum, count) => sum + count, 0) / flips.length;
    expect(Math.abs(mean - 64)).toBeLessThan((6 * Math.sqrt(32)) / Math.sqrt(flips.length));
    expect(Math.min(...flips)).toBeGreaterThan(64 - 6 * Math.sqrt(32));
  });

  test("refuses a seed that is no finite number, and a key that is no number or string", () => {
    for (const seed of [NaN, Infinity, "1", undefined]) {
      expect(() => stream(seed as number)).toThrow(/^stream: seed must be a finite number, got /);
    }
    for (const key of [NaN, undefined, null, {}, true]) {
      expect(() => stream(1, key as string)).toThrow(/^stream: a key must be a number or a string, got /);
    }
  });
});

function ones(word: number): number {
  let count = 0;
  for (let rest = word >>> 0; rest !== 0; rest &= rest - 1) count++;
  return count;
}
