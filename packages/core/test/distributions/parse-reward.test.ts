import { describe, expect, test } from "vitest";
import { NotationError } from "../../src/distributions/notation.ts";
import { pareto } from "../../src/distributions/pareto.ts";
import { parseReward } from "../../src/distributions/parse.ts";

const law = pareto(1, 1.2);

describe("parseReward", () => {
  test.each([
    ["one", "pareto(scale=1,shape=1.2) reward one"],
    [" bernoulli( p = .3 ) ", "pareto(scale=1,shape=1.2) reward bernoulli(p=0.3)"],
    ["power(omega=1,gamma=-0.5)", "pareto(scale=1,shape=1.2) reward power(omega=1,gamma=-0.5)"],
    ["power(gamma=0,omega=2)", "pareto(scale=1,shape=1.2) reward power(omega=2,gamma=0)"],
  ])("reads %j", (text, name) => {
    expect(parseReward(text)(law).name).toBe(name);
  });

  test.each([
    ["", "expected a reward"],
    ["bernouli(p=1)", 'did you mean "bernoulli"?'],
    ["bernoulli(p=2)", "p must lie in [0, 1], got 2"],
    ["bernoulli(q=0.5)", 'unknown parameter of bernoulli "q"'],
    ["bernoulli(0.5)", "a parameter of bernoulli (p=…)"],
    ["power(omega=1)", 'power needs "gamma"'],
    ["power(omega=0,gamma=1)", "omega must be a positive finite number"],
    ["one()", "expected the end"],
  ])("refuses %j and says %j", (text, part) => {
    expect(() => parseReward(text)).toThrow(NotationError);
    expect(() => parseReward(text)).toThrow(part);
  });
});
