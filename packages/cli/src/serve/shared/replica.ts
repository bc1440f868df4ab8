import { stream } from "@mulligan/core/random";
import type { ProblemDefinition } from "../problem/definition.ts";
import { MAX_FORGOTTEN, MAX_OUTSTANDING } from "../problem/outstanding-decisions.ts";
import { type SavedProblem, ServiceProblem } from "../problem/problem.ts";
import { encodeDecision, encodeOutcome, type ProblemRecord } from "../problem/records.ts";
import type { StoredProblem, StoreOptions } from "../store/stored-problem.ts";
import { ProblemClosed } from "../store/stored-problem.ts";
import { keys, keysOf } from "./keys.ts";
import type { scriptsOn } from "./store-client.ts";

/** What a replica needs of the service that holds it. */
export interface Holder {
  /** The service's own name, one of its kind. */
  readonly own: string;
  readonly scripts: ReturnType<typeof scriptsOn>;
  readonly options: Pick<StoreOptions, "forgetAfterMs" | "now">;
  /** Resolves when all up to this position of the log is known here. */
  reached(position: number): Promise<void>;
  /** Resolves when all is known that is in Redis now. */
  caughtUp(): Promise<void>;
}

/**
 * A problem in Redis, as this service knows it: what the log says happened, in the same order as on every other
 * service, so that all have the same statistics to the last digit. It decides by itself; that a decision waits, and
 * that its outcome counts, is settled in Redis, once for all services.
 */
export class Replica implements StoredProblem {
  readonly definition: ProblemDefinition;
  readonly mark: string;
  problem: ServiceProblem;
  /** The position up to which entries were in what it was restored from. */
  restoredAt = 0;
  /** The position of the last entry that changed it, and that up to which it is saved in Redis. */
  changedAt = 0;
  savedAt = 0;
  /** When this service heard of a change last. */
  lastActive: number;
  private readonly holder: Holder;

  constructor(definition: ProblemDefinition, mark: string, holder: Holder) {
    this.definition = definition;
    this.mark = mark;
    this.holder = holder;
    this.lastActive = holder.options.now();
    this.problem = problemOf(definition, holder.own, undefined);
  }

  /** Puts it back to what was saved, or to the beginning. */
  restore(saved: SavedProblem | undefined, position: number): void {
    this.problem = problemOf(this.definition, this.holder.own, saved);
    this.restoredAt = position;
    this.changedAt = position;
    this.savedAt = position;
  }

  /** What a record says happened, `drawn` if this service asked the policy; false if it cannot be of this problem. */
  apply(record: ProblemRecord, position: number, drawn: boolean): boolean {
    this.changedAt = position;
    this.lastActive = this.holder.options.now();
    return this.problem.replay(record, drawn);
  }

  async decide(wanted: Parameters<StoredProblem["decide"]>[0]) {
    const { own, scripts, options } = this.holder;
    const drawn = this.problem.draw(wanted);
    const [first, position] = await scripts.decide(
      ...this.keys(),
      own,
      this.definition.name,
      this.mark,
      options.forgetAfterMs,
      MAX_OUTSTANDING,
      MAX_FORGOTTEN,
      ...drawn.map((decision) => tailOf(encodeDecision({ number: 0, ...decision }))),
    );
    if (first === 0) throw gone();
    await this.holder.reached(position);
    const at = options.now();
    const decisions = drawn.map((decision, place) => ({ ...decision, number: first + place, at }));
    return { decisions, at, forgotten: [] };
  }

  async observe(outcomes: Parameters<StoredProblem["observe"]>[0]) {
    const words = outcomes.flatMap(({ number, outcome }) => [
      Number.isNaN(number) ? "" : String(number),
      tailOf(encodeOutcome({ number, outcome })),
    ]);
    const { own, scripts } = this.holder;
    const [accepted, repeated, unknown, position] = await scripts.observe(
      ...this.keys(),
      own,
      this.definition.name,
      this.mark,
      ...words,
    );
    if (accepted < 0) throw gone();
    await this.holder.reached(position);
    return { accepted, repeated, unknown };
  }

  flushed(): Promise<void> {
    return this.holder.caughtUp();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private keys(): string[] {
    const { waiting, forgotten, counts } = keysOf(this.mark);
    return [keys.position, keys.log, keys.marks, waiting, forgotten, counts];
  }
}

/** The JSON text of an entry after its number, which a script adds. */
function tailOf([, ...tail]: readonly unknown[]): string {
  return JSON.stringify(tail).slice(1, -1);
}

/** Each service draws for itself: with the same numbers all would try the same. */
function problemOf(
  definition: ProblemDefinition,
  own: string,
  saved: SavedProblem | undefined,
): ServiceProblem {
  return new ServiceProblem(definition, saved, stream(definition.seed, "service", own));
}

function gone(): ProblemClosed {
  return new ProblemClosed("the problem was deleted by another service");
}
