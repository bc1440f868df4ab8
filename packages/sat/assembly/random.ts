// xoshiro128++ 1.0 (Blackman and Vigna, public domain): thirty-two bits a draw, no multiplication, and
// therefore easy to repeat bit for bit in the plain engine of the tests.

let s0: u32 = 1;
let s1: u32 = 2;
let s2: u32 = 3;
let s3: u32 = 4;

/** The four words must not all be zero; the caller mixes the seed into them. */
export function seed(a: u32, b: u32, c: u32, d: u32): void {
  s0 = a;
  s1 = b;
  s2 = c;
  s3 = d;
}

@inline
export function next(): u32 {
  const sum = s0 + s3;
  const result = rotl<u32>(sum, 7) + s0;
  const shifted = s1 << 9;
  s2 ^= s0;
  s3 ^= s1;
  s1 ^= s2;
  s0 ^= s3;
  s2 ^= shifted;
  s3 = rotl<u32>(s3, 11);
  return result;
}

/** A whole number in [0, bound); the bias of the multiplication is below bound / 2³². */
@inline
export function below(bound: u32): u32 {
  return <u32>((<u64>next() * <u64>bound) >> 32);
}

/** True with probability threshold / 2³². */
@inline
export function chance(threshold: u64): bool {
  return <u64>next() < threshold;
}
