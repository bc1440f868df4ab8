import { z } from "@hono/zod-openapi";
import {
  isRewardWithinLimits,
  isTimeWithinLimits,
  MAX_TIME,
  MIN_TIME,
  REWARD_RULE,
  TIME_RULE,
} from "@mulligan/core/problem";

/** The most characters of the name of a problem, an arm or a task. */
export const MAX_NAME = 200;
/** The longest timer, in milliseconds. */
export const MAX_MS = 2 ** 31 - 1;
/** The highest cost of an attempt, and the most milliseconds for a unit of it. */
export const MAX_COST = 1e9;
const MAX_SEED = 2 ** 53 - 1;
/** The most attempts of a call. */
const MAX_CALL_ATTEMPTS = 1_000;
/** The most keys of a problem of calls: the state of each takes some 30 kB. */
const MAX_KEYS = 1_000;
/** Characters of a notation: of a policy with its options, or a list of cutoffs. */
const MAX_NOTATION = 20_000;
/** The most arms of a problem. */
export const MAX_PROBLEM_ARMS = 64;

const isPrintable = (text: string) => !/\p{Cc}|\p{Cs}/u.test(text);

export const NameSchema = z
  .string()
  .min(1)
  .max(MAX_NAME)
  .refine(isPrintable, "must have no control characters")
  .refine((text) => !/^\.{1,2}$/.test(text), "must not be . or .., which cannot stand in a path");

export const InfiniteSchema = z.literal("inf");
export const TimeSchema = z.number().nonnegative();
/** A number of at least 0 that may be ∞. */
export const NumberOrInfiniteSchema = z.union([z.number().nonnegative(), InfiniteSchema]);
/** A time that may be ∞. */
export const CutoffSchema = z.union([z.number().positive(), InfiniteSchema]);

/** A time that a client gives: of a trial, or of a reset. It is within the limits of `@mulligan/core`. */
export const GivenTimeSchema = z
  .number()
  .min(0, TIME_RULE)
  .max(MAX_TIME, TIME_RULE)
  .refine(isTimeWithinLimits, TIME_RULE)
  .openapi({ description: TIME_RULE });
/** A reward that a client gives. */
export const GivenRewardSchema = z
  .number()
  .min(0, REWARD_RULE)
  .max(1, REWARD_RULE)
  .refine(isRewardWithinLimits, REWARD_RULE);
const POSITIVE_RULE = "must be from 1e-15 to 1e15";
/** A time above 0 in the definition of a problem. */
const PositiveTime = z.number().min(MIN_TIME, POSITIVE_RULE).max(MAX_TIME, POSITIVE_RULE);
const GivenCutoff = z.union([PositiveTime, InfiniteSchema], `${POSITIVE_RULE}, or "inf"`);
/** An option of a policy. The policy has rules of its own; these limits are those of all numbers. */
const OptionNumber = z.number().refine((value) => isTimeWithinLimits(Math.abs(value)), TIME_RULE);

const Arms = z
  .array(z.strictObject({ name: NameSchema }))
  .min(1)
  .max(MAX_PROBLEM_ARMS);
const Seed = z.int().min(0).max(MAX_SEED).default(1);
const Milliseconds = z.number().positive().max(MAX_MS);

const policyFields = {
  name: NameSchema,
  arms: Arms,
  policy: z.string().max(MAX_NOTATION).default("km-ts").openapi({
    description: "NAME or NAME:option=value,…, as for `--policy` of the command",
  }),
  options: z
    .record(z.string().max(MAX_NAME), z.union([OptionNumber, z.string().max(MAX_NAME)]))
    .optional()
    .openapi({ description: "options of the policy, by name" }),
  cutoffs: z
    .union([z.string().max(MAX_NOTATION), z.array(GivenCutoff).min(1)])
    .default("auto")
    .openapi({
      description: 'auto | LIST | log:FROM:TO:COUNT | LOW..HIGH, or an array; "inf" may be the last',
    }),
  resolution: PositiveTime.optional().openapi({
    description: "the shortest time worth distinguishing, where automatic cutoffs begin; learned if absent",
  }),
  resetting: z
    .union([z.string().max(MAX_NOTATION), GivenTimeSchema])
    .default("measured")
    .openapi({
      description:
        "what a cut costs: measured (as observations say) | none | a time | constant(TIME) | proportional(SHARE)",
    }),
  mode: z
    .enum(["abandon", "retry"])
    .default("abandon")
    .openapi({ description: "what a cut means: the task is dropped, or tried again" }),
  schedule: z
    .enum(["luby", "geometric", "constant"])
    .optional()
    .openapi({ description: "how cutoffs grow within a task, in mode retry" }),
  horizon: PositiveTime.optional().openapi({ description: "the time budget, for policies that need one" }),
  seed: Seed,
};

const callsFields = {
  kind: z
    .literal("calls")
    .openapi({ description: "decide as the library does for calls; times are milliseconds" }),
  name: NameSchema,
  arms: Arms,
  deadline: Milliseconds.optional().openapi({
    description: "of a call, counted from its first decision; none if absent",
  }),
  maxExtraLoad: NumberOrInfiniteSchema.optional().openapi({
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
    .union([z.number().positive(), InfiniteSchema])
    .optional()
    .openapi({ description: "attempts after which one counts half; 200 if absent" }),
  minCutoffMs: Milliseconds.optional(),
  maxCutoffMs: Milliseconds.optional(),
  firstCutoffMs: Milliseconds.optional().openapi({
    description: "the cutoff of first attempts, while nothing is known",
  }),
  maxAttempts: z
    .int()
    .min(1)
    .max(MAX_CALL_ATTEMPTS)
    .optional()
    .openapi({ description: "the most attempts of a call; 50 if absent" }),
  maxKeys: z
    .int()
    .min(1)
    .max(MAX_KEYS)
    .default(100)
    .openapi({ description: "the number of learners by key that are kept" }),
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

export const PolicyProblemSchema = z
  .strictObject(
    policyFields,
    refusing(callsFields, (names) => `${names} must be used with kind "calls", got none`),
  )
  .openapi("PolicyProblem");

export const CallsProblemSchema = z
  .strictObject(
    callsFields,
    refusing(
      policyFields,
      (names) => `${names} must not be used with kind "calls", which learns arms, cutoffs and retries itself`,
    ),
  )
  .openapi("CallsProblem");

export const NewProblemSchema = z.union([PolicyProblemSchema, CallsProblemSchema]).openapi("NewProblem");

/** Returns the schema by which to check a problem, so that a refusal names the field. */
export function problemSchemaFor(given: unknown): typeof PolicyProblemSchema | typeof CallsProblemSchema {
  const isCalls = typeof given === "object" && given !== null && Object.hasOwn(given, "kind");
  return isCalls ? CallsProblemSchema : PolicyProblemSchema;
}
