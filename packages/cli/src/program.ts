import { Command, CommanderError } from "commander";
import { allCommands, firstWords } from "./commands/all-commands.ts";
import type { CommandEntry } from "./commands/catalogue.ts";
import { exitCode, reportFailure } from "./shell/exit.ts";
import { oneOf } from "./shell/option-values.ts";
import { hideSecretsIn } from "./shell/secrets.ts";
import { printable } from "./shell/text.ts";
import { UsageError } from "./shell/usage-error.ts";
import { version } from "./shell/version.ts";

/**
 * Runs one command line in this process, and leaves its exit code in `process.exitCode`. Loads only the module of that command, so that
 * `--help` answers at once.
 */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  const program = makeProgram();
  const names = allCommands.map(({ name }) => name);
  const { first, asked } = firstWords(words);
  try {
    for (const entry of allCommands) {
      if (entry.name === asked) (await entry.load()).register(program);
      else mention(program, entry);
    }
    if (asked !== undefined && first === "help") {
      oneOf("help", asked, names);
    }
    if (words.length === 0) {
      throw new UsageError(`a command must be given, one of ${names.join(", ")}; mulligan --help says more`);
    }
    await program.parseAsync(words, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? exitCode.done : exitCode.usage;
    } else {
      reportFailure(error);
    }
  }
}

function makeProgram(): Command {
  return new Command("mulligan")
    .description("Learns when to give up and try again.")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show this help")
    .helpCommand("help [command]", "show the help of a command")
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(`mulligan: ${printable(inOneLine(hideSecretsIn(text)))}\n`),
    })
    .addHelpText("after", "\n`mulligan COMMAND --help` has the options of a command, with examples.");
}

/** Rewrites an error of commander as one line that says what is allowed. */
function inOneLine(text: string): string {
  const line = text
    .trim()
    .replace(/^error: /, "")
    .replaceAll("\n", " ");
  const missing = /^missing required argument '(.+)'$/.exec(line)?.[1];
  if (missing !== undefined) {
    return `${missing.toUpperCase()} must be given; \`mulligan COMMAND --help\` says what it may be`;
  }
  const names = allCommands.map(({ name }) => name).join(", ");
  return /^unknown command '[^']*'$/.test(line) ? `${line}: must be one of ${names}` : line;
}

function mention(program: Command, { name, summary }: CommandEntry): void {
  program.command(name).description(summary);
}
