import { z } from "@hono/zod-openapi";
import {
  CutoffSchema,
  InfiniteSchema,
  NumberOrInfiniteSchema,
  TimeSchema,
} from "../problem/problem-schema.ts";
import { CountSchema } from "./schemas.ts";

const ArmCounts = z.object({
  name: z.string(),
  decisions: CountSchema,
  completed: CountSchema,
  failed: CountSchema,
  censored: CountSchema,
  time: TimeSchema,
  reward: TimeSchema,
});

const WithoutCutoff = z
  .object({
    time: TimeSchema,
    low: TimeSchema.optional(),
    high: TimeSchema.optional(),
    exact: z.boolean(),
    spent: TimeSchema.openapi({ description: "what it did cost" }),
  })
  .nullable()
  .openapi({
    description:
      "what the same reward would have cost without cuts, with an interval; a lower bound if not exact; null if unknown",
  });

export const SummarySchema = z
  .object({
    name: z.string(),
    readOnly: z.boolean().openapi({ description: "true for a run of the command, read from its journal" }),
    live: z
      .boolean()
      .openapi({ description: "whether more may come; for a run, whether its command still runs" }),
    readShare: z
      .number()
      .optional()
      .openapi({ description: "for a run with a long journal: the share of it that was read so far" }),
    run: z
      .object({
        state: z.enum(["running", "finished", "stopped", "gone"]).openapi({
          description: "gone: its process was killed, or the machine stopped; stopped: by Ctrl-C or a limit",
        }),
        began: z.number().optional().openapi({ description: "in milliseconds since 1970" }),
        command: z.string().optional(),
        tasks: CountSchema.optional().openapi({
          description: "the number of tasks to do, if there is an end",
        }),
        done: CountSchema.openapi({ description: "the tasks that are done" }),
        doneBefore: CountSchema.openapi({ description: "those of them that were done before it began" }),
      })
      .optional()
      .openapi({ description: "the latest session of a run" }),
    withoutCutoff: WithoutCutoff.optional(),
    lastActive: z.number().openapi({ description: "when it changed last, in milliseconds since 1970" }),
    unit: z.string().optional(),
    policy: z.string().optional(),
    options: z.record(z.string(), z.union([z.number(), z.string()])).optional(),
    cutoffs: z.union([z.string(), z.array(CutoffSchema)]).optional(),
    resolution: z.number().optional(),
    resetting: z.union([z.string(), TimeSchema]).optional(),
    mode: z.enum(["abandon", "retry"]).optional(),
    schedule: z.string().optional(),
    horizon: z.number().optional(),
    kind: z.literal("calls").optional(),
    deadline: z.number().optional(),
    maxExtraLoad: NumberOrInfiniteSchema.optional(),
    hedge: z.object({ maxExtraLoad: z.number() }).optional(),
    objective: z.enum(["mean", "p99"]).optional(),
    halfLife: NumberOrInfiniteSchema.optional(),
    minCutoffMs: z.number().optional(),
    maxCutoffMs: z.number().optional(),
    firstCutoffMs: z.number().optional(),
    maxAttempts: z.number().optional(),
    maxKeys: z.number().optional(),
    breaker: z.boolean().optional(),
    msPerCost: z.number().optional(),
    seed: z.number().optional(),
    sequence: CountSchema,
    decisions: CountSchema,
    observations: CountSchema,
    outstanding: CountSchema,
    arms: z.array(ArmCounts),
  })
  .openapi("Summary");

export const ListSchema = z
  .object({
    problems: z.array(SummarySchema),
    unreadable: z.array(z.object({ name: z.string(), reason: z.string() })).openapi({
      description: "problems that are set aside since they cannot be read; you can only delete them",
    }),
    folder: z
      .string()
      .nullable()
      .openapi({ description: "the folder with the journals of runs; null if everything is in memory" }),
  })
  .openapi("List");

/** A number that may be ∞. */
const Amount = z.union([z.number(), InfiniteSchema]);

const ArmExplanation = z.object({
  arm: z.string(),
  state: z.enum(["ready", "cooling", "failing", "open"]),
  cutoffMs: Amount,
  expectedMs: Amount,
  withoutCutsMs: Amount,
  attempts: z.number(),
});

const Explanation = z
  .object({
    arm: z.string().optional(),
    cutoffMs: Amount,
    expectedMs: Amount,
    attempts: z.number(),
    reason: z.enum(["start", "gain", "no gain", "budget", "cooldown", "breaker", "policy"]),
    arms: z.array(ArmExplanation),
    extraRequestsLeft: Amount,
    sentence: z.string(),
  })
  .openapi("Explanation");

export const StateSchema = SummarySchema.extend({
  explanation: Explanation.optional().openapi({
    description: "for calls: what a call without a key would do now, and why",
  }),
  best: z.object({ arm: z.string(), cutoff: CutoffSchema, rate: z.number() }).nullable(),
  arms: z.array(
    ArmCounts.extend({
      bestCutoff: CutoffSchema.nullable(),
      bestRate: z.number().nullable(),
      rateWithoutCutoff: z.number().nullable(),
      gain: z.object({ estimate: Amount, low: Amount, high: Amount }).nullable(),
      restart: z.enum(["yes", "no", "unclear"]),
      unfinished: z.number().nullable(),
      curve: z.array(
        z.object({ cutoff: z.number(), survival: z.number(), rate: z.number(), low: Amount, high: Amount }),
      ),
      withoutCutoff: WithoutCutoff,
    }),
  ),
  withoutCutoff: WithoutCutoff,
}).openapi("State");
