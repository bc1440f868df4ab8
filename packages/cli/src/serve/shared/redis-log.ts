import type { Redis } from "@mulligan/cluster";
import { isTime } from "@mulligan/core/problem";
import { z } from "zod";
import { appendLogOn, longestLog } from "../../journal/append-log.ts";
import { givingWay } from "../../shell/give-way.ts";
import { UsageError } from "../../shell/usage-error.ts";
import type { ProblemDefinition } from "../problem/definition.ts";
import { MAX_FORGOTTEN, MAX_OUTSTANDING } from "../problem/outstanding-decisions.ts";
import type { SavedProblem } from "../problem/problem.ts";
import { problemSchemaFor } from "../problem/problem-schema.ts";
import { MAX_TRIES } from "../problem/recent-trials.ts";
import { isDecisionTuple, isTrialTuple, type TrialTuple } from "../problem/records.ts";
import { problemReader } from "../store/problem-file.ts";
import {
  type StoredProblem,
  type StoreOptions,
  storedProblem,
  UnreadableProblem,
} from "../store/stored-problem.ts";
import { answered, logKey, logStateKey, problemKeys, type Scripts } from "./redis-keys.ts";

/** The problem belongs to another service now, or its log has changed: it must be read again. */
export class OwnerChanged extends Error {
  override readonly name = "OwnerChanged";
}

/** A problem that this service owns. */
export interface OwnedProblem {
  readonly stored: StoredProblem;
  /** Makes all later writes and reads fail with `OwnerChanged`. */
  revoke(): void;
}

/** The connection to Redis of one service. */
export interface RedisAccess {
  readonly redis: Redis;
  readonly scripts: Scripts;
  /** The id of the service. */
  readonly service: string;
}

/** Reads a problem that this service owns from Redis, and stores its changes there. */
export async function openOwnedProblem(
  access: RedisAccess,
  name: string,
  mark: string,
  options: StoreOptions,
): Promise<OwnedProblem> {
  const { redis } = access;
  const [[writes, changed], parts] = await answered(redis, () =>
    Promise.all([redis.hmget(logStateKey(mark), "writes", "changed"), redis.lrange(logKey(mark), 0, -1)]),
  );
  // It has just been deleted.
  if (writes === null) throw new OwnerChanged();
  if (!/^[1-9]\d{0,14}$/.test(writes)) throw unreadable(name, "its count of writes is no number");
  const { problem, base } = await readParts(parts, name);
  const log = ownedLog(access, mark, {
    writes: Number(writes),
    changed: Number(changed ?? 0),
    base,
    length: parts.reduce((sum, part) => sum + part.length, 0),
  });
  const opened = { problem, mark, lastActive: Number(changed ?? 0) };
  return { stored: storedProblem(opened, log.storage, options), revoke: log.revoke };
}

/** Makes the problem from its lines. */
async function readParts(parts: readonly string[], name: string) {
  const reader = problemReader(shownName(name), CHECKS);
  const giveWay = givingWay();
  let [number, base] = [0, 0];
  try {
    for (const part of parts) {
      for (const line of part.split("\n").slice(0, -1)) {
        await giveWay();
        number += 1;
        if (reader.read(line, number) === "base") base += line.length;
      }
    }
    const { problem } = reader.result();
    if (problem.definition.name === name) return { problem, base };
  } catch (error) {
    if (error instanceof UsageError) throw new UnreadableProblem(error.message);
    throw error;
  }
  throw unreadable(name, "it has the definition of another");
}

function unreadable(name: string, what: string): UnreadableProblem {
  return new UnreadableProblem(`${shownName(name)}: ${what}`);
}

function shownName(name: string): string {
  return `Redis: the problem ${JSON.stringify(name)}`;
}

/** The log of a problem in Redis. A write fails with `OwnerChanged` unless the problem still belongs to the service. */
function ownedLog(
  { redis, scripts, service }: RedisAccess,
  mark: string,
  { writes, changed, base, length }: { writes: number; changed: number; base: number; length: number },
) {
  let revoked = false;
  let compactAt = longestLog(base);

  async function write(text: string, replaces: boolean): Promise<void> {
    if (revoked) throw new OwnerChanged();
    const places = [problemKeys.owners, logKey(mark), logStateKey(mark)];
    // Until it is known to be written, memory may be ahead of Redis, and nothing more may be written from it.
    revoked = true;
    const done = await scripts.write(...places, service, mark, writes, changed, text, replaces ? 1 : 0);
    if (done === 0) throw new OwnerChanged();
    revoked = false;
    writes += 1;
    length = replaces ? text.length : length + text.length;
    if (replaces) compactAt = longestLog(length);
  }

  async function checkOwner(): Promise<void> {
    const owner = revoked ? undefined : await answered(redis, () => redis.hget(problemKeys.owners, mark));
    if (owner !== service) throw new OwnerChanged();
  }

  return {
    revoke() {
      revoked = true;
    },
    storage: {
      open(compacted: () => string, isSlow: () => boolean, undo: () => Promise<void>) {
        const openedAt = writes;
        const log = appendLogOn(
          {
            write(text) {
              changed = Date.now();
              const isDue = length > compactAt || isSlow();
              return isDue ? write(compacted(), true) : write(text, false);
            },
            // The service that comes next need not replay what happened since.
            close: () => (writes > openedAt ? write(compacted(), true) : Promise.resolve()),
          },
          undo,
        );
        return {
          ...log,
          /** Also makes sure that what is in memory is what Redis holds. */
          async flushed() {
            await log.flushed();
            await checkOwner();
          },
        };
      },
      // After a failure it is not known what Redis holds. The copy is dropped, and the problem read again as a new one.
      read: () => Promise.reject(new OwnerChanged()),
    },
  };
}

const amount = z.number().nonnegative();
const count = z.int().nonnegative();
const armSchema = z.strictObject({
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

/** The saved state of a problem with so many arms. */
const stateSchema = (arms: number) =>
  z.object({
    /** The rest is checked by the policy that restores it. */
    policy: z.looseObject({ start: z.strictObject({ turn: count, longest: amount }).optional() }),
    decisions: z.array(count).length(arms),
    seen: z.array(armSchema).length(arms),
    last: count,
    floor: count,
    forgotten: z.array(count).max(MAX_FORGOTTEN),
    waiting: z
      .array(
        z.custom<SavedProblem["waiting"][number]>(
          (value) => Array.isArray(value) && isTime(value[0]) && isDecisionTuple(value.slice(1), arms),
        ),
      )
      .max(MAX_OUTSTANDING),
    tries: z.array(z.custom<TrialTuple>((value) => isTrialTuple(value, arms))).max(MAX_TRIES),
  });

/** Whoever can write to Redis can write a line with a checksum, so what it says is checked. */
const CHECKS = {
  definition: (value: unknown): ProblemDefinition => problemSchemaFor(value).parse(value),
  state: (value: unknown, arms: number) => stateSchema(arms).parse(value) as unknown as SavedProblem,
};
