import { expect, test } from "vitest";
import { seedWords, xoshiro } from "../../src/engine/seed.ts";

/** The reference algorithm in exact integers, straight from the authors' C. */
function* reference(seed: number): Generator<number> {
  const mask = 0xffffffffn;
  const rotate = (x: bigint, k: bigint) => ((x << k) | (x >> (32n - k))) & mask;
  const s = seedWords(seed).map(BigInt) as [bigint, bigint, bigint, bigint];
  while (true) {
    yield Number((rotate((s[0] + s[3]) & mask, 7n) + s[0]) & mask);
    const t = (s[1] << 9n) & mask;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 11n);
  }
}

test.each([0, 1, 2 ** 32, 2 ** 53 - 1])("seed %d gives the reference algorithm's numbers", (seed) => {
  const exact = reference(seed);
  const random = xoshiro(seed);
  for (let i = 0; i < 1000; i++) expect(random.uint32()).toBe(exact.next().value);
});

test("neighbouring seeds share no word of state", () => {
  const words = new Set(Array.from({ length: 2000 }, (_, seed) => seedWords(seed)).flat());
  // 8,000 words out of 2³²: 0.0075 collisions are expected, the seeds are fixed.
  expect(words.size).toBe(8000);
});

test.each([-1, 1.5, 2 ** 53, Number.NaN])("seed %d is refused", (seed) => {
  expect(() => xoshiro(seed)).toThrow("seed: must be a whole number from 0 to 2⁵³ − 1");
});
