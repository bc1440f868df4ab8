import type { Outcome } from "@mulligan/core";
import { BINS_PER_OCTAVE, TimeHistogram, tailsOf, timeKey } from "@mulligan/core/statistics";

/** The cost of the solved tasks if no try had been cut. */
export interface WithoutCutoff {
  readonly time: number;
  /** False for a lower bound: the truth is larger, but the tries do not show by how much. */
  readonly exact: boolean;
  /** The actual cost of the same tasks. */
  readonly spent: number;
}

/** The properties of a program that are known before its tries. */
export interface TryKind {
  /** The tries of a task are expected to take the same time each: the command has no `{seed}`. */
  readonly repeats: boolean;
  /** A task that was cut is not tried again. */
  readonly abandons: boolean;
}

/** A task that is not solved yet. */
interface OpenTask {
  /** The time of all its tries, with their resets. */
  spent: number;
  /** Time of the tries that ended by themselves, before and after the first cut. */
  before: number;
  after: number;
  firstCut: number;
  longestCut: number;
}

/** A try that ends below this share of an earlier cut of its task did not repeat the one that was cut. */
const SOONER = 0.8;
/** Odds that the tries of a task repeat themselves, without and with `{seed}`: a guess. */
const REPEAT_ODDS = { without: 8, with: 0.5 };
/** The chance to be wrong up to which tries are taken to repeat themselves. */
const MAX_DOUBT = 0.1;
/** An estimate is shown if two standard deviations are at most this share of it. */
const PRECISION = 0.25;
/** Fewer completions beyond a cut say too little of what else may be there. */
const MIN_COMPLETIONS = 5;
/** The share of tries that were cut beyond all completions, up to which it is neglected. */
const MAX_UNSEEN = 0.02;

/**
 * Estimates, task by task, what the solved tasks of an arm would have cost without cutoffs. A task whose tries all
 * ended by themselves costs what it took. One whose first cut came at c would have gone on beyond c, and there are two
 * ways to tell for how long:
 *
 * (a) If tries repeat themselves, as where every input has its own fixed time, as long as the try that solved it.
 * (b) If tries are fresh draws, as long as other tries that went on beyond c: the product-limit law (Kaplan and Meier
 *     1958) of all tries, from c on.
 *
 * A task that was solved much sooner than one of its cuts refutes (a). Without any such task, (a) is taken if the chance
 * of that under (b) is small, or if both say the same. Where neither is known well enough there is a lower bound: no try
 * would have ended before it was cut. Memory grows with the tasks that are open, not with the number of tries.
 */
export class UncutCost {
  private readonly kind: TryKind;
  /** All tries with a reward of 1 for a success, and the first tries of tasks. */
  private readonly tries = new TimeHistogram();
  private readonly firstTries = new TimeHistogram();
  private readonly open = new Map<string, OpenTask>();
  /** The tasks that were solved after a cut, by the bins of their first cut and of their longest. */
  private readonly firstCuts = new Map<number, number>();
  private readonly longestCuts = new Map<number, number>();
  /** The solved tasks: their number, their time, and how many were solved much sooner than one of their cuts. */
  private solved = 0;
  private spent = 0;
  private solvedSooner = 0;
  /** The tries that ended by themselves, before and after the first cut of their task; and the first cuts. */
  private before = 0;
  private after = 0;
  private firstCutTime = 0;
  private longest = 0;

  constructor(kind: TryKind) {
    this.kind = kind;
  }

  /** `spent` is the time of the try with its reset. */
  add(name: string, outcome: Outcome, spent: number): void {
    const known = this.open.get(name);
    this.count(outcome, known === undefined);
    const task = known ?? { spent: 0, before: 0, after: 0, firstCut: Infinity, longestCut: 0 };
    task.spent += spent;
    if (outcome.kind === "censored") {
      if (task.firstCut === Infinity) task.firstCut = outcome.time;
      task.longestCut = Math.max(task.longestCut, outcome.time);
    } else if (task.firstCut === Infinity) task.before += outcome.time;
    else task.after += outcome.time;
    if (outcome.kind === "completed" && outcome.reward > 0) {
      this.open.delete(name);
      this.close(task, outcome.time);
    } else if (!this.kind.abandons) this.open.set(name, task);
  }

  /** Forgets a task that is not tried any more. */
  giveUp(name: string): void {
    this.open.delete(name);
  }

  /** Undefined if it is unknown: nothing was solved, or a lower bound is all there is, and below what was spent. */
  estimate(): WithoutCutoff | undefined {
    const { spent } = this;
    const time = this.solved === 0 ? undefined : this.likelyTime();
    if (time !== undefined) return { time, exact: true, spent };
    const least = this.before + this.firstCutTime;
    return this.solved > 0 && least > spent ? { time: least, exact: false, spent } : undefined;
  }

  private count(outcome: Outcome, isFirst: boolean): void {
    const done = outcome.kind === "completed" && outcome.reward > 0;
    this.tries.observe(done ? { ...outcome, reward: 1 } : outcome);
    if (isFirst) this.firstTries.observe(outcome);
    this.longest = Math.max(this.longest, outcome.time);
  }

  /** Takes a task into account that a try of this time has solved. */
  private close(task: OpenTask, time: number): void {
    this.solved += 1;
    this.spent += task.spent;
    this.before += task.before;
    if (task.firstCut === Infinity) return;
    this.after += task.after;
    this.firstCutTime += task.firstCut;
    if (time < SOONER * task.longestCut) this.solvedSooner += 1;
    increase(this.firstCuts, timeKey(task.firstCut));
    increase(this.longestCuts, timeKey(task.longestCut));
  }

  private likelyTime(): number | undefined {
    const { repeats, abandons } = this.kind;
    if (this.firstCuts.size === 0 && !abandons) return this.before;
    const drawn = this.drawnTime();
    if (abandons || this.solvedSooner > 0) return drawn;
    const repeated = this.before + this.after;
    const chance = this.chanceOfNoneSooner();
    const isLikely = chance / (chance + (repeats ? REPEAT_ODDS.without : REPEAT_ODDS.with)) < MAX_DOUBT;
    const agrees = drawn !== undefined && Math.abs(drawn - repeated) < (PRECISION / 2) * repeated;
    return isLikely || agrees ? repeated : undefined;
  }

  /** The chance that no task is solved sooner than its longest cut if tries are fresh draws, by the first tries. */
  private chanceOfNoneSooner(): number {
    let chance = 1;
    for (const [key, tasks] of this.longestCuts) {
      const sooner = key + BINS_PER_OCTAVE * Math.log2(SOONER);
      let [ended, beyond] = [1, 1];
      for (const [place, { completed, cut }] of this.firstTries.bins) {
        if (place < sooner) ended += completed;
        else if (place >= key) beyond += completed + cut;
      }
      chance *= (beyond / (beyond + ended)) ** tasks;
    }
    return chance;
  }

  /** The cost by (b); undefined if it is not known well enough. */
  private drawnTime(): number | undefined {
    const tails = tailsOf(this.tries, this.longest);
    const whole = tails(-Infinity);
    const { abandons } = this.kind;
    const parts = abandons ? [[-Infinity, this.solved] as const] : [...this.firstCuts];
    let [time, variance, deviation] = [abandons ? 0 : this.before, 0, 0];
    for (const [key, tasks] of parts) {
      const tail = tails(key + 1);
      if (tail.completions < MIN_COMPLETIONS || tail.unseen > MAX_UNSEEN) return undefined;
      // A try that fails in the end is followed by others, as many as a success takes.
      const [again, success] = [1 - tail.reward, whole.time / whole.reward];
      const mean = tail.time + again * success;
      const square = tail.square + again * (2 * tail.time * success + 2 * success ** 2);
      time += tasks * mean;
      variance += tasks * Math.max(0, square - mean ** 2);
      // The errors of all parts are those of the same curve.
      deviation += tasks * Math.sqrt(tail.error);
    }
    return 2 * Math.sqrt(variance + deviation ** 2) <= PRECISION * time ? time : undefined;
  }
}

function increase(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
