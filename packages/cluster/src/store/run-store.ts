import { Tally } from "@mulligan/core/statistics";
import type { Redis } from "ioredis";
import type { Names, RunKeys } from "../messages/keys.ts";
import { parseEntry, type TurnEntry } from "../messages/log-entry.ts";
import { type RunDocument, runSchema } from "../messages/run-document.ts";
import { OPEN_SCRIPT, RECORD_SCRIPT } from "./record-script.ts";

/** `stopping` while trials under way must end, `ended` when nothing more counts, `gone` if Redis does not know the run. */
export type StoredRun = "open" | "stopping" | "ended" | "gone";

/** An entry to be counted and logged, once. */
export interface RecordRequest {
  /** Unlike any other, but the same when it is sent again. */
  readonly id: string;
  readonly task: number;
  readonly turn: number;
  readonly increments: Readonly<Record<string, number>>;
  /** What the log says of it: a `LogEntry` as text. */
  readonly text: string;
  /** True if this entry ends the turn. */
  readonly ends: boolean;
}

export interface RecordAnswer {
  readonly state: StoredRun;
  readonly counted: number;
  /** Entries that had been counted before: they were sent again. */
  readonly seen: number;
  /** Entries of turns that were over. */
  readonly late: number;
  /** The merged tally with these entries in it, if it was asked for. */
  readonly tally?: Tally;
}

/** How long an id counts as seen at least; at most twice as long (`record-script.ts`). */
const SEEN_SECONDS = 600;
/** Redis drops a run after so long without work, and one that has ended after an hour. */
const KEPT_SECONDS = 7 * 24 * 3_600;
const ENDED_SECONDS = 3_600;

interface RedisWithScript extends Redis {
  mulliganRecord(...keysAndFields: string[]): Promise<ScriptAnswer>;
}

/** One run in Redis. */
export class RunStore {
  readonly keys: RunKeys;
  private readonly redis: RedisWithScript;
  private readonly version: string;

  constructor(redis: Redis, names: Names, run: string) {
    // ioredis sends the script once and calls it by its hash from then on.
    redis.defineCommand("mulliganRecord", { numberOfKeys: 6, lua: RECORD_SCRIPT });
    this.redis = redis as RedisWithScript;
    this.version = names.version;
    this.keys = names.run(run);
  }

  /**
   * Creates the run, or opens the one of that name. If it is new, `known` is counted: the trials in the journal of an
   * earlier run. Resolves to whether it is new, and to its document.
   */
  async open(
    document: RunDocument,
    known: Tally,
  ): Promise<{ isNew: boolean; document: RunDocument | undefined }> {
    const { run, tally } = this.keys;
    const amounts = Object.entries(known.save()).flat();
    const fields = [this.version, JSON.stringify(document), String(KEPT_SECONDS), ...amounts];
    const [isNew, text] = (await this.redis.eval(OPEN_SCRIPT, 2, run, tally, ...fields)) as [number, string];
    await this.keep(KEPT_SECONDS);
    return { isNew: isNew === 1, document: parseRun(text) };
  }

  /** The document of the run; undefined if there is none, it is none of ours, or the run has ended. */
  async document(): Promise<RunDocument | undefined> {
    const [version, text, state] = await this.redis.hmget(this.keys.run, "version", "document", "state");
    if (state === "ended") return undefined;
    return version === this.version && text !== null ? parseRun(text) : undefined;
  }

  /** Counts and logs entries, each id once. */
  async record(entries: readonly RecordRequest[], wantsTally: boolean): Promise<RecordAnswer> {
    const { run, tally, seen: seenIds, over, log } = this.keys;
    const wire = entries.map(({ id, task, turn, increments, text, ends }) => ({
      i: id,
      k: String(task),
      n: turn,
      a: Object.entries(increments).flatMap(([name, amount]) => [name, String(amount)]),
      r: text,
      e: ends ? 1 : 0,
    }));
    const keys = [run, tally, ...seenIds, over, log];
    const fields = [this.version, JSON.stringify(wire), wantsTally ? "1" : "0", String(SEEN_SECONDS)];
    const answer = await this.redis.mulliganRecord(...keys, ...fields).catch(goneIfWrongType);
    const [state, counted, seen, late, flat] = answer;
    const merged = flat === undefined ? undefined : tallyOf(flat);
    return { state, counted, seen, late, ...(merged === undefined ? {} : { tally: merged }) };
  }

  /** The merged tally. `Tally.load` refuses anything else that was written there. */
  async tally(): Promise<Tally> {
    return Tally.load(await this.redis.hgetall(this.keys.tally));
  }

  /** The last turn of each task that is over. */
  async over(): Promise<Map<number, number>> {
    const all = await this.redis.hgetall(this.keys.over);
    return new Map(Object.entries(all).map(([task, turn]) => [Number(task), Number(turn)]));
  }

  async isOver(task: number, turn: number): Promise<boolean> {
    return Number((await this.redis.hget(this.keys.over, String(task))) ?? 0) >= turn;
  }

  async setState(state: "stopping" | "ended"): Promise<void> {
    await this.redis.hset(this.keys.run, "state", state);
    if (state === "ended") await this.keep(ENDED_SECONDS);
  }

  /** Keeps the run for so long from now on. */
  async keep(seconds = KEPT_SECONDS): Promise<void> {
    const pipeline = this.redis.pipeline();
    for (const key of this.keys.all) pipeline.expire(key, seconds);
    await pipeline.exec();
  }
}

/** What the script answers: state, counted, seen, late, and the tally if it was asked for. */
type ScriptAnswer = [StoredRun, number, number, number, string[]?];

/** Where a key holds something else, nothing can be counted any more: the run counts as gone. */
function goneIfWrongType(error: Error): ScriptAnswer {
  if (error.message.includes("WRONGTYPE")) return ["gone", 0, 0, 0];
  throw error;
}

function parseRun(text: string): RunDocument | undefined {
  try {
    return runSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Undefined if it is no tally: nonsense in Redis keeps workers from learning together, not from working. */
function tallyOf(flat: readonly string[]): Tally | undefined {
  const record: Record<string, string> = {};
  for (let place = 0; place + 1 < flat.length; place += 2) record[flat[place]] = flat[place + 1];
  try {
    return Tally.load(record);
  } catch {
    return undefined;
  }
}

/** An entry of the log, with its place in it. */
export interface LoggedEntry {
  readonly place: string;
  /** Undefined if it is none of ours. */
  readonly entry: TurnEntry | undefined;
}

/** Before the first entry. */
export const LOG_START = "0-0";
const ENTRIES_AT_A_TIME = 1_000;
const WAIT_MS = 500;

/** A place in the log is two numbers. */
export const LOG_PLACE = /^\d{1,20}-\d{1,20}$/;

/**
 * The entries after a place, in the order in which they were counted; at most a thousand, and none if none came within
 * half a second. The connection is busy meanwhile, so it must be one of its own.
 */
export async function readLog(redis: Redis, key: string, after: string): Promise<LoggedEntry[]> {
  const found = await redis.xread("COUNT", ENTRIES_AT_A_TIME, "BLOCK", WAIT_MS, "STREAMS", key, after);
  return (found?.[0]?.[1] ?? []).map(loggedEntry);
}

/** The same without waiting. */
export async function readLogNow(redis: Redis, key: string, after: string): Promise<LoggedEntry[]> {
  const found = await redis.xrange(key, `(${after}`, "+", "COUNT", ENTRIES_AT_A_TIME);
  return found.map(loggedEntry);
}

/** Drops the entries before a place. */
export async function trimLog(redis: Redis, key: string, before: string): Promise<void> {
  await redis.xtrim(key, "MINID", "~", before);
}

function loggedEntry([place, fields]: readonly [string, readonly string[]]): LoggedEntry {
  const at = fields.indexOf("r");
  return { place, entry: at < 0 ? undefined : parseEntry(fields[at + 1] ?? "") };
}
