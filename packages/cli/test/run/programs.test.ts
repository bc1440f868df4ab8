import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { readJobs } from "../../src/run/plan.ts";
import { fillIn, mentionsInput, placesIn } from "../../src/run/programs.ts";

const words = { seed: 7, input: "dir.d/sub/x.tar.gz", number: 12, arm: "fast", tmp: "/t" };

test.each([
  ["{}", "dir.d/sub/x.tar.gz"],
  ["{input}", "dir.d/sub/x.tar.gz"],
  ["{.}", "dir.d/sub/x.tar"],
  ["{/}", "x.tar.gz"],
  ["{//}", "dir.d/sub"],
  ["{/.}", "x.tar"],
  ["{#}-{arm}-{seed}:{tmp}", "12-fast-7:/t"],
  ["{}{}", "dir.d/sub/x.tar.gzdir.d/sub/x.tar.gz"],
  ["{other} {1} { } {{}}", "{other} {1} { } {dir.d/sub/x.tar.gz}"],
])("%s stands for %s", (word, text) => {
  expect(fillIn(word, words)).toBe(text);
});

test.each([
  ["a.b/c", "a.b/c"],
  [".bashrc", ".bashrc"],
  ["x", "x"],
  ["x.", "x"],
])("without its ending %s is %s", (input, text) => {
  expect(fillIn("{.}", { ...words, input })).toBe(text);
});

test("what is put in is not looked at again, and stays one word", () => {
  expect(fillIn("<{}>", { ...words, input: "{seed} {#}" })).toBe("<{seed} {#}>");
});

test("a command asks for its input by any of its places, and not by others", () => {
  expect(["{}", "{.}", "{/}", "{//}", "{/.}", "{input}"].every((word) => mentionsInput([word]))).toBe(true);
  expect(mentionsInput(["{seed}", "{arm}", "{tmp}", "{#}"])).toBe(false);
  expect([...placesIn(["a{tmp}", "{seed}{tmp}"])].sort()).toEqual(["seed", "tmp"]);
});

test("jobs are a number or a share of the cores, one at least", () => {
  expect(readJobs("3")).toBe(3);
  expect(readJobs("100%")).toBe(availableParallelism());
  expect(readJobs("1%")).toBe(1);
  expect(() => readJobs("0%")).toThrow(
    '--jobs: must be a number, or a share of the cores such as 100%, got "0%"',
  );
  expect(() => readJobs("x")).toThrow("--jobs: must be a whole number from 1 to 10000");
});
