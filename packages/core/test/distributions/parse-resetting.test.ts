import { describe, expect, test } from "vitest";
import { NotationError } from "../../src/distributions/notation.ts";
import { parseResetting } from "../../src/distributions/parse.ts";

describe("parseResetting", () => {
  test.each([
    ["none", 0],
    ["constant(0.1)", 0.1],
    [" constant ( 1e-1 ) ", 0.1],
    ["proportional(0.2)", 0.8],
  ])("%j costs %d after a cut at 4", (text, time) => {
    expect(parseResetting(text).mean(4)).toBeCloseTo(time, 15);
  });

  test.each([
    ["", "expected a resetting time"],
    ["nome", 'did you mean "none"?'],
    ["constant", 'expected "("'],
    ["constant()", "expected a number"],
    ["constant(x)", "expected a number"],
    ["constant(-1)", "got -1"],
    ["proportional(1,2)", 'expected ")"'],
    ["none(1)", "expected the end"],
  ])("refuses %j and says %j", (text, part) => {
    expect(() => parseResetting(text)).toThrow(NotationError);
    expect(() => parseResetting(text)).toThrow(part);
  });
});
