import { expect, test } from "vitest";
import { splitWords } from "../../src/processes/program-command.ts";

test.each([
  ["a b  c", ["a", "b", "c"]],
  ["  ", []],
  ["'a b' \"c d\"", ["a b", "c d"]],
  [`a'b c'd`, ["ab cd"]],
  [`"" ''`, ["", ""]],
  [String.raw`a\ b \"`, ["a b", '"']],
  [String.raw`"a\"b\\c\d"`, [String.raw`a"b\c\d`]],
  [String.raw`'a\b'`, [String.raw`a\b`]],
  ["$HOME *.cnf; rm | cat", ["$HOME", "*.cnf;", "rm", "|", "cat"]],
])("%j is %j", (text, words) => {
  expect(splitWords(text, "--arm x")).toEqual(words);
});

test("a quote that is not closed, or a backslash at the end, is refused", () => {
  expect(() => splitWords("a 'b", "--arm x")).toThrow("--arm x: a quote ' is not closed in a 'b");
  expect(() => splitWords("a\\", "--arm x")).toThrow("--arm x: a backslash at the end escapes nothing");
});
