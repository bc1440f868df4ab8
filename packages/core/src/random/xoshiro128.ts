import type { Random } from "./random.ts";

/** The whole state of a generator as plain data: four unsigned 32-bit numbers, not all zero. */
export type GeneratorState = readonly [number, number, number, number];

// The polynomials x^(2^64) and x^(2^96) modulo the characteristic polynomial of the step, lowest word
// first; from the authors' code, and derived again by linear algebra in test/reference/make-random.py.
const JUMP = [0x8764000b, 0xf542d2d3, 0x6fa035c3, 0x77f2db5b];
const LONG_JUMP = [0xb523952e, 0x0b6f099f, 0xccf5a0ef, 0x1c580662];

const TWO_POW_21 = 2 ** 21;
const TWO_POW_MINUS_53 = 2 ** -53;

/**
 * xoshiro128++ 1.0 of Blackman and Vigna ("Scrambled linear pseudorandom number generators", 2021):
 * period 2¹²⁸ − 1, 32-bit words only, which is what JavaScript multiplies and shifts without boxing.
 *
 * The state lives in four fields kept as int32, read into locals and written back once a step.
 * An Int32Array of four costs a bounds check a word and was slower in every run measured.
 */
export class Xoshiro128 implements Random {
  private a: number;
  private b: number;
  private c: number;
  private d: number;

  constructor(state: readonly number[]) {
    if (!Array.isArray(state) || state.length !== 4) {
      throw new TypeError(`Xoshiro128: state must be four numbers, got ${JSON.stringify(state)}`);
    }
    for (const word of state) {
      if (typeof word !== "number" || !(word >= 0) || word >>> 0 !== word) {
        throw new RangeError(`Xoshiro128: state must hold integers in [0, 2^32), got ${word}`);
      }
    }
    if (state.every((word) => word === 0)) {
      throw new RangeError("Xoshiro128: state must not be all zero, got 0,0,0,0");
    }
    this.a = state[0]! | 0;
    this.b = state[1]! | 0;
    this.c = state[2]! | 0;
    this.d = state[3]! | 0;
  }

  uint32(): number {
    const a = this.a;
    const b = this.b;
    const sum = (a + this.d) | 0;
    const c = this.c ^ a;
    const d = this.d ^ b;
    this.a = a ^ d;
    this.b = b ^ c;
    this.c = c ^ (b << 9);
    this.d = (d << 11) | (d >>> 21);
    return (((sum << 7) | (sum >>> 25)) + a) >>> 0;
  }

  /** Two words make one number: 32 bits of the first above 21 bits of the second. */
  uniform(): number {
    const high = this.uint32();
    return (high * TWO_POW_21 + (this.uint32() >>> 11)) * TWO_POW_MINUS_53;
  }

  /** As far as 2⁶⁴ calls of `uint32`. */
  jump(): void {
    this.advance(JUMP);
  }

  /** As far as 2⁹⁶ calls of `uint32`. */
  longJump(): void {
    this.advance(LONG_JUMP);
  }

  /** The state, from which `new Xoshiro128(state)` goes on where this one stands. */
  state(): GeneratorState {
    return [this.a >>> 0, this.b >>> 0, this.c >>> 0, this.d >>> 0];
  }

  /** The step is linear over GF(2), so a polynomial in it is a sum of states along the way. */
  private advance(polynomial: readonly number[]): void {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (const word of polynomial) {
      for (let bit = 0; bit < 32; bit++) {
        if ((word >>> bit) & 1) {
          a ^= this.a;
          b ^= this.b;
          c ^= this.c;
          d ^= this.d;
        }
        this.uint32();
      }
    }
    this.a = a;
    this.b = b;
    this.c = c;
    this.d = d;
  }
}
