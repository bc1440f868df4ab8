import { type Command, Option } from "commander";
import { wholeNumber } from "../shell/option-values.ts";

/** What `--mode`, `--schedule` and `--max-restarts` gave. */
export interface RetryOptions {
  readonly mode: string;
  readonly schedule?: string;
  readonly maxRestarts?: number;
}

export const SCHEDULES = ["luby", "geometric", "constant"] as const;

/** `task` is what the command calls one. */
export function addRetryOptions(command: Command, mode: "retry" | "abandon", task = "task"): Command {
  return command
    .option("--mode <mode>", `retry: a ${task} is tried again after a cut | abandon: it is gone`, mode)
    .option(
      "--schedule <name>",
      `how cutoffs grow within a ${task}: ${SCHEDULES.join(" | ")} (default: as the policy plans, or luby)`,
    )
    .addOption(
      new Option(
        "--max-restarts <n>",
        `give a ${task} up after so many restarts, the first short ones with the others`,
      ).argParser(wholeNumber("--max-restarts", 0)),
    );
}
