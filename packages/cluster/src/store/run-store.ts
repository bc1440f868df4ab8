import { Tally } from "@mulligan/core/statistics";
import type { Redis } from "ioredis";
import type { Names, RunKeys } from "../messages/keys.ts";
import { type RunDocument, runSchema } from "../messages/run-document.ts";
import { OPEN_SCRIPT, RECORD_SCRIPT } from "./record-script.ts";

/** Whether a run goes on: `stopping` while trials under way are to end, `ended` when nothing more counts. */
export type RunState = "open" | "stopping" | "ended" | "gone";

/** Something to be counted and logged, once. */
export interface Entry {
  /** Unlike any other, but the same when it is sent again. */
  readonly id: string;
  readonly task: number;
  readonly turn: number;
  readonly increments: Readonly<Record<string, number>>;
  /** What the log says of it: a `LogEntry` as text. */
  readonly text: string;
  /** The turn is over by it. */
  readonly ends: boolean;
}

export interface Recorded {
  readonly state: RunState;
  readonly counted: number;
  /** Counted before: they were sent again. */
  readonly seen: number;
  /** Of turns that were over. */
  readonly late: number;
  /** The merged tally with these entries in it, where it was wanted. */
  readonly tally?: Tally;
}

/** How long an id counts as seen at least; at most twice as long (`record-script.ts`). */
const SEEN_SECONDS = 600;
/** A run that nobody works at is forgotten after so long, and one that has ended after an hour. */
const KEPT_SECONDS = 7 * 24 * 3_600;
const ENDED_SECONDS = 3_600;

interface RedisWithScript extends Redis {
  mulliganRecord(...keysAndFields: string[]): Promise<unknown>;
}

/** What Redis knows of one run. */
export class RunStore {
  readonly keys: RunKeys;
  private readonly redis: RedisWithScript;
  private readonly version: string;

  constructor(redis: Redis, names: Names, run: string) {
    // Sent once, and named by its hash from then on.
    redis.defineCommand("mulliganRecord", { numberOfKeys: 6, lua: RECORD_SCRIPT });
    this.redis = redis as RedisWithScript;
    this.version = names.version;
    this.keys = names.run(run);
  }

  /**
   * Makes the run, or opens the one of that name. `known` is counted if it is new: what a journal of an earlier run holds.
   * Resolves to whether it is new, and to the document that it has.
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

  /** The document of the run; undefined if there is none, none of ours, or nobody waits for it any more. */
  async document(): Promise<RunDocument | undefined> {
    const [version, text, state] = await this.redis.hmget(this.keys.run, "version", "document", "state");
    if (state === "ended") return undefined;
    return version === this.version && text !== null ? parseRun(text) : undefined;
  }

  /** Counts and logs entries, each id once. */
  async record(entries: readonly Entry[], wantsTally: boolean): Promise<Recorded> {
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
    const answer = (await this.redis.mulliganRecord(...keys, ...fields).catch(spoilt)) as [
      RunState,
      number,
      number,
      number,
      string[]?,
    ];
    const [state, counted, seen, late, flat] = answer;
    const merged = flat === undefined ? undefined : tallyOf(flat);
    return { state, counted, seen, late, ...(merged === undefined ? {} : { tally: merged }) };
  }

  /** The merged tally; refused by `Tally.load` if somebody wrote something else there. */
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

  /** From now on so long, whatever happens to us. */
  async keep(seconds = KEPT_SECONDS): Promise<void> {
    const pipeline = this.redis.pipeline();
    for (const key of this.keys.all) pipeline.expire(key, seconds);
    await pipeline.exec();
  }
}

/** Somebody put something else where our keys are. Nobody can count there any more: the run is as good as gone. */
function spoilt(error: Error): unknown {
  if (error.message.includes("WRONGTYPE")) return ["gone", 0, 0];
  throw error;
}

function parseRun(text: string): RunDocument | undefined {
  try {
    return runSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Undefined if it is none: who writes nonsense into Redis keeps us from learning together, not from working. */
function tallyOf(flat: readonly string[]): Tally | undefined {
  const record: Record<string, string> = {};
  for (let place = 0; place + 1 < flat.length; place += 2) record[flat[place]] = flat[place + 1];
  try {
    return Tally.load(record);
  } catch {
    return undefined;
  }
}
