import { expect, test } from "vitest";
import {
  fieldsFromAddress,
  fieldsToAddress,
  isSameContest,
  readSetting,
  type SatSetting,
} from "../../src/sat/setting.ts";

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
  ["seed=1.5", "seed", "Must be a whole number from 0 to 1,000,000,000,000,000."],
  ["seeds=0", "seeds", "Must be a whole number from 1 to 20."],
  ["seeds=21", "seeds", "Must be a whole number from 1 to 20."],
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

test("another speed leaves the results as they are, another base does not, and files do not depend on the kind", () => {
  const setting = read("kind=uf100&speed=max") as SatSetting;
  expect(isSameContest(setting, { ...setting, speed: 1_000 }, false)).toBe(true);
  expect(isSameContest(setting, { ...setting, base: 1 }, true)).toBe(false);
  expect(isSameContest(setting, { ...setting, kind: "cbs100" }, false)).toBe(false);
  expect(isSameContest(setting, { ...setting, kind: "cbs100" }, true)).toBe(true);
});
