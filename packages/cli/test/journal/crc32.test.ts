import { crc32 as ofZlib } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { crc32 } from "../../src/journal/lines.ts";

test("crc32 of the published check value, and of nothing", () => {
  expect(crc32("123456789")).toBe(0xcbf43926);
  expect(crc32("")).toBe(0);
});

test("crc32 equals zlib's for any text: of every length, with any characters, also halves of pairs", () => {
  fc.assert(
    fc.property(fc.uint16Array({ maxLength: 60 }), (units) => {
      const text = String.fromCharCode(...units);
      expect(crc32(text)).toBe(ofZlib(text));
    }),
  );
  const lone = "a\ud800b\udc00";
  for (const text of [lone, "é".repeat(4_001), "x".repeat(100_003)]) expect(crc32(text)).toBe(ofZlib(text));
});
