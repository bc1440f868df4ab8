import type { Outcome } from "@mulligan/core";
import { BINS_PER_OCTAVE, TimeHistogram, timeKey } from "@mulligan/core/statistics";
import { type CostEstimate, costOfDraws, shownCost, type WithoutCutoff } from "./uncut-draws.ts";

export type { WithoutCutoff } from "./uncut-draws.ts";

/**
 * Returns the cost of all arms together, beside what all of it took; undefined if it is unknown for an arm that solved
 * something. With several arms, all their tries count as spent, since which arm is best had to be found out, too.
 */
export function costOfArms(
  arms: readonly {
    readonly solved: number;
    readonly time: number;
    readonly withoutCutoff?: WithoutCutoff | null | undefined;
  }[],
): WithoutCutoff | undefined {
  const costs = arms.filter(({ solved }) => solved > 0).map(({ withoutCutoff }) => withoutCutoff);
  const known = costs.filter((cost) => cost != null);
  if (known.length === 0 || known.length < costs.length) return undefined;
  if (arms.length === 1) return known[0];
  const sum = (value: (cost: WithoutCutoff) => number) =>
    known.reduce((total, cost) => total + value(cost), 0);
  const spent = arms.reduce((total, arm) => total + arm.time, 0);
  const [low, high] = [sum(({ time, low = time }) => low), sum(({ time, high = time }) => high)];
  if (known.every(({ exact }) => exact))
    return { time: sum(({ time }) => time), low, high, exact: true, spent };
  return low > spent ? { time: low, exact: false, spent } : undefined;
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
/** A smaller chance decides in any case. */
const NO_CHANCE = 1e-3;
/** The estimates (a) and (b) agree if they differ by less than this share. */
const AGREEMENT = 0.125;

/**
 * Estimates, task by task, what the solved tasks of an arm would have cost without cutoffs. A task whose tries all
 * ended by themselves costs what it took. One whose first cut came at c would have gone on beyond c, and there are two
 * ways to tell for how long:
 *
 * (a) If tries repeat themselves, as where every input has its own fixed time, as long as the try that solved it.
 * (b) If tries are fresh draws, as long as other tries that went on beyond c (`costOfDraws`).
 *
 * A task that was solved much sooner than one of its cuts refutes (a), and so does it if most were solved a little sooner.
 * Otherwise (a) is taken if the chance of that under (b) is small, or if both say the same. Where neither is known well enough there is a lower bound: no try
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
  /** The solved tasks with a cut, and how many of them were solved in less time than one of their cuts. */
  private cutTasks = 0;
  private solvedBelow = 0;
  /** The tries that ended by themselves, before and after the first cut of their task; and the first cuts. */
  private before = 0;
  private after = 0;
  private firstCutTime = 0;
  /** The number of cut tries, and the time of all. */
  private cuts = 0;
  private total = 0;

  constructor(kind: TryKind) {
    this.kind = kind;
  }

  /** `spent` is the time of the try with its reset. */
  add(name: string, outcome: Outcome, spent: number): void {
    const known = this.open.get(name);
    this.count(outcome, known === undefined);
    const task = known ?? { spent: 0, before: 0, after: 0, firstCut: Infinity, longestCut: 0 };
    task.spent += spent;
    this.total += spent;
    if (outcome.kind === "censored") {
      this.cuts += 1;
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
    if (this.solved === 0) return undefined;
    return shownCost(this.likelyTime(), this.before + this.firstCutTime, this.actual);
  }

  /** The actual cost: in mode `abandon` a success takes as many tasks as it takes. */
  private get actual(): number {
    return this.kind.abandons ? this.total : this.spent;
  }

  private count(outcome: Outcome, isFirst: boolean): void {
    const done = outcome.kind === "completed" && outcome.reward > 0;
    this.tries.observe(done ? { ...outcome, reward: 1 } : outcome);
    if (isFirst) this.firstTries.observe(outcome);
  }

  /** Takes a task into account that a try of this time has solved. */
  private close(task: OpenTask, time: number): void {
    this.solved += 1;
    this.spent += task.spent;
    this.before += task.before;
    if (task.firstCut === Infinity) return;
    this.cutTasks += 1;
    this.after += task.after;
    this.firstCutTime += task.firstCut;
    if (time < SOONER * task.longestCut) this.solvedSooner += 1;
    if (timeKey(time) < timeKey(task.longestCut)) this.solvedBelow += 1;
    increase(this.firstCuts, timeKey(task.firstCut));
    increase(this.longestCuts, timeKey(task.longestCut));
  }

  private likelyTime(): CostEstimate | undefined {
    const { repeats, abandons } = this.kind;
    if (this.cuts === 0) return { time: this.actual, low: this.actual, high: this.actual };
    if (abandons) return costOfDraws(this.tries, [[-Infinity, this.solved]]);
    const drawn = costOfDraws(this.tries, [...this.firstCuts], this.before);
    if (this.solvedSooner > 0 || this.solvedBelow > this.cutTasks / 2) return drawn;
    const [time, error] = [this.before + this.after, (1 - SOONER) * this.after];
    const repeated = { time, low: time - error, high: time + error };
    const chance = this.chanceOfNoneSooner();
    if (chance / (chance + (repeats ? REPEAT_ODDS.without : REPEAT_ODDS.with)) < MAX_DOUBT) return repeated;
    if (drawn === undefined || Math.abs(drawn.time - time) > AGREEMENT * time) return undefined;
    return { time, low: Math.min(drawn.low, repeated.low), high: Math.max(drawn.high, repeated.high) };
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
      // The share is not known but estimated: the mean of its power is more than the power of its mean.
      for (let task = 0; task < tasks && chance > NO_CHANCE; task++) {
        chance *= (beyond + task) / (beyond + ended + task);
      }
    }
    return chance;
  }
}

function increase(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
