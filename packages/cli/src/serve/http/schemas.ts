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

/** A number of decisions, outcomes or tasks. */
export const CountSchema = z.int().nonnegative();

export const OutcomeCountsSchema = z
  .object({ accepted: CountSchema, repeated: CountSchema, unknown: CountSchema })
  .openapi("Counted");

export const TriesSchema = z
  .object({
    last: CountSchema.openapi({ description: "the number of all tries" }),
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
