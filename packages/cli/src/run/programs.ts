import { basename, dirname, extname } from "node:path";
import { splitWords, startProblem } from "../processes/program-command.ts";
import { UsageError } from "../shell/usage-error.ts";

/** Stands between a command and its inputs. */
export const SEPARATOR = ":::";

/** An arm of a run: a program and its arguments, in which places such as `{seed}` and `{input}` are filled in. */
export interface Program {
  readonly name: string;
  readonly command: readonly string[];
}

/**
 * The arms given by `--arm NAME=CMD`, and the command after `--`, which is an arm named after its program. Programs that
 * are run `elsewhere` need not exist on this machine.
 */
export function readPrograms(
  given: readonly string[],
  command: readonly string[],
  elsewhere = false,
): Program[] {
  const programs = given.map((text) => {
    const equals = text.indexOf("=");
    const name = text.slice(0, Math.max(0, equals)).trim();
    if (name === "") throw new UsageError(`--arm: must be NAME=COMMAND, got "${text}"`);
    const words = splitWords(text.slice(equals + 1), `--arm ${name}`);
    if (words.length === 0) throw new UsageError(`--arm ${name}: must name a program, got nothing`);
    return { name, command: words };
  });
  if (command.length > 0) programs.push({ name: basename(command[0]) || "command", command: [...command] });
  if (programs.length === 0) {
    throw new UsageError("run: a command must be given, as -- COMMAND or --arm NAME=COMMAND");
  }
  for (const { name, command: words } of programs) {
    if (words[0] === "") throw new UsageError(`--arm ${name}: the program must not be empty`);
    if (elsewhere) continue;
    const problem = placesIn(words.slice(0, 1)).size === 0 ? startProblem(words[0]) : undefined;
    if (problem !== undefined) throw new UsageError(`${words[0]}: cannot be started: ${problem}`);
  }
  return programs;
}

/** What a try puts in the places of its command. */
interface PlaceValues {
  readonly seed: number;
  readonly input: string | null;
  /** The index of the task, from 1. */
  readonly number: number;
  readonly arm: string;
  /** The folder of the try, where a command asks for one. */
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

/** The names of all places in the words, without their braces. */
export function placesIn(words: readonly string[]): Set<string> {
  return new Set(words.flatMap((word) => [...word.matchAll(PLACE)].map(([, name]) => name)));
}

/** Whether the words have a place for the input of a task. */
export function mentionsInput(words: readonly string[]): boolean {
  return [...placesIn(words)].some((name) => name in ofInput);
}

/** Whether the words depend on the task: on its input, or on its number. */
export function mentionsTask(words: readonly string[]): boolean {
  return mentionsInput(words) || placesIn(words).has("#");
}

/**
 * Fills in the places of a word. The result stays one word, and values are not searched for places: an input called
 * `{seed}` is a name.
 */
export function fillIn(word: string, { seed, input, number, arm, tmp }: PlaceValues): string {
  return word.replace(PLACE, (place, name: string) => {
    if (name in ofInput) return ofInput[name](input ?? "");
    if (name === "seed") return String(seed);
    if (name === "#") return String(number);
    if (name === "arm") return arm;
    return tmp ?? place;
  });
}

/** Words that are probably meant as a place. */
const MEANT_INPUT = /\{1\}|\{in(put)?s?\}|\{file\}/i;
const MEANT_SEED = /\{(se+ds?|sede|random|rand)\}/i;

/**
 * A notice on what is allowed in commands and inputs but probably not meant, or undefined. `fromStdin` says that inputs
 * reach the programs by their standard input.
 */
export function mistakeIn(
  programs: readonly Program[],
  inputs: Pick<readonly string[], "length" | "includes">,
  fromStdin: boolean,
): string | undefined {
  const words = programs.flatMap(({ command }) => command);
  const found = (pattern: RegExp) =>
    words.map((text) => pattern.exec(text)?.[0]).find((text) => text !== undefined);
  const hints: string[] = [];
  const blind = fromStdin ? [] : programs.filter(({ command }) => !mentionsInput(command));
  if (blind.length === programs.length && found(MEANT_INPUT) !== undefined) {
    hints.push(`no command has {input}; did you mean it by ${found(MEANT_INPUT)}?`);
  } else if (inputs.length > 0 && blind.length > 0) {
    const who = programs.length === 1 ? "the command" : blind.map(({ name }) => `arm ${name}`).join(" and ");
    hints.push(`${who} has no place for its input: put {} where it belongs`);
  }
  if (!placesIn(words).has("seed") && found(MEANT_SEED) !== undefined) {
    hints.push(`no command has {seed}; did you mean it by ${found(MEANT_SEED)}?`);
  }
  if (inputs.includes(SEPARATOR))
    hints.push("there is one list of inputs; the second ::: is an input like the others");
  return hints.length === 0 ? undefined : hints.join(" ");
}
