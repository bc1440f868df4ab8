import { expect, test } from "vitest";
import { fromFiles, generated } from "../../src/sat/formula-source.ts";
import { fieldsFromAddress, readSetting, type SatSetting } from "../../src/sat/setting.ts";

function fileOf(name: string, text: string, size = text.length): File {
  const bytes = new TextEncoder().encode(text);
  return { name, size, arrayBuffer: async () => bytes.buffer } as unknown as File;
}

test("a file is read where it is asked for, and its size is that of its header", async () => {
  const { names, formula } = fromFiles([fileOf("a.cnf", "p cnf 3 2\n1 -2 0\n2 3 0\n")]);
  expect(names).toEqual(["a.cnf"]);
  expect((await formula(0)).variables).toBe(3);
});

test.each([
  [fileOf("bad.cnf", "p cnf 1 1\n2 0\n"), "bad.cnf:2: literal 2 exceeds maximum variable 1"],
  [fileOf("none.cnf", ""), 'none.cnf:1: expected "p cnf VARIABLES CLAUSES", found the end of the text'],
  [fileOf("big.cnf", "", 3e8), 'big.cnf: must have at most 269 MB, got 300 MB; use "mulligan sat" for it'],
  [fileOf("no\nname", "p cnf 1 1\n0\n"), "no\\nname: clause 1 is empty, so nothing satisfies it"],
])("what is wrong with a file is one sentence that names it: %#", async (file, problem) => {
  await expect(fromFiles([file]).formula(0)).rejects.toThrow(problem);
});

test("generated formulas depend on the seed and their place alone", async () => {
  const source = (seed: number) =>
    generated(
      readSetting(fieldsFromAddress(new URLSearchParams(`kind=uniform&seed=${seed}&count=3`))) as SatSetting,
    );
  const [one, again, other] = [source(1), source(1), source(2)];
  expect(await again.formula(2)).toEqual(await one.formula(2));
  expect(await one.formula(1)).not.toEqual(await one.formula(2));
  expect(await other.formula(2)).not.toEqual(await one.formula(2));
  expect((await one.formula(0)).starts.length - 1).toBe(840);
});
