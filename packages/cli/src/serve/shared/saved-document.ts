import { z } from "zod";
import type { SavedProblem } from "../learning/problem.ts";
import { MAX_TRIES } from "../learning/tries.ts";

/** Of what is saved; another one is refused. */
const SAVED_VERSION = 1;

const amount = z.number().nonnegative();
const count = z.int().nonnegative();
const seen = z.strictObject({
  completed: count,
  failed: count,
  censored: count,
  time: amount,
  reward: amount,
  resets: count,
  resetTime: amount,
  /** Six numbers a cell. */
  cells: z.array(z.number()).refine((numbers) => numbers.length % 6 === 0, "must be six a cell"),
});

/** A decision that waits: when it was made, its number, arm, cutoff, attempt and task. */
const waiting = z.union([
  z.tuple([amount, count, count, z.union([z.number().positive(), z.literal("inf")])]),
  z.tuple([
    amount,
    count,
    count,
    z.union([z.number().positive(), z.literal("inf")]),
    count.nullable(),
    z.string().optional(),
  ]),
]);

/** A try that is over: when it was decided, arm, cutoff, attempt and task; then its number and what came of it. */
const tried = z.tuple(
  [
    amount.nullable(),
    count,
    z.union([z.number().positive(), z.literal("inf")]),
    count.nullable(),
    z.string().nullable(),
    count,
    z.union([z.literal(0), z.literal(1)]),
    amount,
  ],
  amount,
);

const schema = z.strictObject({
  version: z.literal(SAVED_VERSION),
  /** The rest is checked by the policy that restores it. */
  policy: z.looseObject({ start: z.strictObject({ turn: count, longest: amount }).optional() }),
  decisions: z.array(count),
  seen: z.array(seen),
  last: count,
  floor: count,
  forgotten: z.array(count),
  waiting: z.array(waiting),
  tries: z.array(tried).max(MAX_TRIES),
});

export function savedDocument(saved: SavedProblem): string {
  return JSON.stringify({ version: SAVED_VERSION, ...saved });
}

/** What a problem with so many arms saved; refused if it is something else. */
export function readSavedDocument(text: string, arms: number): SavedProblem {
  const { version: _version, ...saved } = schema.parse(JSON.parse(text));
  const fits =
    saved.decisions.length === arms &&
    saved.seen.length === arms &&
    saved.waiting.every(([, , arm]) => arm < arms) &&
    saved.tries.every(([, arm, , , , , completed, , ...more]) => arm < arms && more.length >= completed);
  if (!fits) throw new RangeError(`it is of a problem with other arms than ${arms}`);
  return saved as unknown as SavedProblem;
}

/** What is wrong, in a line. */
export function whatIsWrong(error: unknown): string {
  if (!(error instanceof z.ZodError)) return (error as Error).message.slice(0, 200);
  const [{ path, message }] = error.issues;
  return `${path.length === 0 ? "" : `${path.join(".")}: `}${message}`.slice(0, 200);
}
