import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Xoshiro128 } from "../../src/random/random.ts";
import { reference } from "../reference/reference.ts";
import { draw, expectToFollow } from "./goodness-of-fit.ts";

interface Reference {
  outputs: { state: number[]; values: number[] }[];
  jump: { from: number[]; to: number[] };
  longJump: { from: number[]; to: number[] };
}
const { outputs, jump, longJump } = reference<Reference>("random");

const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const state = fc.tuple(word, word, word, word).filter((words) => words.some((w) => w !== 0));

describe("xoshiro128++", () => {
  test("from 1, 2, 3, 4 gives the ten numbers that the Rust crate rand_xoshiro publishes", () => {
    const random = new Xoshiro128([1, 2, 3, 4]);
    const published = [641, 1573767, 3222811527, 3517856514, 836907274, 4247214768, 3867114732, 1355841295];
    expect(Array.from({ length: 8 }, () => random.uint32())).toEqual(published);
  });

  test("agrees with the recurrence written in Python", () => {
    for (const { state, values } of outputs) {
      const random = new Xoshiro128(state);
      expect(values.map(() => random.uint32())).toEqual(values);
    }
  });

  test("jump and longJump equal 2^64 and 2^96 powers of the step's matrix", () => {
    const short = new Xoshiro128(jump.from);
    short.jump();
    expect(short.state()).toEqual(jump.to);
    const long = new Xoshiro128(longJump.from);
    long.longJump();
    expect(long.state()).toEqual(longJump.to);
  });

  test("jumping and stepping commute, since both are powers of one matrix", () => {
    fc.assert(
      fc.property(state, (words) => {
        const jumpFirst = new Xoshiro128(words);
        jumpFirst.jump();
        jumpFirst.uint32();
        const stepFirst = new Xoshiro128(words);
        stepFirst.uint32();
        stepFirst.jump();
        expect(jumpFirst.state()).toEqual(stepFirst.state());
      }),
    );
  });

  test("goes on from a saved state as if nothing had happened", () => {
    fc.assert(
      fc.property(state, fc.nat(20), (words, steps) => {
        const random = new Xoshiro128(words);
        for (let i = 0; i < steps; i++) random.uint32();
        const copy = new Xoshiro128(JSON.parse(JSON.stringify(random.state())));
        expect(copy.uniform()).toBe(random.uniform());
        expect(copy.state()).toEqual(random.state());
      }),
    );
  });

  test("uniform is the 53 leading bits of two words and stays below 1", () => {
    const random = new Xoshiro128([1, 2, 3, 4]);
    expect(random.uniform()).toBe((641 * 2 ** 21 + (1573767 >>> 11)) / 2 ** 53);
    // The largest two words there are: a state whose next outputs cannot be chosen, so by arithmetic.
    expect(((2 ** 32 - 1) * 2 ** 21 + (2 ** 21 - 1)) * 2 ** -53).toBe(1 - 2 ** -53);
  });

  test("uniform numbers are uniform (KS over 200,000, false alarm 1e-6)", () => {
    const random = new Xoshiro128([5, 6, 7, 8]);
    expectToFollow(
      draw(200_000, () => random.uniform()),
      (x) => x,
    );
  });

  test("each of the 32 bits is set half of the time (32 checks within 6 standard deviations)", () => {
    const random = new Xoshiro128([9, 10, 11, 12]);
    const ones = new Array<number>(32).fill(0);
    for (let i = 0; i < 100_000; i++) {
      const word = random.uint32();
      for (let bit = 0; bit < 32; bit++) ones[bit] += (word >>> bit) & 1;
    }
    for (const count of ones) expect(Math.abs(count - 50_000)).toBeLessThan(6 * Math.sqrt(25_000));
  });

  test.each([
    [[1, 2, 3]],
    [[1, 2, 3, 4, 5]],
    [[0, 0, 0, 0]],
    [[1, 2, 3, -1]],
    [[1, 2, 3, 2 ** 32]],
    [[1, 2, 3, 0.5]],
    [[1, 2, 3, NaN]],
    [[1, 2, 3, Infinity]],
    [["1", 2, 3, 4]],
    [null],
    ["1234"],
  ])("refuses the state %j", (bad) => {
    expect(() => new Xoshiro128(bad as number[])).toThrow(/^Xoshiro128: state must .*, got /);
  });
});
