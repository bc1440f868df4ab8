import { constantResetting, noResetting, proportionalResetting, type ResettingTime } from "../problem/arm.ts";
import { scaled, shift } from "./affine.ts";
import { constant } from "./constant.ts";
import { empirical } from "./empirical.ts";
import { exponential } from "./exponential.ts";
import { gamma } from "./gamma.ts";
import { type JointLaw, rewardBernoulli, rewardOne, rewardPower } from "./joint-law.ts";
import type { Law } from "./law.ts";
import { lognormal } from "./lognormal.ts";
import { mixture } from "./mixture.ts";
import { made, type Notation, readNotation, readParameters } from "./notation.ts";
import { pareto } from "./pareto.ts";
import { uniform } from "./uniform.ts";
import { weibull } from "./weibull.ts";

/** Deeper than any law makes sense, and far from the end of the stack. */
const DEEPEST = 64;

interface SimpleLaw {
  readonly parameters: readonly [string, ...string[]];
  make(...values: number[]): Law;
}

/** Laws of numbers only: the parameters stand in the order of the factory's arguments. */
const SIMPLE: Readonly<Record<string, SimpleLaw>> = {
  exponential: { parameters: ["mean"], make: exponential },
  pareto: { parameters: ["scale", "shape"], make: pareto },
  lognormal: { parameters: ["median", "sigma"], make: lognormal },
  weibull: { parameters: ["scale", "shape"], make: weibull },
  gamma: { parameters: ["shape", "scale"], make: gamma },
  uniform: { parameters: ["low", "high"], make: uniform },
  constant: { parameters: ["value"], make: constant },
};

/** Laws of a number and another law. */
const AROUND: Readonly<Record<string, { parameter: string; make(value: number, law: Law): Law }>> = {
  shift: { parameter: "by", make: shift },
  scaled: { parameter: "factor", make: scaled },
};

/** The laws that `parseLaw` knows, with their parameters, for `--help` and for the page. */
export const lawNotations: readonly string[] = [
  ...Object.entries(SIMPLE).map(
    ([name, { parameters }]) => `${name}(${parameters.map((p) => `${p}=…`).join(",")})`,
  ),
  ...Object.entries(AROUND).map(([name, { parameter }]) => `${name}(${parameter}=…,LAW)`),
  "mixture(WEIGHT*LAW,…)",
  "empirical(FILE)",
];

const NAMES = [...Object.keys(SIMPLE), ...Object.keys(AROUND), "mixture", "empirical"];

/** The data for names in a notation. */
export interface ParseLawOptions {
  /** Returns the times of `empirical(name)`; this package reads no files. */
  readonly empirical?: (name: string) => ArrayLike<number>;
}

/**
 * Reads a law from a text such as `mixture(0.5*shift(by=0.2,exponential(mean=0.3)),0.5*constant(value=20))`.
 *
 * @example
 * ```ts
 * import { parseLaw } from "@mulligan/core/distributions";
 *
 * const law = parseLaw("mixture(0.9*exponential(mean=1),0.1*constant(value=100))");
 * console.log(law.mean.toFixed(1), law.survival(50).toFixed(1)); // → 10.9 0.1
 * ```
 */
export function parseLaw(text: string, options: ParseLawOptions = {}): Law {
  const notation = readNotation("law", text);
  const law = readLaw(notation, options, 0);
  notation.end();
  return law;
}

function readLaw(notation: Notation, options: ParseLawOptions, depth: number): Law {
  const index = notation.at();
  return readNamed(notation, options, depth, notation.word("the name of a law"), index);
}

function readNamed(
  notation: Notation,
  options: ParseLawOptions,
  depth: number,
  name: string,
  index: number,
): Law {
  if (depth >= DEEPEST) notation.fail(`laws may be nested at most ${DEEPEST} deep, got another`, index);
  if (name === "mixture") return readMixture(notation, options, depth, index);
  if (name === "empirical") return readEmpirical(notation, options, index);
  if (Object.hasOwn(SIMPLE, name)) {
    const { parameters, make } = SIMPLE[name];
    const values = readParameters(notation, name, parameters);
    return made(notation, index, () => make(...parameters.map((parameter) => values[parameter])));
  }
  if (!Object.hasOwn(AROUND, name)) notation.unknown("law", name, NAMES, index);
  const { parameter, make } = AROUND[name];
  let inner: Law | undefined;
  const values = readParameters(notation, name, [parameter], (word, at) => {
    if (inner !== undefined) notation.fail(`${name} has a second law`, at);
    inner = readNamed(notation, options, depth + 1, word, at);
  });
  const law = inner ?? notation.fail(`${name} needs a law`, index);
  return made(notation, index, () => make(values[parameter], law));
}

function readMixture(notation: Notation, options: ParseLawOptions, depth: number, index: number): Law {
  const parts: { weight: number; law: Law }[] = [];
  notation.expect("(");
  do {
    const weight = notation.number('a weight, as in "0.5*LAW"');
    notation.expect("*");
    parts.push({ weight, law: readLaw(notation, options, depth + 1) });
  } while (notation.take(","));
  notation.expect(")", '"," or ")"');
  return made(notation, index, () => mixture(parts));
}

function readEmpirical(notation: Notation, options: ParseLawOptions, index: number): Law {
  notation.expect("(");
  const source = notation.raw("the name of a file");
  notation.expect(")");
  const read = options.empirical;
  if (read === undefined) return notation.fail("data cannot be read here, so empirical(…) is unknown", index);
  const times = read(source);
  return made(notation, index, () => empirical(times, source));
}

/**
 * Reads `one`, `bernoulli(p=0.3)` or `power(omega=1,gamma=0.5)`. Returns a function that adds this reward to a law of
 * times.
 */
export function parseReward(text: string): (law: Law) => JointLaw {
  const notation = readNotation("reward", text);
  const index = notation.at();
  const name = notation.word("a reward (one, bernoulli(p=…) or power(omega=…,gamma=…))");
  const reward = ((): ((law: Law) => JointLaw) => {
    if (name === "one") return rewardOne;
    if (name === "bernoulli") {
      const { p } = readParameters(notation, name, ["p"]) as { p: number };
      return (law) => rewardBernoulli(law, p);
    }
    if (name === "power") {
      const { omega, gamma } = readParameters(notation, name, ["omega", "gamma"]) as Record<
        "omega" | "gamma",
        number
      >;
      return (law) => rewardPower(law, omega, gamma);
    }
    return notation.unknown("reward", name, ["one", "bernoulli", "power"], index);
  })();
  notation.end();
  // A bad number is refused here, where the text is, not later where a law comes in.
  made(notation, index, () => reward(constant(1)));
  return reward;
}

const FACTORIES = { constant: constantResetting, proportional: proportionalResetting };

/** Reads a resetting time: `none`, `constant(0.1)` or `proportional(0.2)`. */
export function parseResetting(text: string): ResettingTime {
  const notation = readNotation("resetting", text);
  const index = notation.at();
  const name = notation.word("a resetting time (none, constant(TIME) or proportional(SHARE))");
  if (name === "none") {
    notation.end();
    return noResetting;
  }
  if (name !== "constant" && name !== "proportional") {
    return notation.unknown("resetting time", name, ["none", "constant", "proportional"], index);
  }
  notation.expect("(");
  const value = notation.number("a number");
  notation.expect(")");
  notation.end();
  return made(notation, index, () => FACTORIES[name](value));
}
