import { z } from "@hono/zod-openapi";
import { MAX_TRIES } from "../learning/tries.ts";

/** Of a problem. */
export const MAX_ARMS = 64;
/** Characters of the name of a problem, an arm or a task. */
export const MAX_NAME = 200;
/** Decisions or observations of one request. */
export const MAX_BATCH = 1_000;
const MAX_SEED = 2 ** 53 - 1;
const MAX_MS = 2 ** 31 - 1;
/** Of a call. */
const MAX_CALL_ATTEMPTS = 1_000;
/** Of a problem of calls: the state of each takes some 30 kB. */
const MAX_KEYS = 1_000;
/** Of an attempt, and of milliseconds for one. */
const MAX_COST = 1e9;
/** Why a call gets no attempt now. */
const REFUSALS = ["load", "breaker", "cooldown", "attempts", "deadline", "cutoff"] as const;
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

const Arms = z
  .array(z.strictObject({ name: Name }))
  .min(1)
  .max(MAX_ARMS);
const Seed = z.int().min(0).max(MAX_SEED).default(1);
/** In milliseconds; no timer is longer. */
const Milliseconds = z.number().positive().max(MAX_MS);
/** A number of at least 0 that may be ∞. */
const NumberOrInfinite = z.union([z.number().nonnegative(), Infinite]);

const policyFields = {
  name: Name,
  arms: Arms,
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
  seed: Seed,
};

const callsFields = {
  kind: z
    .literal("calls")
    .openapi({ description: "decide as the library does for calls; times are milliseconds" }),
  name: Name,
  arms: Arms,
  deadline: Milliseconds.optional().openapi({
    description: "of a call, from its first decision; none if absent",
  }),
  maxExtraLoad: NumberOrInfinite.optional().openapi({
    description: "cuts, retries and hedges of the last seconds, as a share of the calls; 0.2 if absent",
  }),
  hedge: z
    .strictObject({ maxExtraLoad: z.number().min(0).max(1) })
    .optional()
    .openapi({ description: "at the cutoff, a second attempt may start beside the first" }),
  objective: z
    .enum(["mean", "p99"])
    .optional()
    .openapi({ description: "whether the mean or the 99th percentile of a call's time should be small" }),
  halfLife: z
    .union([z.number().positive(), Infinite])
    .optional()
    .openapi({ description: "attempts after which one counts half; 200 if absent" }),
  minCutoffMs: Milliseconds.optional(),
  maxCutoffMs: Milliseconds.optional(),
  firstCutoffMs: Milliseconds.optional().openapi({
    description: "of first attempts, while nothing is known",
  }),
  maxAttempts: z
    .int()
    .min(1)
    .max(MAX_CALL_ATTEMPTS)
    .optional()
    .openapi({ description: "of a call; 50 if absent" }),
  maxKeys: z
    .int()
    .min(1)
    .max(MAX_KEYS)
    .default(100)
    .openapi({ description: "learners by key that are kept" }),
  breaker: z
    .boolean()
    .optional()
    .openapi({ description: "whether calls are refused while every arm loses them; true if absent" }),
  msPerCost: z.number().nonnegative().max(MAX_COST).optional().openapi({
    description: "how many milliseconds one unit of `cost` of an observation is worth",
  }),
  seed: Seed,
};

/** Says which fields belong to the other kind of problem. */
const refusing = (others: object, sentence: (names: string) => string) => ({
  error: (issue: { code?: string; keys?: string[] }) => {
    const names = (issue.keys ?? []).filter((name) => Object.hasOwn(others, name));
    return issue.code === "unrecognized_keys" && names.length > 0 ? sentence(names.join(", ")) : undefined;
  },
});

export const PolicyProblem = z
  .strictObject(
    policyFields,
    refusing(callsFields, (names) => `${names} must stand with kind "calls", got none`),
  )
  .openapi("PolicyProblem");

export const CallsProblem = z
  .strictObject(
    callsFields,
    refusing(
      policyFields,
      (names) => `${names} must not stand with kind "calls", which learns arms, cutoffs and retries itself`,
    ),
  )
  .openapi("CallsProblem");

export const NewProblem = z.union([PolicyProblem, CallsProblem]).openapi("NewProblem");

/** The one of the two that a problem is to be checked by, so that a refusal names the field. */
export function newProblemLike(given: unknown): typeof PolicyProblem | typeof CallsProblem {
  const isCalls = typeof given === "object" && given !== null && Object.hasOwn(given, "kind");
  return isCalls ? CallsProblem : PolicyProblem;
}

export const Wanted = z
  .strictObject({
    task: Name.optional().openapi({
      description: "the name of the task that is to be tried; of calls, that of the call",
    }),
    attempt: z
      .int()
      .min(1)
      .max(MAX_ATTEMPT)
      .optional()
      .openapi({ description: "which attempt at the task it is, from 1" }),
    key: Name.optional().openapi({
      description: "of calls: the class of the call, such as an endpoint; each has a learner of its own",
    }),
    remaining: z.number().nonnegative().max(MAX_MS).optional().openapi({
      description: "of calls: what is left of the call's time, in milliseconds, instead of the deadline",
    }),
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
        askAfter: Time.optional().openapi({
          description: "of calls: when to ask about the call again, in milliseconds from now",
        }),
        retry: z
          .boolean()
          .optional()
          .openapi({ description: "of calls: whether a retry would be allowed now" }),
        hedge: z
          .boolean()
          .optional()
          .openapi({ description: "of calls: whether a hedge would be allowed now" }),
      }),
    ),
    cut: z
      .array(Id)
      .optional()
      .openapi({ description: "of calls: the decisions of the task whose attempts are to be cut" }),
    refused: z
      .enum(REFUSALS)
      .optional()
      .openapi({ description: "of calls: why there is no further decision" }),
    wait: z
      .union([Time, Infinite])
      .optional()
      .openapi({ description: "of calls: when to ask again, in milliseconds; inf if the call has failed" }),
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
          retryAfter: Time.optional().openapi({
            description:
              "of calls: for how many milliseconds the server of a failed attempt asks to be left alone",
          }),
          cost: z.number().nonnegative().max(MAX_COST).optional().openapi({
            description: "of calls with msPerCost: what the attempt cost",
          }),
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
    kind: z.literal("calls").optional(),
    deadline: z.number().optional(),
    maxExtraLoad: NumberOrInfinite.optional(),
    hedge: z.object({ maxExtraLoad: z.number() }).optional(),
    objective: z.enum(["mean", "p99"]).optional(),
    halfLife: NumberOrInfinite.optional(),
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

export const State = Summary.extend({
  explanation: Explanation.optional().openapi({
    description: "of calls: what a call without a key would do now, and why",
  }),
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
