import { isTime } from "@mulligan/core/problem";
import { z } from "zod";
import type { SavedProblem } from "../problem/problem.ts";
import { MAX_TRIES } from "../problem/recent-trials.ts";
import { isDecisionTuple, isTrialTuple, type TrialTuple } from "../problem/records.ts";

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

const schema = (arms: number) =>
  z.strictObject({
    version: z.literal(SAVED_VERSION),
    /** The rest is checked by the policy that restores it. */
    policy: z.looseObject({ start: z.strictObject({ turn: count, longest: amount }).optional() }),
    decisions: z.array(count),
    seen: z.array(seen),
    last: count,
    floor: count,
    forgotten: z.array(count),
    waiting: z.array(
      z.custom<SavedProblem["waiting"][number]>(
        (value) => Array.isArray(value) && isTime(value[0]) && isDecisionTuple(value.slice(1), arms),
      ),
    ),
    tries: z.array(z.custom<TrialTuple>((value) => isTrialTuple(value, arms))).max(MAX_TRIES),
  });

export function savedDocument(saved: SavedProblem): string {
  return JSON.stringify({ version: SAVED_VERSION, ...saved });
}

/** What a problem with so many arms saved; refused if it is something else. */
export function readSavedDocument(text: string, arms: number): SavedProblem {
  const { version: _version, ...saved } = schema(arms).parse(JSON.parse(text));
  if (saved.decisions.length !== arms || saved.seen.length !== arms) {
    throw new RangeError(`it is of a problem with other arms than ${arms}`);
  }
  return saved as unknown as SavedProblem;
}

/** What is wrong, in a line. */
export function whatIsWrong(error: unknown): string {
  if (!(error instanceof z.ZodError)) return (error as Error).message.slice(0, 200);
  const [{ path, message }] = error.issues;
  return `${path.length === 0 ? "" : `${path.join(".")}: `}${message}`.slice(0, 200);
}
