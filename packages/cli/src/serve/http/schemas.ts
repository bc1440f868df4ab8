import { z } from "@hono/zod-openapi";
import { REWARD_RULE, TIME_RULE } from "@mulligan/core/problem";
import {
  CutoffSchema,
  GivenRewardSchema,
  GivenTimeSchema,
  InfiniteSchema,
  MAX_COST,
  MAX_MS,
  MAX_NAME,
  NameSchema,
  NumberOrInfiniteSchema,
  TimeSchema,
} from "../problem/problem-schema.ts";
import { MAX_TRIES } from "../problem/recent-trials.ts";
import { EVENTS } from "./subscriber.ts";

/** The most decisions or observations of one request. */
export const MAX_BATCH = 1_000;
/** The reasons why a call gets no attempt now. */
const REFUSALS = ["load", "breaker", "cooldown", "attempts", "deadline", "cutoff"] as const;
const MAX_ATTEMPT = 2 ** 50 - 1;

export const DecisionsRequestSchema = z
  .strictObject({
    task: NameSchema.optional().openapi({
      description: "the name of the task to try, or of the call",
    }),
    attempt: z
      .int()
      .min(1)
      .max(MAX_ATTEMPT)
      .optional()
      .openapi({ description: "the number of the attempt at the task, from 1" }),
    key: NameSchema.optional().openapi({
      description: "for calls: the class of the call, such as an endpoint; each class has its own learner",
    }),
    remaining: z.number().nonnegative().max(MAX_MS).optional().openapi({
      description: "for calls: the time left, in milliseconds, instead of the deadline",
    }),
    count: z.int().min(1).max(MAX_BATCH).default(1),
  })
  .openapi("Wanted");

const Id = z.string().min(1).max(MAX_NAME);

export const DecisionsSchema = z
  .object({
    decisions: z.array(
      z.object({
        id: Id,
        arm: z.string(),
        cutoff: CutoffSchema,
        attempt: z.int().min(1).optional(),
        askAfter: TimeSchema.optional().openapi({
          description: "for calls: when to ask about the call again, in milliseconds from now",
        }),
        retry: z
          .boolean()
          .optional()
          .openapi({ description: "for calls: whether a retry would be allowed now" }),
        hedge: z
          .boolean()
          .optional()
          .openapi({ description: "for calls: whether a hedge would be allowed now" }),
      }),
    ),
    cut: z
      .array(Id)
      .optional()
      .openapi({ description: "for calls: the ids of the attempts at the task to cut now" }),
    refused: z
      .enum(REFUSALS)
      .optional()
      .openapi({ description: "for calls: why there is no further decision" }),
    wait: z
      .union([TimeSchema, InfiniteSchema])
      .optional()
      .openapi({ description: "for calls: when to ask again, in milliseconds; inf if the call has failed" }),
  })
  .openapi("Decisions");

export const ObservationsSchema = z
  .strictObject({
    observations: z
      .array(
        z.strictObject({
          id: Id,
          kind: z.enum(["completed", "censored"]),
          time: GivenTimeSchema.openapi({
            description: `from the start of the trial, in the problem's own unit; ${TIME_RULE}`,
          }),
          reward: GivenRewardSchema.optional().openapi({
            description: `of a completed trial; ${REWARD_RULE}; 1 if absent`,
          }),
          resetting: GivenTimeSchema.optional().openapi({
            description: `how long the reset after a cut took; ${TIME_RULE}`,
          }),
          retryAfter: GivenTimeSchema.optional().openapi({
            description:
              "for calls: for how many milliseconds the server of a failed attempt wants no requests",
          }),
          cost: z.number().nonnegative().max(MAX_COST).optional().openapi({
            description: "for calls with msPerCost: what the attempt cost",
          }),
        }),
      )
      .min(1)
      .max(MAX_BATCH),
  })
  .openapi("Observations");

const Count = z.int().nonnegative();

export const OutcomeCountsSchema = z
  .object({ accepted: Count, repeated: Count, unknown: Count })
  .openapi("Counted");

const ArmCounts = z.object({
  name: z.string(),
  decisions: Count,
  completed: Count,
  failed: Count,
  censored: Count,
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
          description: "gone: its process ended without a word; stopped: by Ctrl-C or a limit",
        }),
        began: z.number().optional().openapi({ description: "in milliseconds since 1970" }),
        command: z.string().optional(),
        tasks: Count.optional().openapi({ description: "the number of tasks to do, if there is an end" }),
        done: Count.openapi({ description: "the tasks that are done" }),
        doneBefore: Count.openapi({ description: "those of them that were done before it began" }),
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
    sequence: Count,
    decisions: Count,
    observations: Count,
    outstanding: Count,
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

export const TriesSchema = z
  .object({
    last: Count.openapi({ description: "the number of all tries" }),
    tries: z
      .array(
        z.object({
          number: z.int().min(1).openapi({ description: "the number of the outcome, from 1" }),
          at: z.number().nullable().openapi({ description: "when it was decided, if known" }),
          arm: z.string(),
          cutoff: CutoffSchema,
          attempt: z.int().min(1).optional(),
          task: z.string().optional(),
          kind: z.enum(["completed", "censored"]),
          time: TimeSchema,
          reward: z.number().min(0).max(1).optional(),
          resetting: TimeSchema.optional(),
          stopped: z
            .literal(true)
            .optional()
            .openapi({ description: "true if the user or the budget ended it" }),
        }),
      )
      .max(MAX_TRIES),
  })
  .openapi("Tries");

export const FaultSchema = z
  .object({ type: z.string(), title: z.string(), status: z.int(), detail: z.string() })
  .openapi("Fault");

const WholeNumber = z
  .string()
  .regex(/^\d{1,15}$/, "must be a whole number")
  .transform(Number)
  .openapi({ type: "integer", minimum: 0 });

/** The query of a request for tries. */
export const TriesQuerySchema = z.object({
  after: WholeNumber.optional().openapi({ description: "only those after this number" }),
});

/** The query of a request for events, or for the list. */
export const ListQuerySchema = z.object({
  latest: WholeNumber.optional().openapi({ description: "only this many: those that were active last" }),
});

export const EventsQuerySchema = z.object({
  events: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(EVENTS)))
    .optional()
    .openapi({ type: "string", description: `the events to send, separated by commas: ${EVENTS.join(",")}` }),
});
