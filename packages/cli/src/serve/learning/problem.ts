import type { Xoshiro128 } from "@mulligan/core/random";
import type { Explanation } from "@mulligan/core/runtime";
import { UsageError } from "../../shell/usage-error.ts";
import { deciderOf, type SavedDecider } from "./decider.ts";
import type { Advice, Asked, Decider, Told } from "./deciding.ts";
import type { Definition } from "./definition.ts";
import { Outstanding, type Waiting } from "./outstanding.ts";
import {
  type DecidedEntry,
  type DecidedRecord,
  type DrawnEntry,
  type ObservedEntry,
  type ObservedRecord,
  observedEntry,
  type ProblemRecord,
  toldIn,
} from "./record.ts";
import { loadSeen, newSeen, type SavedSeen, type Seen, saveSeen, see } from "./seen.ts";
import { type SavedTry, savedTries, saveTries, type Tries } from "./tries.ts";

/** What is asked: so many decisions, each for a fresh trial or for an attempt at a named task. */
export interface Wanted extends Asked {
  readonly count: number;
}

/** What was decided. Of calls, with the advice for each decision, and how long to wait if the last was refused; both are only told. */
export interface Decided extends DecidedRecord {
  readonly advice?: readonly Advice[];
  readonly wait?: number;
}

/** An outcome with the number of its decision; NaN if that is no number of this problem. */
export interface Numbered extends Told {
  readonly number: number;
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
  private readonly decider: Decider<SavedDecider>;

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

  /** A new problem; what cannot decide is refused. */
  static create(definition: Definition): Problem {
    const problem = new Problem(definition);
    const { removed } = problem.decider;
    if (removed !== undefined) throw new UsageError(removed);
    return problem;
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
  decide(wanted: Wanted, at: number, since: number): Decided {
    const { count, task, key, remaining } = wanted;
    const forgot = this.outstanding.overdue(since, count);
    for (const number of forgot) this.forget(number);
    const decided: DecidedEntry[] = [];
    const advice: Advice[] = [];
    const happened = { decided, at, ...(forgot.length === 0 ? {} : { forgot }) };
    let cut: readonly number[] = [];
    for (let made = 0; made < count; made++) {
      const answer = this.decider.decide(wanted, at);
      cut = answer.cut ?? [];
      if ("refused" in answer) {
        const { refused, wait } = answer;
        return { ...happened, asked: { task, key, remaining }, cut, refused, advice, wait };
      }
      const { arm, cutoff, attempt } = answer.start;
      decided.push(this.enter(arm, cutoff, at, attempt, task));
      if (answer.start.advice !== undefined) advice.push(answer.start.advice);
    }
    return this.isCalls ? { ...happened, asked: { task, key, remaining }, cut, advice } : happened;
  }

  /** Of calls: the decision for this attempt at this task, if it was made before and waits. Its answer may have been lost. */
  waitingFor({ task, attempt }: Wanted, at: number): Decided | undefined {
    if (!this.isCalls || task === undefined || attempt === undefined) return undefined;
    for (const [number, waiting] of this.outstanding.waiting) {
      if (waiting.task !== task || waiting.attempt !== attempt) continue;
      const askAfter = Math.max(0, waiting.at + waiting.cutoff - at);
      const entry = entryOf(number, waiting.arm, waiting.cutoff, attempt, task);
      return { decided: [entry], at, advice: [{ askAfter }] };
    }
    return undefined;
  }

  /** What a call would do now, and why; undefined if a policy decides. */
  explain(at: number): Explanation | undefined {
    return this.decider.explain?.(at);
  }

  private get isCalls(): boolean {
    return this.definition.kind === "calls";
  }

  /** What the policy would do now; nothing waits for it yet. The tail of an entry: arm, cutoff, attempt and task. */
  draw({ count, task, attempt }: Wanted): DrawnEntry[] {
    return Array.from({ length: count }, (): DrawnEntry => {
      const answer = this.decider.decide({ task, attempt }, 0);
      if ("refused" in answer) throw new Error("draw: a policy refuses nothing");
      const { arm, cutoff } = answer.start;
      const [, ...tail] = entryOf(0, arm, cutoff, attempt, task);
      return tail;
    });
  }

  /** Learns from what is waited for; no record if nothing was. */
  observe(
    outcomes: readonly Numbered[],
    at = 0,
  ): {
    readonly counted: Counted;
    readonly record?: ObservedRecord;
  } {
    const observed: ObservedEntry[] = [];
    let [repeated, unknown] = [0, 0];
    for (const { number, ...told } of outcomes) {
      const standing = this.outstanding.standing(number);
      if (standing === "waiting") {
        this.learn(number, told, at);
        observed.push(observedEntry(number, told));
      } else if (standing === "repeated") repeated += 1;
      else unknown += 1;
    }
    const counted = { accepted: observed.length, repeated, unknown };
    if (observed.length === 0) return { counted };
    return { counted, record: this.isCalls ? { observed, at } : { observed } };
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
        this.learn(entry[0], toldIn(entry), record.at ?? 0);
        return true;
      });
    }
    const { decided, at, forgot = [], asked, cut = [], refused } = record;
    for (const number of forgot) this.forget(number);
    const sound = decided.every(([number, arm, shown, attempt, task]) => {
      const cutoff = numberOf(shown);
      const words = asked ?? { task, attempt: attempt ?? undefined };
      if (!drawn) this.decider.decideAgain(words, at, { start: { number, arm, cutoff }, cut });
      const [made] = this.enter(arm, cutoff, at, attempt ?? undefined, task);
      return made === number;
    });
    if (asked !== undefined && refused !== undefined) {
      this.decider.decideAgain(asked, at, { start: undefined, cut });
    }
    return sound;
  }

  private forget(number: number): void {
    this.outstanding.forget(number);
    this.decider.forget(number);
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

  private learn(number: number, told: Told, at: number): void {
    const { outcome } = told;
    const decision = this.outstanding.waiting.get(number)!;
    this.outstanding.waiting.delete(number);
    this.decider.observe(number, decision, told, at);
    const { arm, cutoff, at: decidedAt, attempt, task } = decision;
    see(this.seen[arm], outcome);
    this.tries.add({ at: decidedAt, arm, cutoff, attempt, task: task as string | undefined, outcome });
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
