import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { DimacsError, parseDimacs, printDimacs, readDimacs } from "../../src/formula/dimacs.ts";
import { clauseAt, clauseCount, emptyClause, type Formula, formulaOf } from "../../src/formula/formula.ts";

const clausesOf = (formula: Formula) =>
  Array.from({ length: clauseCount(formula) }, (_, c) => [...clauseAt(formula, c)]);

describe("the same three clauses are read from", () => {
  test.each([
    ["a plain file", "p cnf 4 3\n1 -2 0\n3 4 0\n-1 0\n"],
    [
      "comments before, between and inside clauses",
      "c a\np cnf 4 3\nc b\n1\nc inside 7 8 0\n-2 0\n3 4 0 c tail\n-1 0\nc end",
    ],
    ["clauses over several lines and several on one", "p cnf 4 3\n1\n-2\n0 3 4 0 -1\n0"],
    ["CRLF", "c a\r\np cnf 4 3\r\n1 -2 0\r\n3 4 0\r\n-1 0\r\n"],
    ["CR alone", "c a\rp cnf 4 3\r1 -2 0\r3 4 0\r-1 0\r"],
    ["tabs, form feeds and leading blanks", " \tp\tcnf  4\t3 \n\t1\t-2\t0\n\f 3 4 0\n   -1 0"],
    ["SATLIB's trailer", "p cnf 4 3\n 1 -2 0\n3 4 0\n-1 0\n%\n0\n\n"],
    ["no final newline", "p cnf 4 3\n1 -2 0\n3 4 0\n-1 0"],
    ["leading zeros", "p cnf 04 003\n01 -002 0\n3 4 0\n-1 00"],
  ])("%s", (_what, text) => {
    const formula = parseDimacs(text);
    expect(formula.variables).toBe(4);
    expect(clausesOf(formula)).toEqual([[1, -2], [3, 4], [-1]]);
    expect(emptyClause(formula)).toBe(-1);
  });
});

test("an empty clause is found, by its index", () => {
  expect(emptyClause(parseDimacs("p cnf 2 3\n1 2 0\n0\n-1 0\n"))).toBe(1);
});

test("no clauses and no variables are a formula", () => {
  expect(clauseCount(parseDimacs("p cnf 0 0"))).toBe(0);
  expect(clauseCount(parseDimacs("c x\np cnf 5 0\n"))).toBe(0);
});

const header = 'expected "p cnf VARIABLES CLAUSES"';
test.each([
  ["", 1, `${header}, found the end of the text`],
  ["c only\n\n", 3, `${header}, found the end of the text`],
  ["c x\n1 2 0\n", 2, `${header} before the first clause, found "1"`],
  ["p cnf 3\n1 0", 1, `${header}, found "p"`],
  ["p dnf 3 1\n1 0", 1, `${header}, found "p"`],
  ["p cnf -3 1\n1 0", 1, 'the number of variables must be a whole number from 0 to 1073741823, found "-3"'],
  ["p cnf 3 1e9\n1 0", 1, 'the number of clauses must be a whole number from 0 to 4294967294, found "1e9"'],
  ["p cnf 1 1\r\nc\r\np cnf 1 1\r\n1 0", 3, "a second header"],
  ["p cnf 100 2\n1 2 0\n\n7 121 0\n", 4, "literal 121 exceeds maximum variable 100"],
  ["p cnf 3 1\n-99999999999999999999999999 0", 2, "literal -99999999999999999999999… exceeds"],
  ["p cnf 3 1\n1 x2 0\n", 2, 'expected a literal, found "x2"'],
  ["p cnf 3 1\n1 2x 0\n", 2, 'expected a literal, found "2x"'],
  ["p cnf 3 1\n1 - 2 0\n", 2, 'expected a literal, found "-"'],
  ["p cnf 3 1\n1 -0\n", 2, 'expected a literal, found "-0"'],
  ["p cnf 3 1\n+1 0\n", 2, 'expected a literal, found "+1"'],
  ["p cnf 3 1\n1 é 0\n", 2, 'expected a literal, found "??"'],
  ["p cnf 3 1\n1 0\n\n2 0\n", 4, "clause 2 exceeds the 1 that the header declares"],
  ["p cnf 3 3\n1 0\n2 0\n", 4, "found 2 clauses, the header declares 3"],
  ["p cnf 3 2\n1 0\n2 3", 3, "clause 2 is not closed by 0"],
  ["p cnf 3 2\n1 0\n2\n%\n0\n", 4, "clause 2 is not closed by 0"],
])("%j is refused at line %d", (text, line, message) => {
  expect(() => parseDimacs(text, "f")).toThrow(
    expect.objectContaining({ name: "DimacsError", file: "f", line }),
  );
  expect(() => parseDimacs(text, "f")).toThrow(`f:${line}: ${message}`);
});

test("a header that promises a thousand million clauses allocates nothing for them", () => {
  expect(() => parseDimacs("p cnf 1000000000 4000000000\n1 0\n")).toThrow("found 1 clauses");
});

test("parse(print(formula)) is the formula", () => {
  const formula = formulaOf(5, [[1, -2], [], [5, 5, -5], [3]]);
  expect(parseDimacs(printDimacs(formula, ["two\nlines"]))).toEqual(formula);
});

test("a byte order mark before the text is passed over", () => {
  expect(parseDimacs("\ufeffp cnf 2 1\n1 -2 0\n")).toEqual(parseDimacs("p cnf 2 1\n1 -2 0\n"));
});

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

test("comments come first, a line break in one starts another", () => {
  expect(printDimacs(formulaOf(3, [[1, -2], [], [3]]), ["seed 1", "a\r\nb"])).toBe(
    "c seed 1\nc a\nc b\np cnf 3 3\n1 -2 0\n0\n3 0\n",
  );
});
