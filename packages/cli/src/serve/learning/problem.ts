import type { Outcome } from "@mulligan/core";
import type { Xoshiro128 } from "@mulligan/core/random";
import { type Decider, deciderOf, type SavedDecider } from "./decider.ts";
import type { Definition } from "./definition.ts";
import { Outstanding, type Waiting } from "./outstanding.ts";
import {
  type DecidedEntry,
  type DrawnEntry,
  type ObservedEntry,
  observedEntry,
  outcomeOf,
  type ProblemRecord,
} from "./record.ts";
import { loadSeen, newSeen, type SavedSeen, type Seen, saveSeen, see } from "./seen.ts";
import { type SavedTry, savedTries, saveTries, type Tries } from "./tries.ts";

/** What is asked: so many decisions, each for a fresh trial or for an attempt at a named task. */
export interface Wanted {
  readonly count: number;
  readonly task?: string | undefined;
  readonly attempt?: number | undefined;
}

/** An outcome with the number of its decision; NaN if that is no number of this problem. */
export interface Numbered {
  readonly number: number;
  readonly outcome: Outcome;
}

/** How many outcomes counted, how many had been sent before, and how many are of decisions nobody knows. */
export interface Counted {
  readonly accepted: number;
  readonly repeated: number;
  readonly unknown: number;
}

/** All of a problem as plain data. */
export interface SavedProblem {
  readonly policy: SavedDecider;
  readonly decisions: readonly number[];
  readonly seen: readonly SavedSeen[];
  readonly last: number;
  readonly floor: number;
  readonly forgotten: readonly number[];
  readonly waiting: readonly (readonly [at: number, ...entry: DecidedEntry])[];
  /** The latest; absent in files of before. */
  readonly tries?: readonly SavedTry[];
}

/**
 * A policy, the decisions that wait for their outcomes, and what was seen. Whatever changes it is also given as a
 * record: the same records, replayed in the same order, make the same problem.
 */
export class Problem {
  readonly definition: Definition;
  readonly seen: readonly Seen[];
  /** By arm. */
  readonly decisions: number[];
  readonly outstanding = new Outstanding();
  readonly tries: Tries;
  private readonly decider: Decider;

  /** New, or from what an earlier one saved; it draws from `random` if that is given, and else by its seed. */
  constructor(definition: Definition, saved?: SavedProblem, random?: Xoshiro128) {
    this.definition = definition;
    this.seen = definition.arms.map((_, arm) =>
      saved === undefined ? newSeen() : loadSeen(saved.seen[arm]),
    );
    this.decisions = definition.arms.map((_, arm) => saved?.decisions[arm] ?? 0);
    this.tries = savedTries(saved?.tries ?? [], this.observations);
    this.decider = deciderOf(definition, { saved: saved?.policy, tries: this.tries, random });
    if (saved === undefined) return;
    for (const [at, ...entry] of saved.waiting) this.outstanding.waiting.set(entry[0], waitingOf(entry, at));
    for (const number of saved.forgotten) this.outstanding.forgotten.add(number);
    this.outstanding.last = saved.last;
    this.outstanding.floor = saved.floor;
  }

  /** Outcomes that counted. */
  get observations(): number {
    return this.seen.reduce((sum, { completed, censored }) => sum + completed + censored, 0);
  }

  /** How much has happened: decisions made and outcomes that counted. */
  get sequence(): number {
    return this.outstanding.last + this.observations;
  }

  /** Decides; what was decided before `since` is forgotten first, and what is too much. */
  decide(
    { count, task, attempt }: Wanted,
    at: number,
    since: number,
  ): ProblemRecord & { decided: readonly DecidedEntry[] } {
    const forgot = this.outstanding.overdue(since, count);
    for (const number of forgot) this.outstanding.forget(number);
    const decided = Array.from({ length: count }, (): DecidedEntry => {
      const { arm, cutoff } = this.decider.decide(attempt ?? 1, task);
      return this.enter(arm, cutoff, at, attempt, task);
    });
    return { decided, at, ...(forgot.length === 0 ? {} : { forgot }) };
  }

  /** What the policy would do now; nothing waits for it yet. The tail of an entry: arm, cutoff, attempt and task. */
  draw({ count, task, attempt }: Wanted): DrawnEntry[] {
    return Array.from({ length: count }, (): DrawnEntry => {
      const { arm, cutoff } = this.decider.decide(attempt ?? 1, task);
      const [, ...tail] = entryOf(0, arm, cutoff, attempt, task);
      return tail;
    });
  }

  /** Learns from what is waited for; no record if nothing was. */
  observe(outcomes: readonly Numbered[]): {
    readonly counted: Counted;
    readonly record?: ProblemRecord & { observed: readonly ObservedEntry[] };
  } {
    const observed: ObservedEntry[] = [];
    let [repeated, unknown] = [0, 0];
    for (const { number, outcome } of outcomes) {
      const standing = this.outstanding.standing(number);
      if (standing === "waiting") {
        this.learn(number, outcome);
        observed.push(observedEntry(number, outcome));
      } else if (standing === "repeated") repeated += 1;
      else unknown += 1;
    }
    const counted = { accepted: observed.length, repeated, unknown };
    return observed.length === 0 ? { counted } : { counted, record: { observed } };
  }

  /**
   * What a record says happened, happens again. The policy is asked again, since asking changes it; but what it answered
   * then is what counts, should this version of it answer otherwise. One that was `drawn` here was asked already. False
   * if the record cannot be of this problem.
   */
  replay(record: ProblemRecord, drawn = false): boolean {
    if ("observed" in record) {
      return record.observed.every((entry) => {
        if (this.outstanding.standing(entry[0]) !== "waiting") return false;
        this.learn(entry[0], outcomeOf(entry));
        return true;
      });
    }
    for (const number of record.forgot ?? []) this.outstanding.forget(number);
    return record.decided.every(([number, arm, cutoff, attempt, task]) => {
      if (!drawn) this.decider.decide(attempt ?? 1, task);
      const [made] = this.enter(arm, numberOf(cutoff), record.at, attempt ?? undefined, task);
      return made === number;
    });
  }

  save(): SavedProblem {
    const { waiting, forgotten, last, floor } = this.outstanding;
    return {
      policy: this.decider.snapshot(),
      decisions: [...this.decisions],
      seen: this.seen.map(saveSeen),
      last,
      floor,
      forgotten: [...forgotten],
      waiting: Array.from(waiting, ([number, { at, arm, cutoff, attempt, task }]) => [
        at,
        ...entryOf(number, arm, cutoff, attempt, task as string | undefined),
      ]),
      tries: saveTries(this.tries),
    };
  }

  private enter(
    arm: number,
    cutoff: number,
    at: number,
    attempt: number | undefined,
    task: string | undefined,
  ): DecidedEntry {
    this.decisions[arm] += 1;
    const decision = {
      arm,
      cutoff,
      at,
      ...(attempt === undefined ? {} : { attempt }),
      ...(task === undefined ? {} : { task }),
    };
    return entryOf(this.outstanding.add(decision), arm, cutoff, attempt, task);
  }

  private learn(number: number, outcome: Outcome): void {
    const decision = this.outstanding.waiting.get(number)!;
    this.outstanding.waiting.delete(number);
    this.decider.observe(decision, outcome);
    const { arm, cutoff, at, attempt, task } = decision;
    see(this.seen[arm], outcome);
    this.tries.add({ at, arm, cutoff, attempt, task: task as string | undefined, outcome });
  }
}

function entryOf(
  number: number,
  arm: number,
  cutoff: number,
  attempt: number | undefined,
  task: string | undefined,
): DecidedEntry {
  const shown = cutoff === Infinity ? "inf" : cutoff;
  if (task !== undefined) return [number, arm, shown, attempt ?? null, task];
  return attempt === undefined ? [number, arm, shown] : [number, arm, shown, attempt];
}

function waitingOf([, arm, cutoff, attempt, task]: DecidedEntry, at: number): Waiting {
  return {
    arm,
    cutoff: numberOf(cutoff),
    at,
    ...(attempt == null ? {} : { attempt }),
    ...(task === undefined ? {} : { task }),
  };
}

function numberOf(cutoff: number | "inf"): number {
  return cutoff === "inf" ? Infinity : cutoff;
}
