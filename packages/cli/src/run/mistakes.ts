import { SEPARATOR } from "./inputs.ts";
import { mentionsInput, placesIn } from "./places.ts";
import type { Program } from "./programs.ts";

/** What the user gave that may hold a mistake. */
interface Given {
  readonly programs: readonly Program[];
  readonly inputs: readonly string[];
  /** Whether inputs reach the programs by their standard input. */
  readonly fromStdin: boolean;
}

/** Words that are probably meant as a place. */
const MEANT_INPUT = /\{1\}|\{in(put)?s?\}|\{file\}/i;
const MEANT_SEED = /\{(se+ds?|sede|random|rand)\}/i;

/** What is allowed in a command and its inputs, and probably not meant: a notice, or undefined. */
export function mistakeIn({ programs, inputs, fromStdin }: Given): string | undefined {
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
