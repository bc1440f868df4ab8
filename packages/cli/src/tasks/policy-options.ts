import type { CutoffSet } from "@mulligan/core/problem";
import type { Command } from "commander";
import { wholeNumber } from "../shell/option-values.ts";
import { UsageError } from "../shell/usage-error.ts";

/** The options `--mode`, `--schedule` and `--max-restarts` as they were given. */
export interface RetryOptions {
  readonly mode: string;
  readonly schedule?: string;
  readonly maxRestarts?: number;
}

export const SCHEDULES = ["luby", "geometric", "constant"] as const;

/** `task` is the command's word for a task. */
export function addRetryOptions(command: Command, mode: "retry" | "abandon", task = "task"): Command {
  return command
    .option("--mode <mode>", `retry: a ${task} is tried again after a cut | abandon: it is gone`, mode)
    .option(
      "--schedule <name>",
      `how cutoffs grow within a ${task}: ${SCHEDULES.join(" | ")} (default: as the policy plans, or luby)`,
    )
    .addOption(
      command
        .createOption(
          "--max-restarts <n>",
          `give a ${task} up after so many restarts, the first short ones with the others`,
        )
        .argParser(wholeNumber("--max-restarts", 0)),
    );
}

/** Refuses options that say how a task is tried again where none is, instead of ignoring them. */
export function checkRetryOptions(
  mode: "retry" | "abandon",
  { schedule, maxRestarts, retries }: Omit<RetryOptions, "mode"> & { readonly retries?: number },
): void {
  if (mode === "retry") return;
  const given = { "--schedule": schedule, "--max-restarts": maxRestarts, "--retries": retries };
  for (const [option, value] of Object.entries(given)) {
    if (value !== undefined)
      throw new UsageError(`${option}: must stand with --mode retry, got --mode abandon`);
  }
}

/** Refuses a schedule beside an explicit `hidden-types`, which plans all cutoffs of a task itself. */
export function refuseScheduleOfPlanner(
  command: Command,
  { policy, schedule }: { readonly policy: string; readonly schedule?: string },
): void {
  const explicit = command.getOptionValueSource("policy") !== "default";
  if (schedule === undefined || !explicit || !isHiddenTypes(policy)) return;
  throw new UsageError(
    `--schedule: must not stand with --policy hidden-types, which plans all cutoffs itself, got ${schedule}`,
  );
}

export function isHiddenTypes(policy: string): boolean {
  return /^hidden-types(:|$)/.test(policy.trim());
}

/** Options that overrule the policy's cutoffs; numbers are in the unit of the command's clock. */
export interface CutoffOptions {
  readonly firstCutoff?: string;
  readonly minCutoff?: string;
  readonly retries?: number;
  readonly explore?: string;
}

/** The same, read and checked. */
export interface RequestedCutoffs {
  readonly first?: number;
  readonly least?: number;
  /** The share of tries that are left uncut, and for how long they may go on. */
  readonly explore: number;
  readonly exploreUpTo: number;
}

/** `time` and `task` are the command's words for these. */
export function addCutoffOptions(command: Command, time: string, task: string): Command {
  return command
    .option(`--first-cutoff <${time}>`, "cut the first tries here, as long as none has ended by itself")
    .option(`--min-cutoff <${time}>`, "never cut sooner")
    .addOption(
      command
        .createOption("--retries <n>", `give a ${task} up after so many failed tries`)
        .argParser(wholeNumber("--retries", 1)),
    )
    .option("--explore <share>", "leave this share of the tries uncut, so that the journal can be judged");
}

export function readRequestedCutoffs(
  { firstCutoff, minCutoff, explore }: CutoffOptions,
  cutoffs: CutoffSet,
): RequestedCutoffs {
  return {
    ...(firstCutoff === undefined ? {} : { first: readTime("--first-cutoff", firstCutoff) }),
    ...(minCutoff === undefined ? {} : { least: readTime("--min-cutoff", minCutoff) }),
    explore: explore === undefined ? 0 : readShare("--explore", explore),
    exploreUpTo: cutoffs.kind === "interval" ? cutoffs.high : Infinity,
  };
}

function readTime(option: string, text: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (!(value > 0 && value < Infinity)) {
    throw new UsageError(`${option}: must be above 0 and finite, got "${text}"`);
  }
  return value;
}

/** `0.05` or `5%`. */
function readShare(option: string, text: string): number {
  const match = /^(\d+\.?\d*|\.\d+)(%?)$/.exec(text.trim());
  const value = match === null ? Number.NaN : Number(match[1]) / (match[2] === "%" ? 100 : 1);
  if (!(value >= 0 && value <= 1)) {
    throw new UsageError(`${option}: must be a share from 0 to 1, such as 0.05 or 5%, got "${text}"`);
  }
  return value;
}
