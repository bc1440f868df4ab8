import { type OptionField, policies } from "@mulligan/core/policies";
import { chapters } from "@mulligan/paper";
import { heuristicNames } from "@mulligan/sat";
import { Command } from "commander";
import { oneOf } from "../shell/option-values.ts";
import { SCHEDULES } from "../tasks/cutoff-bounds.ts";
import { catalogue } from "./catalogue.ts";
import { type CompletionWords, completionScript, shells } from "./completion-script.ts";

const EXAMPLES = `
Examples:
  source <(mulligan completion bash)
  mulligan completion zsh > ~/.zfunc/_mulligan
  mulligan completion fish > ~/.config/fish/completions/mulligan.fish`;

export function register(program: Command): void {
  program
    .command("completion")
    .argument("<shell>", shells.join(" | "))
    .description("print a script that completes commands, options and names in your shell")
    .addHelpText("after", EXAMPLES)
    .action(async (shell: string) => {
      process.stdout.write(completionScript(oneOf("completion", shell, shells), await wordsOfCommands()));
    });
}

/** Every command with its options, read from the commands themselves. */
async function wordsOfCommands(): Promise<CompletionWords> {
  const program = new Command();
  for (const { load } of catalogue) (await load()).register(program);
  register(program);
  return {
    commands: program.commands.map((command) => {
      const names = ARGUMENTS[command.name()];
      return {
        name: command.name(),
        summary: command.description(),
        ...(names === undefined ? {} : { arguments: names }),
        options: command.options
          .filter(({ hidden, long }) => !hidden && long !== "--help")
          .map(({ long, description, required }) => {
            const values = VALUES[`${command.name()} ${long}`] ?? VALUES[long!];
            return {
              flag: long!,
              text: description,
              takesValue: required,
              ...(values === undefined ? {} : { values }),
            };
          }),
      };
    }),
  };
}

/** The arguments of commands that take no files. Labels lose the part before a colon, which splits words. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  reproduce: chapters.map(({ label }) => label.split(":")[1]),
  completion: shells,
};

/** An example of each kind for the user to change, since parameter names are hard to remember. */
const LAWS: readonly string[] = [
  "exponential(mean=1)",
  "pareto(scale=1,shape=1.2)",
  "lognormal(median=1,sigma=1.2)",
  "weibull(scale=1,shape=0.5)",
  "gamma(shape=3,scale=0.5)",
  "uniform(low=0,high=1)",
  "constant(value=1)",
  "shift(by=0.2,exponential(mean=1))",
  "scaled(factor=2,exponential(mean=1))",
  "mixture(0.9*exponential(mean=1),0.1*constant(value=100))",
  "empirical(FILE.csv)",
];

/** The policies, and each of their options with its default; a time has the `unit`. */
function policyWords(unit: string): readonly string[] {
  const value = (field: OptionField) =>
    field.default === undefined ? "" : `${field.default}${"time" in field ? unit : ""}`;
  const words = policies.flatMap(({ name, options }) => [
    name,
    ...Object.entries(options).map(([option, field]) => `${name}:${option}=${value(field)}`),
  ]);
  return ["help", ...words];
}

/** The values that may follow an option, of one command or of all that have it. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  "--law": LAWS,
  "--policy": policyWords(""),
  "run --policy": policyWords("ms"),
  "--mode": ["abandon", "retry"],
  "--schedule": SCHEDULES,
  "--halt": ["never", "soon,fail=1", "now,fail=1", "soon,success=1", "now,success=1"],
  "--by": ["arm", "instance"],
  "--reward": ["one", "bernoulli(p=0.5)", "power(omega=1,gamma=0.5)"],
  "run --reward": ["exit", "last-number", "regex:", "json:"],
  "--resetting": ["none", "constant(0.1)", "proportional(0.2)"],
  "--cutoffs": ["auto"],
  "sat --arm": heuristicNames,
  "--luby-reset": ["on", "off"],
};
