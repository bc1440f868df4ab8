import { type ColumnNames, parseLog, previewLog } from "mulligan/readers";
import { expect, test } from "vitest";
import { readLogOf } from "../../src/analyze/log-reading.ts";
import { joblog } from "./logs.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const begun = (text: string, given: ColumnNames = {}) => readLogOf(previewLog(bytes(text), given));
const whole = (text: string) =>
  readLogOf(previewLog(bytes(text), {}), [{ ...parseLog("x", bytes(text)), file: "x" }]);

test("columns go by name, or by number where names are none or not their own", () => {
  const named = begun("w;x;X;\n1;2;3;4\n");
  expect(named.columns).toEqual([
    { label: "w", value: "w" },
    { label: "x (2)", value: "2" },
    { label: "X (3)", value: "3" },
    { label: "column 4", value: "4" },
  ]);
  expect(named.rows).toEqual([["1", "2", "3", "4"]]);
  expect(named.found).toBeUndefined();
  expect(begun("took;verdict\n1s;ok\n").found).toMatchObject({ time: 0, outcome: 1 });
  expect(begun("1,0\n2,1\n", { time: "1" })).toMatchObject({
    columns: [{ value: "1" }, { value: "2" }],
    rows: [
      ["1", "0"],
      ["2", "1"],
    ],
    found: { time: 0 },
  });
});

test("of long rows and cells only the beginning and the end are shown", () => {
  const { rows } = begun(`time,name\n${`1,${"a".repeat(50)}${"z".repeat(50)}\n`.repeat(9)}`);
  expect(rows).toHaveLength(4);
  expect(rows[0][1]).toBe(`${"a".repeat(12)}…${"z".repeat(11)}`);
});

test("a format with fixed columns shows its first runs, and there is nothing to choose", () => {
  expect(whole(joblog)).toMatchObject({
    kind: "a joblog of GNU parallel",
    canChoose: false,
    unit: "s",
    columns: [{ label: "time" }, { label: "outcome" }, { label: "input" }],
    rows: [["50", "finished", "job 0"], ["1.01", "finished", "job 1"], {}, {}],
  });
});

test("what was guessed is said without the options of the command", () => {
  const [notice] = whole("took,end\n1,x\n2,y\n").notices;
  expect(notice).not.toContain("--");
});
