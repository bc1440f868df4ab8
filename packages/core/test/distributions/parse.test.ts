import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scaled, shift } from "../../src/distributions/affine.ts";
import { constant } from "../../src/distributions/constant.ts";
import { exponential } from "../../src/distributions/exponential.ts";
import { gamma } from "../../src/distributions/gamma.ts";
import type { Law } from "../../src/distributions/law.ts";
import { lognormal } from "../../src/distributions/lognormal.ts";
import { mixture } from "../../src/distributions/mixture.ts";
import { NotationError } from "../../src/distributions/notation.ts";
import { pareto } from "../../src/distributions/pareto.ts";
import { lawNotations, parseLaw, parseResetting, parseReward } from "../../src/distributions/parse.ts";
import { uniform } from "../../src/distributions/uniform.ts";
import { weibull } from "../../src/distributions/weibull.ts";

const number = fc.double({ min: 1e-12, max: 1e6, noNaN: true });
const { law: anyLaw } = fc.letrec<{ law: Law }>((tie) => ({
  law: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    number.map(exponential),
    fc.tuple(number, number).map(([scale, shape]) => pareto(scale, shape)),
    fc.tuple(number, number).map(([median, sigma]) => lognormal(median, sigma)),
    fc.tuple(number, number).map(([scale, shape]) => weibull(scale, shape)),
    fc.tuple(number, number).map(([shape, scale]) => gamma(shape, scale)),
    fc.tuple(number, number).map(([low, width]) => uniform(low, low + width + 1)),
    number.map(constant),
    fc.tuple(number, tie("law")).map(([by, law]) => shift(by, law)),
    fc.tuple(number, tie("law")).map(([factor, law]) => scaled(factor, law)),
    fc
      .tuple(fc.double({ min: 0.01, max: 0.99, noNaN: true }), tie("law"), tie("law"))
      .map(([weight, one, other]) =>
        mixture([
          { weight, law: one },
          { weight: 1 - weight, law: other },
        ]),
      ),
  ),
}));

/** White space wherever it may stand. */
const spaced = (text: string) => text.replace(/[(),=*]/g, " $& ");

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
  test("reads back the name of every law, with and without white space", () => {
    fc.assert(
      fc.property(anyLaw, (law) => {
        expect(parseLaw(law.name).name).toBe(law.name);
        expect(parseLaw(spaced(law.name)).name).toBe(law.name);
      }),
    );
  });

  test.each([
    ["exponential(mean=1)", "exponential(mean=1)"],
    ["pareto(shape=1.2,scale=1)", "pareto(scale=1,shape=1.2)"],
    [" lognormal ( median = 9e-1 ,\tsigma = +1.2 ) \n", "lognormal(median=0.9,sigma=1.2)"],
    ["weibull(scale=1.,shape=.5)", "weibull(scale=1,shape=0.5)"],
    ["gamma(shape=3,scale=5E-1)", "gamma(shape=3,scale=0.5)"],
    ["uniform(low=0,high=1)", "uniform(low=0,high=1)"],
    ["shift(by=0.2,exponential(mean=1e-3))", "shift(by=0.2,exponential(mean=0.001))"],
    ["shift(exponential(mean=1),by=0.2)", "shift(by=0.2,exponential(mean=1))"],
    [
      "mixture(0.5*constant(value=1),.5*constant(value=2))",
      "mixture(0.5*constant(value=1),0.5*constant(value=2))",
    ],
  ])("reads %j as %j", (text, name) => {
    expect(parseLaw(text).name).toBe(name);
  });

  test.each([
    [
      "pareto(scale=1 shape=1)",
      15,
      'law: expected "," or ")" at character 16 of "pareto(scale=1 shape=1)", got "s"',
    ],
    ["", 0, 'law: expected the name of a law at character 1 of "", got the end'],
    ["exponential", 11, 'law: expected "(" at character 12 of "exponential", got the end'],
    [
      "exponential()",
      12,
      'law: expected a parameter of exponential (mean=…) at character 13 of "exponential()", got ")"',
    ],
    [
      "exponential(1)",
      12,
      'law: expected a parameter of exponential (mean=…) at character 13 of "exponential(1)", got "1"',
    ],
    ["exponential(mean=x)", 17, 'law: expected a number at character 18 of "exponential(mean=x)", got "x"'],
    ["exponential(mean=1)!", 19, 'law: expected the end at character 20 of "exponential(mean=1)!", got "!"'],
    [
      "exponential(mean=1",
      18,
      'law: expected "," or ")" at character 19 of "exponential(mean=1", got the end',
    ],
    [
      "parreto(scale=1)",
      0,
      'law: unknown law "parreto" at character 1 of "parreto(scale=1)": did you mean "pareto"?',
    ],
    [
      "Pareto(scale=1)",
      0,
      'law: unknown law "Pareto" at character 1 of "Pareto(scale=1)": did you mean "pareto"?',
    ],
    [
      "pareto(sclae=1,shape=2)",
      7,
      'law: unknown parameter of pareto "sclae" at character 8 of "pareto(sclae=1,shape=2)": did you mean "scale"?',
    ],
    ["pareto(scale=1)", 14, 'law: pareto needs "shape" at character 15 of "pareto(scale=1)"'],
    [
      "pareto(scale=1,scale=1)",
      15,
      'law: pareto has "scale" twice at character 16 of "pareto(scale=1,scale=1)"',
    ],
    [
      "pareto(scale=0,shape=1)",
      0,
      'law: pareto: scale must be a positive finite number, got 0 at character 1 of "pareto(scale=0,shape=1)"',
    ],
    ["shift(by=1)", 0, 'law: shift needs a law at character 1 of "shift(by=1)"'],
    [
      "mixture(exponential(mean=1))",
      8,
      'law: expected a weight, as in "0.5*LAW" at character 9 of "mixture(exponential(mean=1))", got "e"',
    ],
    [
      "mixture(1exponential(mean=1))",
      9,
      'law: expected "*" at character 10 of "mixture(1exponential(mean=1))", got "e"',
    ],
    [
      "empirical(a.csv)",
      0,
      'law: data cannot be read here, so empirical(…) is unknown at character 1 of "empirical(a.csv)"',
    ],
    ["💥", 0, 'law: expected the name of a law at character 1 of "💥", got "💥"'],
  ])("points at the fault in %j", (text, index, message) => {
    const error = failure(text);
    expect(error.message).toBe(message);
    expect(error.index).toBe(index);
  });

  test.each([
    ["shift(by=1,constant(value=1),constant(value=1))", "second law"],
    ["mixture(0.5*constant(value=1))", "weights must sum to 1, got 0.5"],
    ["constant(value=1e999)", "got Infinity"],
    ["constant(value=-1)", "got -1"],
    ["frobnicate(x=1)", "expected one of exponential, pareto, "],
    ["constructor(x=1)", 'unknown law "constructor"'],
    ["exponential(__proto__=1)", "a parameter of exponential"],
    ["exponential(constructor=1)", "unknown parameter"],
    ["mixture()", "a weight"],
    ["empirical()", "the name of a file"],
  ])("refuses %j and says %j", (text, part) => {
    expect(failure(text).message).toContain(part);
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

  test("lists what it knows", () => {
    expect(lawNotations).toContain("pareto(scale=…,shape=…)");
    expect(lawNotations).toContain("shift(by=…,LAW)");
    expect(lawNotations).toHaveLength(11);
  });
});

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
