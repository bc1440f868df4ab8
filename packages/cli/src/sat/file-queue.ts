import type { Decision } from "@mulligan/core";
import { stream } from "@mulligan/core/random";
import { type Task, taskName } from "../tasks/task.ts";
import { type Competition, type FormulaSize, isRaceDue } from "./competition.ts";
import type { DecideAhead } from "./decide-ahead.ts";
import { newFairQueue } from "./fair-queue.ts";

/** A file that waits for its turn or has it. A file has several if several workers race at it. */
export interface QueuedFile {
  readonly task: Task;
  /** The race at it; undefined while tries are decided by the policy. */
  race?: {
    readonly shape: FormulaSize;
    readonly seed: number;
    readonly weights: readonly number[];
    /** The worker that keeps its walks. */
    home?: number;
  };
  /** Flips so far. */
  spent: number;
}

/** A file of a request, with the decisions on the next trials at it. */
export interface DecidedFile {
  readonly file: QueuedFile;
  readonly seed: number;
  readonly decided: readonly Decision[];
}

/** The next work of a worker: tries at some files, or a turn of one race. */
export type SatRequest =
  | { readonly kind: "tries"; readonly worker: number; readonly batch: readonly DecidedFile[] }
  | RaceTurn;

export interface RaceTurn {
  readonly kind: "race";
  readonly worker: number;
  readonly file: QueuedFile;
  /** 0 ends the race. */
  readonly flips: number;
}

interface FileQueueRules {
  readonly decide: DecideAhead;
  /** Undefined where heuristics do not race. */
  readonly competition: Competition | undefined;
  readonly maxAttempts: number;
  /** How many workers there are at the moment. */
  jobs(): number;
  readonly seed: number;
  /** Trials of earlier runs, which this one continues. */
  readonly earlier: number;
}

const MAX_FILES_A_REQUEST = 64;
/**
 * While little is known a request should be short, so that the next one is decided better. But with one file each, 500
 * small files took a quarter more time, since the workers waited for messages; four take 1% more flips.
 */
const LEAST_FILES_A_REQUEST = 4;
/** About half a millisecond of flips is enough to be decided in advance for a file. */
const FLIPS_AHEAD = 5_000;
/** Without other files, a worker waits between requests for as long as a thousand flips take. */
const FLIPS_AHEAD_ALONE = 50_000;
/** How many requests a worker has at a time, so that it never waits for the next one. */
export const REQUESTS_A_WORKER = 2;

/**
 * A race's first turn, in flips for each variable and literal, takes far longer than reading the file, but no more than
 * a few seconds.
 */
const FIRST_TURN = 64;
const LONGEST_FIRST_TURN = 2 ** 24;
/**
 * Variables and literals of the formulas whose walks a worker keeps while others have their turn: some 300 MB with three
 * walks each.
 */
const MAX_KEPT = 4_000_000;
/** Each walk takes address space, too. */
const MAX_KEPT_RACES = 32;

/** Decides which worker tries, or races at, which file next. */
export class FileQueue {
  private readonly rules: FileQueueRules;
  private readonly random: ReturnType<typeof stream>;
  private readonly waiting = newFairQueue<QueuedFile>();
  /** The requests that each worker has. */
  private readonly out: SatRequest[][] = [];
  /** Races that each worker is to end first. */
  private readonly closing: QueuedFile[][] = [];
  private readonly racing = new Map<Task, Set<QueuedFile>>();
  private done = 0;
  private doneFlips = 0;
  private ended = false;

  constructor(open: readonly Task[], rules: FileQueueRules) {
    this.rules = rules;
    this.random = stream(rules.seed, "flips", rules.earlier);
    for (const task of open) this.waiting.add({ task, spent: task.time }, task.time);
  }

  /** Returns the next request for one of so many workers, those with the fewest first; undefined if there is none now. */
  takeNext(workers: number): SatRequest | undefined {
    for (let had = 0; had < REQUESTS_A_WORKER; had++) {
      for (let worker = 0; worker < workers; worker++) {
        if ((this.out[worker]?.length ?? 0) !== had) continue;
        const request = this.take(worker);
        if (request !== undefined) return request;
      }
    }
    return undefined;
  }

  /** The next request for this worker; undefined if there is nothing for it now. */
  private take(worker: number): SatRequest | undefined {
    this.out[worker] ??= [];
    this.closing[worker] ??= [];
    const request = this.next(worker);
    if (request !== undefined) this.out[worker].push(request);
    return request;
  }

  /** Takes note that a request was executed. Its files are put back by the calls below. */
  finish(request: SatRequest): void {
    const out = this.out[request.worker];
    out.splice(out.indexOf(request), 1);
  }

  /** Lets a file be tried again, or raced at if it is large or took long. */
  putBack(file: QueuedFile, shape: FormulaSize | undefined): void {
    file.spent = file.task.time;
    const usual = this.done === 0 ? 0 : this.doneFlips / this.done;
    const races = shape !== undefined && this.rules.competition !== undefined;
    if (races && isRaceDue(file.spent, shape, usual)) this.openRace(file, shape);
    this.waiting.add(file, file.spent);
  }

  /** Lets a race wait for its next turn; its walks stay with the worker. */
  keepRace({ file, worker }: RaceTurn): void {
    this.waiting.add(file, file.spent);
    this.makeRoom(worker);
  }

  /** Lets a race wait whose walks were ended; the next turn begins with others. */
  restartRace(file: QueuedFile): void {
    this.openRace(file, file.race!.shape);
    this.waiting.add(file, file.spent);
  }

  /** Ends a race: there is no next turn. */
  endRace(file: QueuedFile): void {
    const files = this.racing.get(file.task);
    files?.delete(file);
    if (files?.size === 0) this.racing.delete(file.task);
  }

  /** Ends all races at a file after this one has decided it. Returns how many of them have walks to report. */
  endAllRaces(file: QueuedFile): number {
    this.endRace(file);
    const others = [...(this.racing.get(file.task) ?? [])];
    this.racing.delete(file.task);
    const begun = others.filter(({ race }) => race!.home !== undefined);
    for (const other of begun) this.closeWaiting(other);
    for (const other of others) if (!begun.includes(other)) this.waiting.take((one) => one === other);
    return begun.length;
  }

  /** Counts a file that is solved or given up. */
  countDone(task: Task): void {
    this.done += 1;
    this.doneFlips += task.time;
  }

  /** Ends all races, and starts nothing else. */
  end(): void {
    this.ended = true;
    for (const file of this.waiting.all()) this.closeWaiting(file);
  }

  get isOver(): boolean {
    const idle = [...this.out, ...this.closing].every(({ length }) => length === 0);
    return idle && (this.ended || this.waiting.count === 0);
  }

  private next(worker: number): SatRequest | undefined {
    const out = this.out[worker];
    // Behind a race, which takes seconds, a request would wait where another worker could execute it.
    if (out.some(({ kind }) => kind === "race")) return undefined;
    const last = this.closing[worker].pop();
    if (last !== undefined) return { kind: "race", worker, file: last, flips: 0 };
    if (this.ended) return undefined;
    const idle = out.length === 0;
    const file = this.waiting.take(
      ({ race }) => race === undefined || (idle && (race.home === undefined || race.home === worker)),
    );
    if (file === undefined) return idle ? this.joinRace(worker) : undefined;
    return file.race === undefined ? this.triesFrom(file, worker) : turnOf(file, worker);
  }

  /** Tries at this file and at the next ones, so many that all workers end at about the same time. */
  private triesFrom(first: QueuedFile, worker: number): SatRequest {
    const { decide, maxAttempts } = this.rules;
    const jobs = this.rules.jobs();
    const files = this.waiting.count + 1;
    const fairShare = (count: number) => Math.floor(count / (8 * jobs));
    const least = Math.min(LEAST_FILES_A_REQUEST, fairShare(files));
    const most = Math.min(MAX_FILES_A_REQUEST, fairShare(Math.min(this.done, files)));
    const flips = files > jobs * REQUESTS_A_WORKER ? FLIPS_AHEAD : FLIPS_AHEAD_ALONE;
    const batch: DecidedFile[] = [];
    for (let file: QueuedFile | undefined = first; file !== undefined; ) {
      const { task } = file;
      const trials = maxAttempts - task.attempts;
      const decided = decide(task.attempts + 1, { trials, flips }, taskName(task));
      batch.push({ file, seed: this.newSeed(), decided });
      const full = batch.length >= Math.max(1, least, most);
      file = full ? undefined : this.waiting.take(({ race }) => race === undefined);
    }
    return { kind: "tries", worker, batch };
  }

  /**
   * Joins the race with the fewest workers, with its own walks. Standard input is left out, since it can be
   * read once only.
   */
  private joinRace(worker: number): SatRequest | undefined {
    const tasks = [...this.racing].filter(
      ([{ input }, files]) => input !== "-" && ![...files].some(({ race }) => race!.home === worker),
    );
    if (tasks.length === 0) return undefined;
    const [task, files] = tasks.reduce((a, b) => (b[1].size < a[1].size ? b : a));
    const file: QueuedFile = { task, spent: 0 };
    this.openRace(file, [...files][0].race!.shape);
    return turnOf(file, worker);
  }

  private openRace(file: QueuedFile, shape: FormulaSize): void {
    const weights = this.rules.competition!.weights(shape);
    file.race = { shape, seed: this.newSeed(), weights };
    const files = this.racing.get(file.task) ?? new Set();
    this.racing.set(file.task, files.add(file));
  }

  /** Lets the worker end its walks at the file. */
  private closeWaiting(file: QueuedFile): void {
    const home = file.race?.home;
    if (home === undefined || this.waiting.take((other) => other === file) === undefined) return;
    this.closing[home].push(file);
  }

  /** Ends walks of a worker that keeps too many, at files that had most time first. */
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

/** A turn has as many flips as the file had before, so that it changes places with others once for every doubling. */
function turnOf(file: QueuedFile, worker: number): RaceTurn {
  const race = file.race!;
  race.home = worker;
  const { variables, literals } = race.shape;
  const first = Math.min(FIRST_TURN * (variables + literals), LONGEST_FIRST_TURN);
  return { kind: "race", worker, file, flips: Math.max(first, file.spent) };
}
