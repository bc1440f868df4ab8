import { type Command, Option } from "commander";

interface HelpTexts {
  /** The long names of the options that `--help` shows; `--help all` shows all of them. */
  readonly everyday: readonly string[];
  /** Examples that can be pasted, one a line. */
  readonly examples: string;
  /** Rules and lists for `--help all`. */
  readonly details?: string;
}

/**
 * Adds the help of a command with many options: `--help` shows the usual ones, `--help all` all of them. Groups are
 * those of `optionsGroup`. It must be the last option that is added.
 */
export function addGroupedHelp(command: Command, { everyday, examples, details = "" }: HelpTexts): Command {
  const shown = new Set([...everyday, "--help"]);
  let all = false;
  return command
    .helpOption(false)
    .addOption(new Option("-h, --help [all]", "show this help; with all, every option").helpGroup("Help:"))
    .on("option:help", (word: string | null) => {
      all = word === "all";
      command.help();
    })
    .configureHelp({
      visibleOptions: ({ options }) =>
        options.filter(({ hidden, long }) => !hidden && (all || shown.has(long!))),
    })
    .addHelpText("after", () => {
      const more = all ? details : `\nmulligan ${command.name()} --help all shows every option.\n`;
      return `${more}\nExamples:\n${examples}`;
    });
}
