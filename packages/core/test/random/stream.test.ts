import { describe, expect, test } from "vitest";
import { stream } from "../../src/random/stream.ts";
import { reference } from "../reference/reference.ts";

const { streams } = reference<{ streams: { key: [number, ...(number | string)[]]; state: number[] }[] }>(
  "random",
);

describe("stream", () => {
  test("hashes a key as the independent implementation in Python does", () => {
    for (const { key, state } of streams) {
      const [seed, ...rest] = key;
      expect(stream(seed, ...rest).state()).toEqual(state);
    }
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

  test("refuses a seed that is no finite number, and a key that is no number or string", () => {
    for (const seed of [NaN, Infinity, "1", undefined]) {
      expect(() => stream(seed as number)).toThrow(/^stream: seed must be a finite number, got /);
    }
    for (const key of [NaN, undefined, null, {}, true]) {
      expect(() => stream(1, key as string)).toThrow(/^stream: a key must be a number or a string, got /);
    }
  });
});
