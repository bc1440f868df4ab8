import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NotationError } from "../../src/distributions/notation.ts";
import { pareto } from "../../src/distributions/pareto.ts";
import { parseLaw, parseResetting, parseReward } from "../../src/distributions/parse.ts";

function failure(text: string): NotationError {
  try {
    parseLaw(text);
  } catch (error) {
    expect(error).toBeInstanceOf(NotationError);
    return error as NotationError;
  }
  throw new Error(`${text} was accepted`);
}

describe("parseLaw", () => {
  test.each([
    ["pareto(shape=1.2,scale=1)", "pareto(scale=1,shape=1.2)"],
    [" lognormal ( median = 9e-1 ,\tsigma = +1.2 ) \n", "lognormal(median=0.9,sigma=1.2)"],
    ["weibull(scale=1.,shape=.5)", "weibull(scale=1,shape=0.5)"],
    ["gamma(shape=3,scale=5E-1)", "gamma(shape=3,scale=0.5)"],
    ["shift(by=0.2,exponential(mean=1e-3))", "shift(by=0.2,exponential(mean=0.001))"],
    ["shift(exponential(mean=1),by=0.2)", "shift(by=0.2,exponential(mean=1))"],
    [
      "mixture(0.5*constant(value=1),.5*constant(value=2))",
      "mixture(0.5*constant(value=1),0.5*constant(value=2))",
    ],
  ])("reads %j as %j", (text, name) => {
    expect(parseLaw(text).name).toBe(name);
  });

  test("an error names the character, the text and what would have been right", () => {
    expect(failure("pareto(scale=1 shape=1)").message).toBe(
      'law: expected "," or ")" at character 16 of "pareto(scale=1 shape=1)", got "s"',
    );
    expect(failure("parreto(scale=1)").message).toBe(
      'law: unknown law "parreto" at character 1 of "parreto(scale=1)": did you mean "pareto"?',
    );
  });

  test.each([
    ["", 0, "expected the name of a law"],
    ["exponential", 11, 'expected "("'],
    ["exponential()", 12, "expected a parameter of exponential (mean=…)"],
    ["exponential(1)", 12, 'got "1"'],
    ["exponential(mean=x)", 17, "expected a number"],
    ["exponential(mean=1)!", 19, "expected the end"],
    ["exponential(mean=1", 18, "got the end"],
    ["Pareto(scale=1)", 0, 'did you mean "pareto"?'],
    ["pareto(sclae=1,shape=2)", 7, 'did you mean "scale"?'],
    ["pareto(scale=1)", 14, 'pareto needs "shape"'],
    ["pareto(scale=1,scale=1)", 15, 'pareto has "scale" twice'],
    ["pareto(scale=0,shape=1)", 0, "scale must be a positive finite number, got 0"],
    ["shift(by=1)", 0, "shift needs a law"],
    ["shift(by=1,constant(value=1),constant(value=1))", 29, "second law"],
    ["mixture()", 8, "a weight"],
    ["mixture(exponential(mean=1))", 8, 'expected a weight, as in "0.5*LAW"'],
    ["mixture(1exponential(mean=1))", 9, 'expected "*"'],
    ["mixture(0.5*constant(value=1))", 0, "weights must sum to 1, got 0.5"],
    ["empirical(a.csv)", 0, "data cannot be read here"],
    ["empirical()", 10, "the name of a file"],
    ["constant(value=1e999)", 0, "got Infinity"],
    ["frobnicate(x=1)", 0, "expected one of exponential, pareto, "],
    ["constructor(x=1)", 0, 'unknown law "constructor"'],
    ["exponential(__proto__=1)", 12, "a parameter of exponential"],
    ["exponential(constructor=1)", 12, "unknown parameter"],
    ["💥", 0, 'got "💥"'],
  ])("points at the fault in %j", (text, index, part) => {
    const error = failure(text);
    expect(error.message).toContain(part);
    expect(error.index).toBe(index);
  });

  test("every error is one short line, however the text looks", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'pareto(scale=1,2*)\n\t" ') })),
        (text) => {
          try {
            parseLaw(text);
          } catch (error) {
            expect(error).toBeInstanceOf(NotationError);
            expect((error as Error).message).not.toContain("\n");
            expect((error as Error).message.length).toBeLessThan(500);
          }
        },
      ),
    );
  });

  test("10,000 parentheses are refused, not a crash", () => {
    expect(failure("(".repeat(10_000)).index).toBe(0);
    expect(failure("shift(by=1,".repeat(9_000)).message).toContain("nested at most 64 deep");
    expect(failure("mixture(1*".repeat(9_000)).message).toContain("nested at most 64 deep");
    const deep = (depth: number) => `${"shift(by=1,".repeat(depth)}constant(value=1)${")".repeat(depth)}`;
    expect(parseLaw(deep(63)).support.low).toBe(64);
    expect(failure(deep(64)).index).toBe(64 * 11);
  });

  test("a text beyond 100,000 characters is refused before it is read", () => {
    expect(failure(" ".repeat(200_000)).message).toBe("law: must have at most 100000 characters, got 200000");
  });

  test("asks the caller for the data of empirical(…), by a plain or a quoted name", () => {
    const asked: string[] = [];
    const read = (name: string) => {
      asked.push(name);
      return [1, 2, 3];
    };
    expect(parseLaw("empirical( runs/uf 20.csv )", { empirical: read }).mean).toBe(2);
    expect(parseLaw('shift(by=1,empirical("a (b), \\"c\\".csv"))', { empirical: read }).mean).toBe(3);
    expect(asked).toEqual(["runs/uf 20.csv", 'a (b), "c".csv']);
    expect(() => parseLaw("empirical(x)", { empirical: () => [NaN] })).toThrow(NotationError);
    const missing = new Error("no such file");
    const fail = () => {
      throw missing;
    };
    expect(() => parseLaw("empirical(x)", { empirical: fail })).toThrow(missing);
  });
});

describe("parseReward", () => {
  test.each([
    ["one", "one"],
    [" bernoulli( p = .3 ) ", "bernoulli(p=0.3)"],
    ["power(omega=1,gamma=-0.5)", "power(omega=1,gamma=-0.5)"],
    ["power(gamma=0,omega=2)", "power(omega=2,gamma=0)"],
  ])("reads %j", (text, name) => {
    expect(parseReward(text)(pareto(1, 1.2)).name).toBe(`pareto(scale=1,shape=1.2) reward ${name}`);
  });

  test.each([
    ["", "expected a reward"],
    ["bernouli(p=1)", 'did you mean "bernoulli"?'],
    ["bernoulli(p=2)", "p must lie in [0, 1], got 2"],
    ["power(omega=1)", 'power needs "gamma"'],
    ["one()", "expected the end"],
  ])("refuses %j and says %j", (text, part) => {
    expect(() => parseReward(text)).toThrow(part);
  });
});

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
    ["constant(-1)", "got -1"],
    ["proportional(1,2)", 'expected ")"'],
    ["none(1)", "expected the end"],
  ])("refuses %j and says %j", (text, part) => {
    expect(() => parseResetting(text)).toThrow(part);
  });
});
