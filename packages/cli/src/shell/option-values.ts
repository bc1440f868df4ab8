import { nearestHint } from "@mulligan/core/problem";
import { UsageError } from "./usage-error.ts";

/** Returns a parser for an option that takes a whole number of at least `least`, and of at most `most`. */
export function wholeNumber(
  option: string,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) {
      const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
      throw new UsageError(`${option}: must be a whole number ${range}, got "${text}"`);
    }
    return value;
  };
}

/** Returns a parser for a list of positive numbers, `1000,1e4`. */
export function positiveNumbers(option: string): (text: string) => number[] {
  return (text) =>
    text.split(",").map((part) => {
      const value = part.trim() === "" ? Number.NaN : Number(part);
      if (!(value > 0 && value < Infinity)) {
        throw new UsageError(`${option}: must be numbers above 0, separated by commas, got "${text}"`);
      }
      return value;
    });
}

/** Collects the values of an option that may be given several times. */
export function repeated(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

/** Returns the word if it is allowed; otherwise throws an error that names the nearest one. */
export function oneOf<Name extends string>(what: string, word: string, names: readonly Name[]): Name {
  const found = names.find((name) => name === word);
  if (found !== undefined) return found;
  throw new UsageError(
    `${what}: must be one of ${names.join(", ")}, got "${word}"${nearestHint(word, names)}`,
  );
}
