import { expect, test } from "vitest";
import { pageWords } from "../../src/analyze/page-words.ts";

test("a message of the command loses its advice about options, and names the fields of the page", () => {
  expect(pageWords('log:3: outcome must be a word, got "(x)" (--cut says which)')).toBe(
    'log:3: outcome must be a word, got "(x)"',
  );
  expect(pageWords("Run each twice (`mulligan run --explore 1` does so).")).toBe("Run each twice.");
  expect(pageWords("unclear (gain 1.2×): about 3 more")).toBe("unclear (gain 1.2×): about 3 more");
  expect(pageWords('--time-unit: must be one of ns, us, got "x"')).toBe(
    'Unit of the times: must be one of ns, us, got "x"',
  );
  expect(pageWords("a: must have a column such as `instance`, got none (--instance names it)")).toBe(
    "a: must have a column such as “instance”, got none",
  );
  expect(pageWords('time from "ms", arm from "server"')).toBe('time from "ms", option from "server"');
});
