import type { Decision } from "@mulligan/core";
import { stream } from "@mulligan/core/random";
import type { Task } from "../tasks/task.ts";
import { taskName } from "../tasks/task-list.ts";
import { type Competition, isRaceDue, type Shape } from "./competition.ts";
import type { Decisions } from "./decisions.ts";
import { newTurns } from "./turns.ts";

/** A file that waits for its turn or has it; several at one file if several workers race at it. */
export interface Entry {
  readonly task: Task;
  /** Of the race at it; undefined while tries are decided by the policy. */
  race?: {
    readonly shape: Shape;
    readonly seed: number;
    readonly weights: readonly number[];
    /** The worker that keeps its walks. */
    home?: number;
  };
  /** Flips so far. */
  had: number;
}

/** A file of a message, with what was decided for the next trials at it. */
export interface BatchEntry {
  readonly entry: Entry;
  readonly seed: number;
  readonly decided: readonly Decision[];
}

export type Batch = readonly BatchEntry[];

/** What a worker is to do next: tries at some files, or a turn of one race, or the end of one (no flips). */
export type Work = { readonly kind: "tries"; readonly batch: Batch } | RaceTurn;

export interface RaceTurn {
  readonly kind: "race";
  readonly entry: Entry;
  readonly flips: number;
}

export interface AgendaRules {
  readonly decisions: Decisions;
  /** Undefined where heuristics do not race. */
  readonly competition: Competition | undefined;
  readonly maxAttempts: number;
  readonly jobs: number;
  readonly seed: number;
  /** Trials of earlier runs, which this one goes on from. */
  readonly earlier: number;
}

const MAX_FILES_A_MESSAGE = 64;
/**
 * While little is known a message should be short, so that the next one knows more. But with one file each, 500 small
 * files took a quarter more time, since the workers waited for messages; four take 1% more flips.
 */
const LEAST_FILES_A_MESSAGE = 4;
/** Half a millisecond of flips or so is enough to be decided in advance for a file. */
const FLIPS_AHEAD = 5_000;
/** Where there is no other for the worker to turn to, it would wait for as long as a thousand flips take. */
const FLIPS_AHEAD_ALONE = 50_000;
/** A worker has its next message before it is done with this one. */
export const MESSAGES_A_WORKER = 2;

/** A race's first turn, in flips for each variable and literal, takes far longer than to read the file; no more than a few seconds. */
const FIRST_TURN = 64;
const LONGEST_FIRST_TURN = 2 ** 24;
/** Variables and literals of the formulas whose walks a worker keeps while others have their turn: some 300 MB with three walks each. */
const MAX_KEPT = 4_000_000;
/** Each walk takes address space, too. */
const MAX_KEPT_RACES = 32;

/** Who does what when. */
export class Agenda {
  private readonly rules: AgendaRules;
  private readonly random: ReturnType<typeof stream>;
  private readonly waiting = newTurns<Entry>();
  /** What each worker has to do. */
  private readonly out: Work[][];
  /** Races that each worker is to end first. */
  private readonly closing: Entry[][];
  private readonly racing = new Map<Task, Set<Entry>>();
  private done = 0;
  private doneFlips = 0;
  private ended = false;

  constructor(open: readonly Task[], rules: AgendaRules) {
    this.rules = rules;
    this.random = stream(rules.seed, "flips", rules.earlier);
    this.out = Array.from({ length: rules.jobs }, () => []);
    this.closing = this.out.map(() => []);
    for (const task of open) this.waiting.add({ task, had: task.time }, task.time);
  }

  /** What this worker is to do; undefined if there is nothing for it now. */
  take(worker: number): Work | undefined {
    const work = this.next(worker);
    if (work !== undefined) this.out[worker].push(work);
    return work;
  }

  /** The reply to what a worker took is here. What becomes of its entries is said after that. */
  finish(worker: number, work: Work): void {
    this.out[worker].splice(this.out[worker].indexOf(work), 1);
  }

  /** To be tried again, or raced at if it is large or took long. */
  putBack(entry: Entry, shape: Shape | undefined): void {
    entry.had = entry.task.time;
    const usual = this.done === 0 ? 0 : this.doneFlips / this.done;
    const races = shape !== undefined && this.rules.competition !== undefined;
    if (races && isRaceDue(entry.had, shape, usual)) this.openRace(entry, shape);
    this.waiting.add(entry, entry.had);
  }

  /** The walks of a race stay with the worker until its next turn. */
  keep(entry: Entry, worker: number): void {
    this.waiting.add(entry, entry.had);
    this.makeRoom(worker);
  }

  /** The walks of a race were ended; the next turn begins with others. */
  raceAnew(entry: Entry): void {
    this.openRace(entry, entry.race!.shape);
    this.waiting.add(entry, entry.had);
  }

  /** The walks of a race were ended, and there is no next turn. */
  leave(entry: Entry): void {
    const entries = this.racing.get(entry.task);
    entries?.delete(entry);
    if (entries?.size === 0) this.racing.delete(entry.task);
  }

  /** Nothing is left to do about the file of this race: those of other workers end. Gives how many are still to say so. */
  endOthers(entry: Entry): number {
    this.leave(entry);
    const others = [...(this.racing.get(entry.task) ?? [])];
    this.racing.delete(entry.task);
    const begun = others.filter(({ race }) => race!.home !== undefined);
    for (const other of begun) this.closeWaiting(other);
    for (const other of others) if (!begun.includes(other)) this.waiting.take((one) => one === other);
    return begun.length;
  }

  /** One more file about which nothing is left to do. */
  countDone(task: Task): void {
    this.done += 1;
    this.doneFlips += task.time;
  }

  /** Kept walks end, and nothing else begins. */
  end(): void {
    this.ended = true;
    for (const entry of this.waiting.all()) this.closeWaiting(entry);
  }

  get isOver(): boolean {
    const idle = [...this.out, ...this.closing].every(({ length }) => length === 0);
    return idle && (this.ended || this.waiting.count === 0);
  }

  private next(worker: number): Work | undefined {
    const out = this.out[worker];
    // Behind a race, which takes seconds, a message would wait where another worker could have it.
    if (out.some(({ kind }) => kind === "race")) return undefined;
    const last = this.closing[worker].pop();
    if (last !== undefined) return { kind: "race", entry: last, flips: 0 };
    if (this.ended) return undefined;
    const idle = out.length === 0;
    const entry = this.waiting.take(
      ({ race }) => race === undefined || (idle && (race.home === undefined || race.home === worker)),
    );
    if (entry === undefined) return idle ? this.help(worker) : undefined;
    return entry.race === undefined ? this.triesFrom(entry) : turnOf(entry, worker);
  }

  /** Tries at this file and at the next ones, so many that all workers end at about the same time. */
  private triesFrom(first: Entry): Work {
    const { decisions, maxAttempts, jobs } = this.rules;
    const files = this.waiting.count + 1;
    const fairShare = (count: number) => Math.floor(count / (8 * jobs));
    const least = Math.min(LEAST_FILES_A_MESSAGE, fairShare(files));
    const most = Math.min(MAX_FILES_A_MESSAGE, fairShare(Math.min(this.done, files)));
    const flips = files > jobs * MESSAGES_A_WORKER ? FLIPS_AHEAD : FLIPS_AHEAD_ALONE;
    const batch: BatchEntry[] = [];
    for (let entry: Entry | undefined = first; entry !== undefined; ) {
      const { task } = entry;
      const trials = maxAttempts - task.attempts;
      const decided = decisions.ahead(task.attempts + 1, { trials, flips }, taskName(task));
      batch.push({ entry, seed: this.newSeed(), decided });
      const full = batch.length >= Math.max(1, least, most);
      entry = full ? undefined : this.waiting.take(({ race }) => race === undefined);
    }
    return { kind: "tries", batch };
  }

  /** A race that others are at, with walks of one's own: where the fewest are. Standard input can be read once only. */
  private help(worker: number): Work | undefined {
    const tasks = [...this.racing].filter(
      ([{ input }, entries]) => input !== "-" && ![...entries].some(({ race }) => race!.home === worker),
    );
    if (tasks.length === 0) return undefined;
    const [task, entries] = tasks.reduce((a, b) => (b[1].size < a[1].size ? b : a));
    const entry: Entry = { task, had: 0 };
    this.openRace(entry, [...entries][0].race!.shape);
    return turnOf(entry, worker);
  }

  private openRace(entry: Entry, shape: Shape): void {
    const weights = this.rules.competition!.weights(shape);
    entry.race = { shape, seed: this.newSeed(), weights };
    const entries = this.racing.get(entry.task) ?? new Set();
    this.racing.set(entry.task, entries.add(entry));
  }

  /** Its walks, which a worker keeps, are to end. */
  private closeWaiting(entry: Entry): void {
    const home = entry.race?.home;
    if (home === undefined || this.waiting.take((other) => other === entry) === undefined) return;
    this.closing[home].push(entry);
  }

  /** Those that had most time lose their walks first. */
  private makeRoom(worker: number): void {
    const kept = this.waiting.all().filter(({ race }) => race?.home === worker);
    const sizes = kept.map(({ race }) => race!.shape.variables + race!.shape.literals);
    let total = sizes.reduce((sum, size) => sum + size, 0);
    for (let last = kept.length - 1; last > 0 && (total > MAX_KEPT || last >= MAX_KEPT_RACES); last--) {
      this.closeWaiting(kept[last]);
      total -= sizes[last];
    }
  }

  private newSeed(): number {
    return Math.floor(this.random.uniform() * 2 ** 32);
  }
}

/** As many flips as it had before, so that it changes places with others once for every doubling. */
function turnOf(entry: Entry, worker: number): RaceTurn {
  const race = entry.race!;
  race.home = worker;
  const { variables, literals } = race.shape;
  const first = Math.min(FIRST_TURN * (variables + literals), LONGEST_FIRST_TURN);
  return { kind: "race", entry, flips: Math.max(first, entry.had) };
}
