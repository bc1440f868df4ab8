import { z } from "zod";
import type { ProgramPlan } from "../run/executor.ts";
import { parseRewardSource } from "../run/outcome.ts";
import type { RunCommandOptions, RunPlan } from "../run/plan.ts";
import { cutoffRulesDocument, cutoffRulesSchema } from "./cutoff-rules.ts";

const MAX_WORDS = 10_000;
const MAX_WORD = 100_000;
/** Of what a try writes, where the user sets no limit: it travels through Redis. */
const OUTPUT_LIMIT = 16 * 2 ** 20;

const word = z.string().max(MAX_WORD);
const schema = z.strictObject({
  programs: z
    .array(z.strictObject({ name: word.min(1), command: z.array(word).min(1).max(MAX_WORDS) }))
    .min(1),
  success: z.array(z.number().int().min(0).max(255)),
  reward: word,
  graceMs: z.number().nonnegative(),
  seed: z.number().int().nonnegative(),
  stdinFrom: word.optional(),
  folders: z.boolean(),
  output: z.strictObject({ wanted: z.boolean(), limit: z.number().int().positive().max(OUTPUT_LIMIT) }),
  wishes: cutoffRulesSchema,
});
export type RunDetail = z.infer<typeof schema>;

/** What a worker must know of a run of programs. */
export function runDetail(plan: RunPlan, words: Pick<RunCommandOptions, "reward">): RunDetail {
  const { programs, success, graceMs, seed, stdinFrom, folders, output, setup } = plan;
  return {
    programs: programs.map(({ name, command }) => ({ name, command: [...command] })),
    success: [...success],
    reward: words.reward,
    graceMs,
    seed,
    ...(stdinFrom === undefined ? {} : { stdinFrom }),
    folders: folders.wanted,
    output: { wanted: output.wanted, limit: Math.min(output.limit ?? OUTPUT_LIMIT, OUTPUT_LIMIT) },
    wishes: cutoffRulesDocument(setup.parts.requested, seed),
  };
}

/** The same as who runs the programs needs it; what came from Redis is checked. */
export function readRunDetail(detail: unknown): { readonly plan: ProgramPlan; readonly detail: RunDetail } {
  const read = schema.safeParse(detail);
  if (!read.success) throw new RangeError("what the run asks for cannot be read");
  const { programs, success, reward, graceMs, seed, stdinFrom, folders, output } = read.data;
  const plan = {
    programs,
    success,
    reward: parseRewardSource(reward),
    graceMs,
    seed,
    stdinFrom,
    folders: { wanted: folders, out: undefined },
    output: { ...output, results: undefined },
  };
  return { plan, detail: read.data };
}
