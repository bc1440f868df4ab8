import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { DimacsError } from "../../src/dimacs/dimacs-error.ts";
import { parseDimacs } from "../../src/dimacs/parse.ts";
import { readDimacs } from "../../src/dimacs/read.ts";

const text = "p cnf 3 2\n1 -2 0\n3 0\n";

test("gzip and plain bytes give the same formula", async () => {
  const bytes = new TextEncoder().encode(text);
  expect(await readDimacs(bytes)).toEqual(parseDimacs(text));
  expect(await readDimacs(gzipSync(bytes))).toEqual(parseDimacs(text));
});

test("an error in a compressed file has the line of the text inside", async () => {
  await expect(readDimacs(gzipSync("p cnf 3 1\n\n4 0\n"), "a.cnf.gz")).rejects.toThrow(
    "a.cnf.gz:3: literal 4 exceeds maximum variable 3",
  );
});

test("every cut and every damaged byte of a gzip file ends in a formula or a DimacsError", async () => {
  const packed = gzipSync(text);
  for (let i = 2; i < packed.length; i++) {
    for (const damaged of [
      packed.subarray(0, i),
      packed.map((byte, at) => (at === i ? byte ^ 0x55 : byte)),
    ]) {
      const result = await readDimacs(damaged, "x.gz").catch((error: unknown) => error);
      if (result instanceof Error) expect(result).toBeInstanceOf(DimacsError);
      else expect(result).toEqual(parseDimacs(text));
    }
  }
});
