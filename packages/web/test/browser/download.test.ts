import { expect, test } from "vitest";
import { csvText } from "../../src/browser/download.ts";

test("commas, quotes and line breaks in a name are quoted", () => {
  expect(csvText([{ name: 'a,"b"', cells: ["x\ny", "z"] }])).toBe('"a,""b"""\r\n"x\ny"\r\nz\r\n');
});

test("a name that a spreadsheet would run gets an apostrophe; a number below zero does not", () => {
  const cells = ["=1+1", "+a", "-a", "@a", "a=b", -1.5, -1e-7];
  expect(csvText([{ name: "-n", cells }])).toBe(
    "'-n\r\n'=1+1\r\n'+a\r\n'-a\r\n'@a\r\na=b\r\n-1.5\r\n-1e-7\r\n",
  );
});

test("missing values and the ends of shorter columns are empty cells, and infinity is inf", () => {
  const columns = [
    { name: "a", cells: [1, null, Number.NaN, Infinity, -Infinity] },
    { name: "b", cells: new Float64Array([0.1]) },
  ];
  expect(csvText(columns)).toBe("a,b\r\n1,0.1\r\n,\r\n,\r\ninf,\r\n-inf,\r\n");
});
