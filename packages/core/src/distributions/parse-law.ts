import { constant } from "./constant.ts";
import { empirical } from "./empirical.ts";
import { exponential } from "./exponential.ts";
import { gamma } from "./gamma.ts";
import type { Law } from "./law.ts";
import { lognormal } from "./lognormal.ts";
import { mixture } from "./mixture.ts";
import { type Notation, readNotation } from "./notation.ts";
import { made, readParameters } from "./parameters.ts";
import { pareto } from "./pareto.ts";
import { scaled } from "./scaled.ts";
import { shift } from "./shift.ts";
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

/** Every law that `parseLaw` knows, with its parameters: for `--help` and for the page. */
export const lawNotations: readonly string[] = [
  ...Object.entries(SIMPLE).map(
    ([name, { parameters }]) => `${name}(${parameters.map((p) => `${p}=…`).join(",")})`,
  ),
  ...Object.entries(AROUND).map(([name, { parameter }]) => `${name}(${parameter}=…,LAW)`),
  "mixture(WEIGHT*LAW,…)",
  "empirical(FILE)",
];

const NAMES = [...Object.keys(SIMPLE), ...Object.keys(AROUND), "mixture", "empirical"];

/** Where a notation finds what it names but does not hold. */
export interface ParseLawOptions {
  /** The times behind `empirical(name)`; this package reads no files. */
  readonly empirical?: (name: string) => ArrayLike<number>;
}

/**
 * The law that a text such as `mixture(0.5*shift(by=0.2,exponential(mean=0.3)),0.5*constant(value=20))` names.
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
