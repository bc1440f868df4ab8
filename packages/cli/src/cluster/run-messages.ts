import { isRewardWithinLimits, isTimeWithinLimits, type Outcome } from "@mulligan/core/problem";
import { z } from "zod";
import type { ProgramPlan } from "../run/executor.ts";
import type { RunCommandOptions, RunPlan } from "../run/plan.ts";
import { parseRewardSource } from "../run/printed-number.ts";
import { inputHider } from "../run/programs.ts";
import { readRewardRange } from "../run/reward-range.ts";
import { readSilenceRule } from "../tasks/silence.ts";
import { folderSchema } from "./packed-folder.ts";
import { bytes, cutoff } from "./plain-values.ts";

/** The limit of outputs and folders that travel, where the user sets none, and the largest that fits into a blob. */
const OUTPUT_LIMIT = 16 * 2 ** 20;
const MAX_OUTPUT_LIMIT = 60 * 2 ** 20;

const word = z.string().max(100_000);
const programSchema = z.strictObject({ name: word.min(1), command: z.array(word).min(1).max(10_000) });
const detailSchema = z.strictObject({
  programs: z.array(programSchema).min(1).max(1_000),
  /** How many lists of inputs there are. */
  lists: z.int().min(1).max(1_000),
  success: z.array(z.int().min(0).max(255)).max(256),
  reward: word,
  graceMs: z.number().nonnegative().max(1e9),
  chosenFrom: z.number().nonnegative().exactOptional(),
  stdinFrom: word.exactOptional(),
  idle: word.exactOptional(),
  rewardRange: word.exactOptional(),
  /** Whether a trial has a folder of its own, and whether that of a success is sent back. */
  folders: z.strictObject({ wanted: z.boolean(), kept: z.boolean() }),
  output: z.strictObject({ wanted: z.boolean(), limit: z.int().positive().max(MAX_OUTPUT_LIMIT) }),
});
type RunDetail = z.infer<typeof detailSchema>;

/** Describes a run of programs for its workers. */
export function runDetail(
  plan: RunPlan,
  { reward, rewardRange, idle }: Pick<RunCommandOptions, "reward" | "rewardRange" | "idle">,
): RunDetail {
  const { programs, lists, success, graceMs, chosenFrom, stdinFrom, folders, output } = plan;
  return {
    programs: programs.map(({ name, command }) => ({ name, command: [...command] })),
    lists,
    success: [...success],
    reward,
    graceMs,
    ...(chosenFrom === Infinity ? {} : { chosenFrom }),
    ...(rewardRange === undefined ? {} : { rewardRange }),
    ...(stdinFrom === undefined ? {} : { stdinFrom }),
    ...(idle === undefined ? {} : { idle }),
    folders: { wanted: folders.wanted, kept: folders.out !== undefined },
    output: { wanted: output.wanted, limit: Math.min(output.limit ?? OUTPUT_LIMIT, MAX_OUTPUT_LIMIT) },
  };
}

/** Reads a detail from Redis; `out` is the folder for those of successful trials. */
export function readRunDetail(value: unknown, out: string): ProgramPlan & { readonly limit: number } {
  const read = detailSchema.safeParse(value);
  if (!read.success) throw new RangeError("the run cannot be read");
  const { reward, rewardRange, idle, folders, output, stdinFrom, chosenFrom = Infinity, ...rest } = read.data;
  return {
    ...rest,
    chosenFrom,
    stdinFrom,
    hideInput: inputHider(rest.programs, rest.lists),
    reward: parseRewardSource(reward),
    range: readRewardRange(rewardRange, reward),
    silence: idle === undefined ? undefined : readSilenceRule(idle),
    folders: { wanted: folders.wanted, out: folders.kept ? out : undefined },
    output: { ...output, results: undefined },
    limit: output.limit,
  };
}

/** A trial that a worker is to execute. */
export const programTrialSchema = z.strictObject({
  arm: z.int().nonnegative(),
  seed: z.int().nonnegative(),
  index: z.int().min(1),
  input: word.nullable(),
  occurrence: z.int().min(1),
  cutoff,
});

const time = z.custom<number>(isTimeWithinLimits);
const outcomeSchema: z.ZodType<Outcome> = z.union([
  z.strictObject({ kind: z.literal("completed"), time, reward: z.custom<number>(isRewardWithinLimits) }),
  z.strictObject({ kind: z.literal("censored"), time, resetting: time.exactOptional() }),
]);

/** The result of one trial. */
export const programResultSchema = z.strictObject({
  outcome: outcomeSchema,
  cutoff,
  stopped: z.boolean(),
  cut: z.literal("idle").exactOptional(),
  exit: z.union([z.number(), z.string().max(20)]).optional(),
  complaint: z.string().max(10_000).optional(),
  received: z.int().nonnegative().optional(),
  output: z.strictObject({ out: bytes, err: bytes }).optional(),
  folder: folderSchema.optional(),
  notices: z.array(z.tuple([z.string().max(200), z.string().max(10_000)])).max(20),
});
export type ProgramTrialResult = z.infer<typeof programResultSchema>;
