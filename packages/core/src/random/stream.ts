import { Xoshiro128 } from "./random.ts";

/*
 * Every (seed, experiment, run, purpose) has a generator of its own, and it is reached at once by
 * hashing the key into the 128-bit state. Jumps would give streams that provably do not overlap, but
 * the i-th costs i jumps, and the order in which streams are asked for would matter; with hashing a
 * worker that is handed run 7,311 needs no other run, so parallel equals serial. The price is a chance
 * of overlap below n²·len/2¹²⁸: for a million streams of 2⁴⁰ numbers, 4·10⁻¹⁵.
 *
 * The key becomes 32-bit words without ambiguity: each part starts with a tag of its kind, and a string
 * says its length. So 1 and "1", or ("a", "b") and ("ab"), differ. Each word is then absorbed into four
 * lanes, every lane mixed into the next by murmur3's 32-bit finaliser (Appleby), a bijection in which
 * each input bit flips each output bit with probability close to one half. For a given word the step is a
 * bijection of the state, so nothing is lost however long the key, and two words that differ leave all
 * four lanes different.
 */

const NUMBER_TAG = 0x6e756d00;
const STRING_TAG = 0x73747200;

const bits = new DataView(new ArrayBuffer(8));

/**
 * Makes the generator of one stream. The same seed and keys give the same stream; other keys give an independent one.
 */
export function stream(seed: number, ...keys: readonly (number | string)[]): Xoshiro128 {
  if (!Number.isFinite(seed)) {
    throw new RangeError(`stream: seed must be a finite number, got ${seed}`);
  }
  // The first digits of the hexadecimal expansion of π: nothing up the sleeve.
  const lanes = new Int32Array([0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344]);
  absorbNumber(lanes, seed);
  for (const key of keys) {
    if (typeof key === "string") absorbString(lanes, key);
    else if (typeof key === "number" && !Number.isNaN(key)) absorbNumber(lanes, key);
    else throw new TypeError(`stream: a key must be a number or a string, got ${String(key)}`);
  }
  // Twice more, so that the last lane reaches the first.
  absorb(lanes, keys.length);
  absorb(lanes, 0);
  if (lanes.every((lane) => lane === 0)) lanes[0] = 1;
  return new Xoshiro128(Array.from(lanes, (lane) => lane >>> 0));
}

function absorbNumber(lanes: Int32Array, value: number): void {
  bits.setFloat64(0, value === 0 ? 0 : value); // −0 is the same key as 0
  absorb(lanes, NUMBER_TAG);
  absorb(lanes, bits.getInt32(0));
  absorb(lanes, bits.getInt32(4));
}

function absorbString(lanes: Int32Array, text: string): void {
  absorb(lanes, STRING_TAG);
  absorb(lanes, text.length);
  for (let i = 0; i < text.length; i++) absorb(lanes, text.charCodeAt(i));
}

function absorb(lanes: Int32Array, word: number): void {
  lanes[0] = mix(lanes[0] ^ lanes[3] ^ word);
  lanes[1] = mix(lanes[1] + lanes[0]);
  lanes[2] = mix(lanes[2] + lanes[1]);
  lanes[3] = mix(lanes[3] + lanes[2]);
}

function mix(word: number): number {
  let x = word ^ (word >>> 16);
  x = Math.imul(x, 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  return x ^ (x >>> 16);
}
