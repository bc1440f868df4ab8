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
