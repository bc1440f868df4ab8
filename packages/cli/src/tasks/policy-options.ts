import { type OptionField, policies } from "@mulligan/core/policies";
import { type Command, CommanderError } from "commander";
import { wholeNumber } from "../shell/option-values.ts";
import { UsageError } from "../shell/usage-error.ts";
import { SCHEDULES } from "./cutoff-bounds.ts";

/** Adds the options on how a task is tried again; `task` is the command's word for a task. */
export function addRetryOptions(command: Command, mode: "retry" | "abandon", task = "task"): Command {
  return command
    .option("--mode <mode>", `retry: a ${task} is tried again after a cut | abandon: drop it`, mode)
    .option(
      "--schedule <name>",
      `how cutoffs grow within a ${task}: ${SCHEDULES.join(" | ")} (default: as the policy plans, or luby)`,
    );
}

/** Adds `--retries`. */
export function addRetries(command: Command, failed: string): Command {
  const option = command.createOption("--retries <n>", failed);
  return command.addOption(option.argParser(wholeNumber("--retries", 1)));
}

/** Refuses a schedule together with a named policy that plans all cutoffs of a task itself. */
export function refuseScheduleOfPlanner(
  command: Command,
  { policy, schedule }: { readonly policy: string; readonly schedule?: string },
): void {
  const explicit = command.getOptionValueSource("policy") !== "default";
  const [name] = policy.trim().split(":", 1);
  const plans = policies.some((known) => known.name === name && known.plansRetries);
  if (schedule === undefined || !explicit || !plans) return;
  throw new UsageError(
    `--schedule: must not be used with --policy ${name}, which plans all cutoffs itself, got ${schedule}`,
  );
}

/** Makes `--policy help` list the policies with their options. */
export function addPolicyHelp(command: Command): Command {
  return command.on("option:policy", (word: string) => {
    if (word !== "help") return;
    process.stdout.write(policyHelp());
    throw new CommanderError(0, "commander.helpDisplayed", "(policies)");
  });
}

function policyHelp(): string {
  const entries = policies.map(({ name, summary, options }) => {
    const lines = Object.entries(options).map(
      ([option, field]) => `    ${option}: ${field.text}${valuesText(field)}\n`,
    );
    return `  ${name}\n    ${summary}\n${lines.join("")}`;
  });
  return `--policy NAME[:option=value,…], where NAME is one of\n\n${entries.join("\n")}`;
}

function valuesText(field: OptionField): string {
  if (field.kind === "choice") return `: ${field.values.join(" | ")} (default: ${field.default})`;
  if (field.default !== undefined) return ` (default: ${field.default === Infinity ? "inf" : field.default})`;
  return field.required ? " (required)" : "";
}
