import type { CutoffSet } from "@mulligan/core/problem";
import { type Command, Option } from "commander";
import { wholeNumber } from "../shell/option-values.ts";
import { UsageError } from "../shell/usage-error.ts";

/** What the user said of cutoffs, whatever the policy would think; numbers are in the unit of the command's clock. */
export interface CutoffWords {
  readonly firstCutoff?: string;
  readonly minCutoff?: string;
  readonly retries?: number;
  readonly explore?: string;
}

/** The same, read. */
export interface CutoffWishes {
  readonly first?: number;
  readonly least?: number;
  /** The share of tries that are left uncut, and for how long they may go on. */
  readonly explore: number;
  readonly exploreUpTo: number;
}

/** `time` is how the command writes one, `task` what it calls one. */
export function addCutoffOptions(command: Command, time: string, task: string): Command {
  return command
    .option(`--first-cutoff <${time}>`, "cut the first tries here, as long as none has ended by itself")
    .option(`--min-cutoff <${time}>`, "never cut sooner")
    .addOption(
      new Option("--retries <n>", `give a ${task} up after so many failed tries`).argParser(
        wholeNumber("--retries", 1),
      ),
    )
    .option("--explore <share>", "leave this share of the tries uncut, so that the journal can be judged");
}

export function readWishes(words: CutoffWords, cutoffs: CutoffSet): CutoffWishes {
  const { firstCutoff, minCutoff, explore } = words;
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
