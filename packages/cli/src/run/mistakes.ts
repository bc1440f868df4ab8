import { SEPARATOR } from "./inputs.ts";
import type { Program } from "./programs.ts";

/** Words that other programs have for a place, and how they are meant. */
const MEANT: readonly { readonly pattern: RegExp; readonly word: string }[] = [
  { pattern: /\{\}|\{1\}|\{in(put)?s?\}|\{file\}/i, word: "{input}" },
  { pattern: /\{(se+ds?|sede|random|rand)\}/i, word: "{seed}" },
];

/** What is allowed in a command and its inputs, and probably not meant: a notice, or undefined. */
export function mistakeIn(programs: readonly Program[], inputs: readonly string[]): string | undefined {
  const words = programs.flatMap(({ command }) => command);
  const hints = MEANT.flatMap(({ pattern, word }) => {
    if (words.some((text) => text.includes(word))) return [];
    const found = words.map((text) => pattern.exec(text)?.[0]).find((text) => text !== undefined);
    return found === undefined ? [] : [`no command has ${word}; did you mean it by ${found}?`];
  });
  if (inputs.includes(SEPARATOR))
    hints.push("there is one list of inputs; the second ::: is an input like the others");
  return hints.length === 0 ? undefined : hints.join(" ");
}
