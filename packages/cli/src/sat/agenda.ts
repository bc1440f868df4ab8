import type { Decision } from "@mulligan/core";
import { stream } from "@mulligan/core/random";
import type { Task } from "../tasks/task.ts";
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
export type Work =
  | { readonly kind: "tries"; readonly batch: Batch }
  | { readonly kind: "race"; readonly entry: Entry; readonly flips: number };

/** Who does what when. */
export interface Agenda {
  /** Undefined if there is nothing for this worker now. */
  take(worker: number): Work | undefined;
  /** The reply to what a worker took is here. Its entries are put back, or not, after that. */
  finish(worker: number, work: Work): void;
  /** To be tried again, or raced at if it is large or took long. */
  putBack(entry: Entry, shape: Shape | undefined): void;
  /** The walks of a race stay with the worker until its next turn. */
  keep(entry: Entry, worker: number): void;
  /** The walks of a race were ended; the next turn begins with others. */
  raceAnew(entry: Entry): void;
  /** The walks of a race were ended, and there is no next turn. */
  leave(entry: Entry): void;
  /** Nothing is left to do about the file of this race: those of other workers end. Gives how many are still to say so. */
  endOthers(entry: Entry): number;
  /** One more file about which nothing is left to do. */
  countDone(task: Task): void;
  /** All kept walks end, and nothing else begins. */
  end(): void;
  readonly isOver: boolean;
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

export function agendaOf(open: readonly Task[], rules: AgendaRules): Agenda {
  const { decisions, competition, maxAttempts, jobs } = rules;
  const random = stream(rules.seed, "flips", rules.earlier);
  const seed = () => Math.floor(random.uniform() * 2 ** 32);
  const waiting = newTurns<Entry>();
  for (const task of open) waiting.add({ task, had: task.time }, task.time);
  /** What each worker has to do. */
  const out: Work[][] = Array.from({ length: jobs }, () => []);
  /** Races that each worker is to end first. */
  const closing: Entry[][] = out.map(() => []);
  const racing = new Map<Task, Set<Entry>>();
  let [done, doneFlips, ended] = [0, 0, false];

  /** So many that all workers end at about the same time. */
  const fairShare = (files: number) => Math.floor(files / (8 * jobs));
  const usualFlips = () => (done === 0 ? 0 : doneFlips / done);
  const isTried = ({ race }: Entry) => race === undefined;

  const batchFrom = (first: Entry): Batch => {
    const files = waiting.count + 1;
    const least = Math.min(LEAST_FILES_A_MESSAGE, fairShare(files));
    const most = Math.min(MAX_FILES_A_MESSAGE, fairShare(Math.min(done, files)));
    const flips = files > jobs * MESSAGES_A_WORKER ? FLIPS_AHEAD : FLIPS_AHEAD_ALONE;
    const batch: BatchEntry[] = [];
    for (let entry: Entry | undefined = first; entry !== undefined; ) {
      const { attempts } = entry.task;
      const decided = decisions.ahead(attempts + 1, { trials: maxAttempts - attempts, flips });
      batch.push({ entry, seed: seed(), decided });
      entry = batch.length < Math.max(1, least, most) ? waiting.take(isTried) : undefined;
    }
    return batch;
  };
  const turnOf = (entry: Entry, worker: number): Work => {
    const race = entry.race!;
    race.home = worker;
    const { variables, literals } = race.shape;
    const first = Math.min(FIRST_TURN * (variables + literals), LONGEST_FIRST_TURN);
    return { kind: "race", entry, flips: Math.max(first, entry.had) };
  };
  const newRace = (entry: Entry, shape: Shape) => {
    entry.race = { shape, seed: seed(), weights: competition!.weights(shape) };
    const entries = racing.get(entry.task) ?? new Set();
    racing.set(entry.task, entries.add(entry));
  };
  /** A race that others are at, with walks of one's own: at the file with the fewest workers, then with the least time. */
  const help = (worker: number): Work | undefined => {
    const tasks = [...racing].filter(
      ([{ input }, entries]) => input !== "-" && ![...entries].some(({ race }) => race!.home === worker),
    );
    if (tasks.length === 0) return undefined;
    const [task, entries] = tasks.reduce((a, b) => (b[1].size < a[1].size ? b : a));
    const entry: Entry = { task, had: 0 };
    newRace(entry, [...entries][0].race!.shape);
    return turnOf(entry, worker);
  };
  const next = (worker: number): Work | undefined => {
    const idle = out[worker].length === 0;
    if (out[worker].some(({ kind }) => kind === "race")) return undefined;
    const last = closing[worker].pop();
    if (last !== undefined) return { kind: "race", entry: last, flips: 0 };
    if (ended) return undefined;
    const mayTake = ({ race }: Entry) =>
      race === undefined || (idle && (race.home === undefined || race.home === worker));
    const entry = waiting.take(mayTake);
    if (entry === undefined) return idle ? help(worker) : undefined;
    return entry.race === undefined ? { kind: "tries", batch: batchFrom(entry) } : turnOf(entry, worker);
  };
  const leave = (entry: Entry) => {
    const entries = racing.get(entry.task);
    entries?.delete(entry);
    if (entries?.size === 0) racing.delete(entry.task);
  };
  /** Its walks, which a worker keeps, are to end. */
  const closeWaiting = (entry: Entry) => {
    const home = entry.race?.home;
    if (home === undefined || waiting.take((other) => other === entry) === undefined) return;
    closing[home].push(entry);
  };
  /** Those that had most time lose their walks first. */
  const makeRoom = (worker: number) => {
    const kept = waiting.all().filter(({ race }) => race?.home === worker);
    const sizes = kept.map(({ race }) => race!.shape.variables + race!.shape.literals);
    let total = sizes.reduce((sum, size) => sum + size, 0);
    for (let last = kept.length - 1; last > 0 && (total > MAX_KEPT || last >= MAX_KEPT_RACES); last--) {
      closeWaiting(kept[last]);
      total -= sizes[last];
    }
  };

  return {
    take(worker) {
      const work = next(worker);
      if (work !== undefined) out[worker].push(work);
      return work;
    },
    finish(worker, work) {
      out[worker].splice(out[worker].indexOf(work), 1);
    },
    putBack(entry, shape) {
      entry.had = entry.task.time;
      if (shape !== undefined && competition !== undefined && isRaceDue(entry.had, shape, usualFlips())) {
        newRace(entry, shape);
      }
      waiting.add(entry, entry.had);
    },
    keep(entry, worker) {
      waiting.add(entry, entry.had);
      makeRoom(worker);
    },
    raceAnew(entry) {
      newRace(entry, entry.race!.shape);
      waiting.add(entry, entry.had);
    },
    leave,
    endOthers(entry) {
      leave(entry);
      const others = [...(racing.get(entry.task) ?? [])];
      racing.delete(entry.task);
      const begun = others.filter(({ race }) => race!.home !== undefined);
      for (const other of begun) closeWaiting(other);
      for (const other of others) if (!begun.includes(other)) waiting.take((one) => one === other);
      return begun.length;
    },
    countDone(task) {
      done += 1;
      doneFlips += task.time;
    },
    end() {
      ended = true;
      for (const entry of waiting.all()) closeWaiting(entry);
    },
    get isOver() {
      const idle = out.every((works) => works.length === 0) && closing.every((entries) => entries.length === 0);
      return idle && (ended || waiting.count === 0);
    },
  };
}
