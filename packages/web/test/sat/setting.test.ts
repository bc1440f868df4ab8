import { expect, test } from "vitest";
import { fieldsFromAddress, fieldsToAddress, readSetting } from "../../src/sat/setting.ts";

const read = (text: string) => readSetting(fieldsFromAddress(new URLSearchParams(text)));

test("what stands in the address comes back from it", () => {
  const fields = fieldsFromAddress(new URLSearchParams("kind=planted&variables=50&speed=max&seed=7"));
  expect(fieldsFromAddress(new URLSearchParams(fieldsToAddress(fields).toString()))).toEqual(fields);
  expect(readSetting(fields)).toMatchObject({ kind: "planted", variables: 50, speed: Infinity, seed: 7 });
});

test.each([
  ["kind=none", "kind", "Must be one of cbs100, uf100, planted, uniform."],
  ["count=0", "count", "Must be a whole number from 1 to 500."],
  ["kind=planted&count=1001", "count", "Must be a whole number from 1 to 1,000."],
  ["seed=1.5", "seed", "Must be a whole number from 0 to 2⁵³ − 1."],
  ["budget=", "budget", "Must be a number from 1 to 10,000."],
  ["noise=NaN", "noise", "Must be a number from 0 to 1."],
  ["kind=uniform&variables=1000000&ratio=6", "ratio", "At most 5,000,000 clauses are generated here."],
  ["speed=2", "speed", "Must be one of 1000, 10000, 100000, 1000000, max."],
])("%s is refused beside its field", (text, name, problem) => {
  expect(read(text)).toEqual({ problems: { [name]: problem } });
});

test("the size of a known set is not asked for, whatever the address says", () => {
  expect(read("kind=uf100&variables=zero&ratio=-1")).toMatchObject({ kind: "uf100" });
});
