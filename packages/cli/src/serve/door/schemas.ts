import { z } from "@hono/zod-openapi";
import { MAX_TRIES } from "../learning/tries.ts";

/** Of a problem. */
export const MAX_ARMS = 64;
/** Characters of the name of a problem, an arm or a task. */
export const MAX_NAME = 200;
/** Decisions or observations of one request. */
export const MAX_BATCH = 1_000;
const MAX_SEED = 2 ** 53 - 1;
const MAX_ATTEMPT = 2 ** 50 - 1;
/** Of a notation: of a policy with its options, or a list of cutoffs. */
const MAX_NOTATION = 20_000;

const isPrintable = (text: string) => !/\p{Cc}|\p{Cs}/u.test(text);

export const Name = z
  .string()
  .min(1)
  .max(MAX_NAME)
  .refine(isPrintable, "must have no control characters")
  .refine((text) => !/^\.{1,2}$/.test(text), "must not be . or .., which no client can ask for");

const Infinite = z.literal("inf");
const Time = z.number().nonnegative();
/** A time that may be ∞. */
const Cutoff = z.union([z.number().positive(), Infinite]);

export const NewProblem = z
  .strictObject({
    name: Name,
    arms: z
      .array(z.strictObject({ name: Name }))
      .min(1)
      .max(MAX_ARMS),
    policy: z.string().max(MAX_NOTATION).default("km-ts").openapi({
      description: "NAME or NAME:option=value,…, as `--policy` of the command has it",
    }),
    options: z
      .record(z.string().max(MAX_NAME), z.union([z.number(), z.string().max(MAX_NAME)]))
      .optional()
      .openapi({ description: "options of the policy, by name" }),
    cutoffs: z
      .union([z.string().max(MAX_NOTATION), z.array(Cutoff).min(1)])
      .default("auto")
      .openapi({
        description: 'auto | LIST | log:FROM:TO:COUNT | LOW..HIGH, or an array; "inf" may be the last',
      }),
    resolution: z.number().positive().optional().openapi({
      description: "the shortest time worth telling apart, where automatic cutoffs begin; learned if absent",
    }),
    resetting: z
      .union([z.string().max(MAX_NOTATION), Time])
      .default("measured")
      .openapi({
        description:
          "what a cut costs: measured (as observations say) | none | a time | constant(TIME) | proportional(SHARE)",
      }),
    mode: z
      .enum(["abandon", "retry"])
      .default("abandon")
      .openapi({ description: "what a cut means: the task is gone, or it is tried again" }),
    schedule: z
      .enum(["luby", "geometric", "constant"])
      .optional()
      .openapi({ description: "how cutoffs grow within a task, in mode retry" }),
    horizon: z
      .number()
      .positive()
      .optional()
      .openapi({ description: "the time budget, for policies that need one" }),
    seed: z.int().min(0).max(MAX_SEED).default(1),
  })
  .openapi("NewProblem");

export const Wanted = z
  .strictObject({
    task: Name.optional().openapi({ description: "the name of the task that is to be tried" }),
    attempt: z
      .int()
      .min(1)
      .max(MAX_ATTEMPT)
      .optional()
      .openapi({ description: "which attempt at the task it is, from 1" }),
    count: z.int().min(1).max(MAX_BATCH).default(1),
  })
  .openapi("Wanted");

const Id = z.string().min(1).max(MAX_NAME);

export const Decisions = z
  .object({
    decisions: z.array(
      z.object({
        id: Id,
        arm: z.string(),
        cutoff: Cutoff,
        attempt: z.int().min(1).optional(),
      }),
    ),
  })
  .openapi("Decisions");

export const Observations = z
  .strictObject({
    observations: z
      .array(
        z.strictObject({
          id: Id,
          kind: z.enum(["completed", "censored"]),
          time: Time.openapi({ description: "from the start of the trial, in the problem's own unit" }),
          reward: z
            .number()
            .min(0)
            .max(1)
            .optional()
            .openapi({ description: "of a completed trial; 1 if absent" }),
          resetting: Time.optional().openapi({ description: "how long the reset after a cut took" }),
        }),
      )
      .min(1)
      .max(MAX_BATCH),
  })
  .openapi("Observations");

const Count = z.int().nonnegative();

export const Counted = z.object({ accepted: Count, repeated: Count, unknown: Count }).openapi("Counted");

const ArmCounts = z.object({
  name: z.string(),
  decisions: Count,
  completed: Count,
  failed: Count,
  censored: Count,
  time: Time,
  reward: Time,
});

export const Summary = z
  .object({
    name: z.string(),
    readOnly: z.boolean().openapi({ description: "a run of the command, of which the journal is shown" }),
    live: z
      .boolean()
      .openapi({ description: "whether more may come: of a run, whether its command still runs" }),
    readShare: z
      .number()
      .optional()
      .openapi({ description: "of a run whose journal is long: which part of it was read so far" }),
    lastActive: z.number().openapi({ description: "when it changed last, in milliseconds since 1970" }),
    unit: z.string().optional(),
    policy: z.string().optional(),
    options: z.record(z.string(), z.union([z.number(), z.string()])).optional(),
    cutoffs: z.union([z.string(), z.array(Cutoff)]).optional(),
    resolution: z.number().optional(),
    resetting: z.union([z.string(), Time]).optional(),
    mode: z.enum(["abandon", "retry"]).optional(),
    schedule: z.string().optional(),
    horizon: z.number().optional(),
    seed: z.number().optional(),
    sequence: Count,
    decisions: Count,
    observations: Count,
    outstanding: Count,
    arms: z.array(ArmCounts),
  })
  .openapi("Summary");

export const List = z
  .object({
    problems: z.array(Summary),
    folder: z
      .string()
      .nullable()
      .openapi({ description: "where the journals of runs are looked for; null if all is kept in memory" }),
  })
  .openapi("List");

/** A number that may be ∞. */
const Amount = z.union([z.number(), Infinite]);

export const State = Summary.extend({
  best: z.object({ arm: z.string(), cutoff: Cutoff, rate: z.number() }).nullable(),
  arms: z.array(
    ArmCounts.extend({
      bestCutoff: Cutoff.nullable(),
      bestRate: z.number().nullable(),
      rateWithoutCutoff: z.number().nullable(),
      gain: z.object({ estimate: Amount, low: Amount, high: Amount }).nullable(),
      restart: z.enum(["yes", "no", "unclear"]),
      unfinished: z.number().nullable(),
      curve: z.array(
        z.object({ cutoff: z.number(), survival: z.number(), rate: z.number(), low: Amount, high: Amount }),
      ),
      withoutCutoff: z.object({ time: Time, exact: z.boolean() }).nullable().openapi({
        description: "what the same reward would have cost if nothing had been cut; or more, if not exact",
      }),
    }),
  ),
}).openapi("State");

export const Tries = z
  .object({
    last: Count.openapi({ description: "tries in all" }),
    tries: z
      .array(
        z.object({
          number: z.int().min(1).openapi({ description: "which outcome of the problem it is" }),
          at: z.number().nullable().openapi({ description: "when it was decided, where that is known" }),
          arm: z.string(),
          cutoff: Cutoff,
          attempt: z.int().min(1).optional(),
          task: z.string().optional(),
          kind: z.enum(["completed", "censored"]),
          time: Time,
          reward: z.number().min(0).max(1).optional(),
          resetting: Time.optional(),
          stopped: z.literal(true).optional().openapi({ description: "by the user or the budget" }),
        }),
      )
      .max(MAX_TRIES),
  })
  .openapi("Tries");

export const FaultBody = z
  .object({ type: z.string(), title: z.string(), status: z.int(), detail: z.string() })
  .openapi("Fault");
