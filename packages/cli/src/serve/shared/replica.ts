import { stream } from "@mulligan/core/random";
import type { Definition } from "../learning/definition.ts";
import { MAX_FORGOTTEN, MAX_OUTSTANDING } from "../learning/outstanding.ts";
import { Problem, type SavedProblem } from "../learning/problem.ts";
import { observedEntry, type ProblemRecord } from "../learning/record.ts";
import type { Keeping, KeptProblem } from "../store/kept-problem.ts";
import { Closed } from "../store/not-kept.ts";
import { keys, keysOf } from "./keys.ts";
import type { scriptsOn } from "./store-client.ts";

/** What a replica needs of the service that holds it. */
export interface Holder {
  /** The service's own name, one of its kind. */
  readonly own: string;
  readonly scripts: ReturnType<typeof scriptsOn>;
  readonly keeping: Pick<Keeping, "forgetAfterMs" | "now">;
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
export class Replica implements KeptProblem {
  readonly definition: Definition;
  readonly mark: string;
  problem: Problem;
  /** The position up to which entries were in what it was restored from. */
  restoredAt = 0;
  /** The position of the last entry that changed it, and that up to which it is saved in Redis. */
  changedAt = 0;
  savedAt = 0;
  /** When this service heard of a change last. */
  lastActive: number;
  private readonly holder: Holder;

  constructor(definition: Definition, mark: string, holder: Holder) {
    this.definition = definition;
    this.mark = mark;
    this.holder = holder;
    this.lastActive = holder.keeping.now();
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
    this.lastActive = this.holder.keeping.now();
    return this.problem.replay(record, drawn);
  }

  async decide(wanted: Parameters<KeptProblem["decide"]>[0]) {
    const { own, scripts, keeping } = this.holder;
    const drawn = this.problem.draw(wanted);
    const [first, position] = await scripts.decide(
      ...this.keys(),
      own,
      this.definition.name,
      this.mark,
      keeping.forgetAfterMs,
      MAX_OUTSTANDING,
      MAX_FORGOTTEN,
      ...drawn.map((tail) => JSON.stringify(tail).slice(1, -1)),
    );
    if (first === 0) throw gone();
    await this.holder.reached(position);
    return { decided: drawn.map((tail, place) => [first + place, ...tail] as const), at: keeping.now() };
  }

  async observe(outcomes: Parameters<KeptProblem["observe"]>[0]) {
    const words = outcomes.flatMap(({ number, outcome }) => {
      const [, ...tail] = observedEntry(number, { outcome });
      return [Number.isNaN(number) ? "" : String(number), JSON.stringify(tail).slice(1, -1)];
    });
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

  settled(): Promise<void> {
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

/** Each service draws for itself: with the same numbers all would try the same. */
function problemOf(definition: Definition, own: string, saved: SavedProblem | undefined): Problem {
  return new Problem(definition, saved, stream(definition.seed, "service", own));
}

function gone(): Closed {
  return new Closed("the problem was deleted by another service");
}
