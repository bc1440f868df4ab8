import { expect, test } from "vitest";
import { printDimacs } from "../../src/dimacs/print.ts";
import { formulaOf } from "../../src/formula/formula.ts";

test("comments come first, a line break in one starts another", () => {
  expect(printDimacs(formulaOf(3, [[1, -2], [], [3]]), ["seed 1", "a\r\nb"])).toBe(
    "c seed 1\nc a\nc b\np cnf 3 3\n1 -2 0\n0\n3 0\n",
  );
});
