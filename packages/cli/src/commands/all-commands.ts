import { type CommandEntry, catalogue } from "./catalogue.ts";

/** All commands. `completion` is apart from the catalogue, since it reads the options of the others. */
export const allCommands: readonly CommandEntry[] = [
  ...catalogue,
  {
    name: "completion",
    summary: "print a script that completes commands, options and names in your shell",
    load: () => import("./completion.ts"),
  },
];

/** Returns the word that names a command, and the command to explain if that word is `help`. */
export function firstWords(words: readonly string[]): { readonly first?: string; readonly asked?: string } {
  const [first, second] = words.filter((word) => !word.startsWith("-"));
  const asked = first === "help" ? second : first;
  return { ...(first === undefined ? {} : { first }), ...(asked === undefined ? {} : { asked }) };
}

/** Returns the command that a command line runs. */
export function commandOf(words: readonly string[]): CommandEntry | undefined {
  const { first } = firstWords(words);
  return allCommands.find(({ name }) => name === first);
}
