#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import { type CommandEntry, catalogue } from "./shell/catalogue.ts";
import { exitCode } from "./shell/exit-code.ts";
import { reportFailure, watchOutputs } from "./shell/failure.ts";
import { ENDING_SIGNALS } from "./shell/signals.ts";
import { UsageError } from "./shell/usage-error.ts";

watchOutputs();
endOnSignals();
await main(process.argv);

/** Only the module of the command that was asked for is loaded, so that `--help` answers at once. */
async function main(argv: readonly string[]): Promise<void> {
  const program = makeProgram();
  const words = argv.slice(2).filter((word) => !word.startsWith("-"));
  const asked = words[0] === "help" ? words[1] : words[0];
  const names = catalogue.map(({ name }) => name);
  try {
    for (const entry of catalogue) {
      if (entry.name === asked) (await entry.load()).register(program);
      else mention(program, entry);
    }
    if (asked !== undefined && words[0] === "help") {
      // Not for all: it loads the library, which `--help` does not need.
      (await import("./shell/one-of.ts")).oneOf("help", asked, names);
    }
    if (argv.length === 2) {
      throw new UsageError(`a command must be given, one of ${names.join(", ")}; mulligan --help says more`);
    }
    await program.parseAsync(argv);
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? exitCode.done : exitCode.usage;
    } else {
      reportFailure(error);
    }
  }
}

/** For commands that have nothing to save, and for the moments before one that has listens itself. */
function endOnSignals(): void {
  for (const signal of ENDING_SIGNALS) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(exitCode.interrupted);
    });
  }
}

function makeProgram(): Command {
  return new Command("mulligan")
    .description("Learns when to give up and try again.")
    .version("0.1.0", "-V, --version")
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(`mulligan: ${inOneLine(text)}\n`) })
    .addHelpText("after", "\n`mulligan COMMAND --help` has the options of a command, with examples.");
}

/** What commander says is wrong, in one line that says what is allowed. */
function inOneLine(text: string): string {
  const line = text
    .trim()
    .replace(/^error: /, "")
    .replaceAll("\n", " ");
  const missing = /^missing required argument '(.+)'$/.exec(line)?.[1];
  if (missing !== undefined) {
    return `${missing.toUpperCase()} must be given; \`mulligan COMMAND --help\` says what it may be`;
  }
  const names = catalogue.map(({ name }) => name).join(", ");
  return /^unknown command '[^']*'$/.test(line) ? `${line}: must be one of ${names}` : line;
}

function mention(program: Command, { name, summary }: CommandEntry): void {
  program.command(name).description(summary);
}
