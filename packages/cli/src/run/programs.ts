import { basename, dirname, extname } from "node:path";
import { shellHint, splitWords, startProblem } from "../processes/program-command.ts";
import { HIDDEN, type HideSecrets, hideSecrets, hideSecretsIn } from "../shell/secrets.ts";
import { UsageError } from "../shell/usage-error.ts";

/** Separates a command from its inputs. */
export const SEPARATOR = ":::";

/** An arm of a run: a program and its arguments, with placeholders such as `{seed}` and `{input}`. */
export interface Program {
  readonly name: string;
  readonly command: readonly string[];
}

/**
 * Returns the arms of `--arm NAME=CMD`, and the command after `--`, which is an arm named after its program. Programs that run `elsewhere`
 * need not exist on this machine.
 */
export function readPrograms(
  given: readonly string[],
  command: readonly string[],
  elsewhere = false,
): Program[] {
  const programs = given.map((text) => {
    const equals = text.indexOf("=");
    const name = text.slice(0, Math.max(0, equals)).trim();
    if (name === "") throw new UsageError(`--arm: must be NAME=COMMAND, got "${hideSecretsIn(text)}"`);
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
    if (problem !== undefined) {
      throw new UsageError(`${hideSecretsIn(words[0])}: cannot be started: ${problem}${shellHint(words)}`);
    }
  }
  return programs;
}

/** The values of the placeholders in a command. */
interface PlaceValues {
  readonly seed: number;
  /** The inputs of the task, one of each list. */
  readonly inputs: readonly string[];
  /** The index of the task, from 1. */
  readonly number: number;
  /** The number of the slot in which it runs, from 1. */
  readonly slot: number;
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

const PLACE = /\{(seed|input|arm|tmp|#|%|([1-9]\d{0,2})?(\/\/|\/\.|\/|\.|))\}/g;

function withoutEnding(path: string): string {
  return path.slice(0, path.length - extname(path).length);
}

/** Returns the names of all placeholders in the words, without braces. */
export function placesIn(words: readonly string[]): Set<string> {
  return new Set(words.flatMap((word) => [...word.matchAll(PLACE)].map(([, name]) => name)));
}

/** The numbers of the lists that the words name, as by `{2}` or `{2/}`. */
function numbersIn(words: readonly string[]): number[] {
  return [...placesIn(words)].map((name) => Number.parseInt(name, 10)).filter((number) => number > 0);
}

/** Returns whether the words have a placeholder for an input from one of `lists` lists. */
export function mentionsInput(words: readonly string[], lists: number): boolean {
  return [...placesIn(words)].some((name) => name in ofInput) || numbersIn(words).some((n) => n <= lists);
}

/** Returns whether the words depend on the task: on its input, or on its number. */
export function mentionsTask(words: readonly string[], lists: number): boolean {
  return mentionsInput(words, lists) || placesIn(words).has("#");
}

/** Stands for an input; it has the form of USER:PASSWORD, too. */
const MARK = "MULLIGAN:INPUT";

/** Returns what hides the secrets of inputs. Where a command has an input as a secret, as in `--password {}`, all of an input is one. */
export function inputHider(programs: readonly Program[], lists: number): HideSecrets {
  const values = { seed: 1, inputs: Array(lists).fill(MARK), number: 1, slot: 1, arm: "" };
  const marksIn = (words: readonly string[]) => words.join(" ").split(MARK).length;
  const isSecret = programs.some(({ command }) => {
    const words = fillCommand(command, values);
    return marksIn(hideSecrets(words)) < marksIn(words);
  });
  return isSecret ? (text, replace = () => HIDDEN) => replace(text) : hideSecretsIn;
}

/** Returns the inputs of a task, one of each list: with several lists its name has them as words of a shell. */
export function inputsOf(input: string | null, lists: number): readonly string[] {
  if (input === null) return [];
  return lists > 1 ? splitWords(input, "the journal") : [input];
}

/**
 * Fills in the placeholders of a word. The result stays one word, and values are not searched for placeholders: an input called `{seed}` is
 * a name. A number beyond the lists of inputs stays unchanged, as in a regular expression.
 */
export function fillIn(word: string, values: PlaceValues): string {
  const { seed, inputs, number, slot, arm, tmp } = values;
  return word.replace(PLACE, (place, name: string, list: string | undefined, part: string | undefined) => {
    if (list !== undefined) {
      const input = inputs[Number(list) - 1];
      return input === undefined ? place : ofInput[part ?? ""](input);
    }
    if (name in ofInput) return ofPlace(name, inputs).join(" ");
    if (name === "seed") return String(seed);
    if (name === "#") return String(number);
    if (name === "%") return String(slot);
    if (name === "arm") return arm;
    return tmp ?? place;
  });
}

function ofPlace(name: string, inputs: readonly string[]): string[] {
  return inputs.length === 0 ? [ofInput[name]("")] : inputs.map(ofInput[name]);
}

/** Fills in the words of a command. As with GNU parallel, `{}` alone becomes a word for each list of inputs. */
export function fillCommand(words: readonly string[], values: PlaceValues): string[] {
  return words.flatMap((word) => {
    const name = /^\{([a-z/.]*)\}$/.exec(word)?.[1];
    return name !== undefined && name in ofInput ? ofPlace(name, values.inputs) : [fillIn(word, values)];
  });
}

/**
 * Appends the input to each command without a placeholder for it, as GNU parallel and xargs do. Refuses words that would start another
 * command than the user means.
 */
export function withInputs(programs: readonly Program[], lists: number): Program[] {
  return programs.map(({ name, command }) => {
    const numbers = numbersIn(command);
    const beyond = numbers.find((number) => number > lists);
    const places = placesIn(command);
    const hasOwn = [...places].some((place) => place in ofInput);
    if (beyond !== undefined && (!hasOwn || numbers.some((number) => number <= lists))) {
      throw new UsageError(
        `run: {${beyond}} must have its own list of inputs after :::, got ${lists}; next to {} it would stay as it is`,
      );
    }
    if (mentionsInput(command, lists)) return { name, command };
    const meant = command.map((word) => MEANT_INPUT.exec(word)?.[0]).find((text) => text !== undefined);
    if (meant !== undefined) {
      throw new UsageError(`run: ${meant} is no placeholder for the input; write {} where the input belongs`);
    }
    return places.has("#") || places.has("%") ? { name, command } : { name, command: [...command, "{}"] };
  });
}

/** Words that are probably meant as a place. */
const MEANT_INPUT = /\{(in|ins|inputs|file)\}/i;
const MEANT_SEED = /\{(se+ds?|sede|random|rand)\}/i;

/** Returns a notice on what is allowed in commands but probably not meant, or undefined. */
export function mistakeIn(programs: readonly Program[]): string | undefined {
  const words = programs.flatMap(({ command }) => command);
  const places = placesIn(words);
  const found = (pattern: RegExp, place: string) =>
    places.has(place)
      ? undefined
      : words.map((word) => pattern.exec(word)?.[0]).find((text) => text !== undefined);
  const [input, seed] = [found(MEANT_INPUT, ""), found(MEANT_SEED, "seed")];
  if (input !== undefined && !places.has("input"))
    return `no command has {input}; did you mean {input} instead of ${input}?`;
  return seed === undefined ? undefined : `no command has {seed}; did you mean {seed} instead of ${seed}?`;
}
