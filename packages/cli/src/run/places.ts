import { basename, dirname, extname } from "node:path";

/** What a try puts in the places of its command. */
export interface TryWords {
  readonly seed: number;
  readonly input: string | null;
  /** The place of the input among all, from 1. */
  readonly number: number;
  readonly arm: string;
  /** A folder of its own, where a command asks for one. */
  readonly tmp?: string | undefined;
}

/** The input, and parts of it, as GNU parallel writes them. */
const ofInput: Readonly<Record<string, (input: string) => string>> = {
  input: (input) => input,
  "": (input) => input,
  ".": withoutEnding,
  "/": (input) => basename(input),
  "//": (input) => dirname(input),
  "/.": (input) => withoutEnding(basename(input)),
};

const PLACE = /\{(seed|input|arm|tmp|#|\/\/|\/\.|\/|\.|)\}/g;

function withoutEnding(path: string): string {
  return path.slice(0, path.length - extname(path).length);
}

/** The names of the places in some words, without their braces. */
export function placesIn(words: readonly string[]): Set<string> {
  return new Set(words.flatMap((word) => [...word.matchAll(PLACE)].map(([, name]) => name)));
}

/** Whether some words ask for the input of a task. */
export function mentionsInput(words: readonly string[]): boolean {
  return [...placesIn(words)].some((name) => name in ofInput);
}

/** Whether some words depend on the task: on its input, or on its number. */
export function mentionsTask(words: readonly string[]): boolean {
  return mentionsInput(words) || placesIn(words).has("#");
}

/**
 * A word with its places filled in. It stays one word, whatever is put in, and that is not looked at again: an input
 * called `{seed}` is a name.
 */
export function fillIn(word: string, { seed, input, number, arm, tmp }: TryWords): string {
  return word.replace(PLACE, (place, name: string) => {
    if (name in ofInput) return ofInput[name](input ?? "");
    if (name === "seed") return String(seed);
    if (name === "#") return String(number);
    if (name === "arm") return arm;
    return tmp ?? place;
  });
}
