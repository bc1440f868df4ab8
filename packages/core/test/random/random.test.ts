import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Xoshiro128 } from "../../src/random/random.ts";
import { reference } from "../reference/reference.ts";

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

  test("refuses a state that is not four words, or zero", () => {
    const zero = [0, 0, 0, 0];
    for (const bad of [
      [1, 2, 3],
      [1, 2, 3, 4, 5],
      zero,
      ...[-1, 2 ** 32, 0.5, NaN].map((w) => [1, 2, 3, w]),
      null,
    ]) {
      expect(() => new Xoshiro128(bad as number[])).toThrow(/^Xoshiro128: state must .*, got /);
    }
  });
});
