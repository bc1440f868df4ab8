import { type Random, Xoshiro128 } from "@mulligan/core/random";

/** Returns Appleby's finaliser of MurmurHash3, in which every bit of the input affects every bit of the output. */
function mix(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

/** Returns the four words of state for a seed. Neighbouring seeds give unrelated states. */
export function seedWords(seed: number): [number, number, number, number] {
  if (!(Number.isSafeInteger(seed) && seed >= 0)) {
    throw new RangeError(`seed: must be a whole number from 0 to 2⁵³ − 1, got ${seed}`);
  }
  const low = seed >>> 0;
  const high = Math.floor(seed / 4294967296);
  const word = (i: number) => mix(mix(low + Math.imul(i, 0x9e3779b9)) ^ (high + Math.imul(i, 0x7f4a7c15)));
  // The last word is odd, so that the state is never all zero, where the generator would stay.
  return [word(1), word(2), word(3), (word(4) | 1) >>> 0];
}

/**
 * Returns the generator that the engine starts from a seed, for use outside of it: the same words as
 * assembly/random.ts. The generated sets use it; for numbers of your own, `stream` of `@mulligan/core/random` also
 * takes keys.
 */
export function xoshiro(seed: number): Xoshiro128 {
  return new Xoshiro128(seedWords(seed));
}

/** A whole number from 0 to `bound` − 1, as the engine draws it: one word each, whatever the bound. */
export function below(random: Random, bound: number): number {
  return Math.floor((random.uint32() * bound) / 4294967296);
}
