#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import { type CommandEntry, catalogue } from "./shell/catalogue.ts";
import { exitCode } from "./shell/exit-code.ts";
import { reportFailure, watchStandardOutput } from "./shell/failure.ts";

watchStandardOutput();
await main(process.argv);

/** Only the module of the command that was asked for is loaded, so that `--help` answers at once. */
async function main(argv: readonly string[]): Promise<void> {
  const program = makeProgram();
  const words = argv.slice(2).filter((word) => !word.startsWith("-"));
  const asked = words[0] === "help" ? words[1] : words[0];
  try {
    for (const entry of catalogue) {
      if (entry.name === asked) (await entry.load()).register(program);
      else mention(program, entry);
    }
    if (argv.length === 2) program.help({ error: true });
    await program.parseAsync(argv);
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
    .version("0.1.0", "-V, --version")
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      outputError: (text, write) =>
        write(
          `mulligan: ${text
            .trim()
            .replace(/^error: /, "")
            .replaceAll("\n", " ")}\n`,
        ),
    })
    .addHelpText("after", "\n`mulligan COMMAND --help` has the options of a command, with examples.");
}

function mention(program: Command, { name, summary, hidden }: CommandEntry): void {
  program.command(name, { hidden: hidden ?? false }).description(summary);
}
