/** A seeded source of randomness: `@mulligan/core`'s `Random` and a whole number below a bound. */
export interface SeededRandom {
  uint32(): number;
  uniform(): number;
  below(bound: number): number;
}

/** Appleby's finaliser of MurmurHash3: every bit of the input moves every bit of the output. */
function mix(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

/** The four words of state that a seed stands for. Neighbouring seeds share nothing visible. */
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

/** xoshiro128++ (Blackman and Vigna), bit for bit as in assembly/random.ts. */
export function xoshiro(seed: number): SeededRandom {
  let [a, b, c, d] = seedWords(seed);
  const uint32 = (): number => {
    const sum = (a + d) | 0;
    const result = (((sum << 7) | (sum >>> 25)) + a) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result;
  };
  return {
    uint32,
    uniform: () => ((uint32() >>> 5) * 67108864 + (uint32() >>> 6)) / 9007199254740992,
    below: (bound) => Math.floor((uint32() * bound) / 4294967296),
  };
}
