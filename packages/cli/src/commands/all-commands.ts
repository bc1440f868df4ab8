import { type CommandEntry, catalogue } from "./catalogue.ts";

/** `completion` stands apart from the others, since it reads what they offer. */
export const allCommands: readonly CommandEntry[] = [
  ...catalogue,
  {
    name: "completion",
    summary: "a script that completes commands, options and names in your shell",
    load: () => import("./completion.ts"),
  },
];

/** The word that names a command, and what it is asked for if that word is `help`. */
export function firstWords(words: readonly string[]): { readonly first?: string; readonly asked?: string } {
  const [first, second] = words.filter((word) => !word.startsWith("-"));
  const asked = first === "help" ? second : first;
  return { ...(first === undefined ? {} : { first }), ...(asked === undefined ? {} : { asked }) };
}

/** The command that a command line runs. */
export function commandOf(words: readonly string[]): CommandEntry | undefined {
  const { first } = firstWords(words);
  return allCommands.find(({ name }) => name === first);
}
