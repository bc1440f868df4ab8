import type { Redis } from "@mulligan/cluster";
import { parseObject } from "../../journal/lines.ts";
import type { ProblemDefinition } from "../problem/definition.ts";
import { parseRecord } from "../problem/records.ts";
import type { StoreOptions } from "../store/stored-problem.ts";
import { keys, keysOf } from "./keys.ts";
import type { SharedLogEntry } from "./log.ts";
import type { Follower } from "./log-following.ts";
import { type Holder, Replica } from "./replica.ts";
import { readSavedDocument, whatIsWrong } from "./saved-document.ts";

/** What the problems of several services need of who holds them. */
export interface Sharing {
  readonly storeOptions: StoreOptions;
  /** A definition as it came from Redis; what cannot be is a mistake. */
  readDefinition(value: unknown): ProblemDefinition;
  /** Told of what stands in Redis and cannot be understood. */
  notice(text: string): void;
  /** Told that a problem is gone. */
  removed(name: string): void;
  /** How often what was learned is saved; every ten seconds if absent. */
  readonly saveEveryMs?: number;
}

/** All problems that are in Redis, as the log makes them. What somebody else wrote there is passed over, with a notice. */
export class Replicas implements Follower {
  readonly byName = new Map<string, Replica>();
  private readonly byMark = new Map<string, Replica>();
  private readonly redis: Redis;
  private readonly holder: Holder;
  private readonly sharing: Sharing;

  constructor(redis: Redis, holder: Holder, sharing: Sharing) {
    this.redis = redis;
    this.holder = holder;
    this.sharing = sharing;
  }

  async begin(): Promise<void> {
    const [marks, definitions] = await Promise.all([
      this.redis.hgetall(keys.marks),
      this.redis.hgetall(keys.definitions),
    ]);
    const there = new Set(Object.values(marks));
    for (const replica of [...this.byMark.values()]) if (!there.has(replica.mark)) this.forget(replica);
    for (const [name, mark] of Object.entries(marks)) this.enter(name, mark, definitions[mark] ?? "");
    await Promise.all([...this.byMark.values()].map((replica) => this.restore(replica)));
  }

  apply({ mark, name, by, record: text, position }: SharedLogEntry, isNew: boolean, isLive: boolean): void {
    const line = parseObject(text) ?? {};
    if (line.made !== undefined) {
      this.enter(name, mark, JSON.stringify(line.made));
      return;
    }
    const replica = this.byMark.get(mark);
    // One that was deleted since, or whose saved state has it already.
    if (replica === undefined || position <= replica.restoredAt) return;
    if (line.removed === true) {
      this.forget(replica);
      return;
    }
    const record = parseRecord(text, replica.definition.arms.length);
    if (record === undefined || !replica.apply(record, position, isLive && by === this.holder.own)) {
      this.sharing.notice(`Redis: entry ${position} of the log is no record of its problem; passed over`);
      return;
    }
    if (isNew) this.sharing.storeOptions.onRecord(replica, record, replica.problem.sequence);
  }

  private enter(name: string, mark: string, text: string): void {
    if (this.byMark.has(mark)) return;
    try {
      const definition = this.sharing.readDefinition(JSON.parse(text));
      if (definition.name !== name) throw new RangeError(`it is called ${JSON.stringify(definition.name)}`);
      const replica = new Replica(definition, mark, this.holder);
      this.byMark.set(mark, replica);
      this.byName.set(name, replica);
    } catch (error) {
      const shown = JSON.stringify(name).slice(0, 100);
      this.sharing.notice(`Redis: the problem ${shown} cannot be understood: ${whatIsWrong(error)}`);
    }
  }

  private forget({ mark, definition: { name } }: Replica): void {
    this.byMark.delete(mark);
    if (this.byName.get(name)?.mark === mark) this.byName.delete(name);
    this.sharing.removed(name);
  }

  private async restore(replica: Replica): Promise<void> {
    const { position, document } = await this.redis.hgetall(keysOf(replica.mark).saved);
    const at = Number(position ?? 0);
    try {
      if (document === undefined) {
        replica.restore(undefined, 0);
        return;
      }
      if (!(Number.isSafeInteger(at) && at > 0)) throw new RangeError("a position that is none");
      replica.restore(readSavedDocument(document, replica.definition.arms.length), at);
    } catch (error) {
      const { name } = replica.definition;
      this.sharing.notice(
        `Redis: what ${JSON.stringify(name)} learned cannot be understood: ${whatIsWrong(error)}`,
      );
      replica.restore(undefined, 0);
    }
  }
}
