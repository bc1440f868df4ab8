import { savedNumber, savedRecord } from "../../policies/definition/saved-state.ts";
import { Forgetting } from "../../statistics/forgetting.ts";
import { AttemptTimes, type SavedTimes } from "./attempt-times.ts";
import { LoadSlope } from "./load-slope.ts";

/** A saved `KnownArm`, in attempts of which the newest counts 1. */
export interface SavedArm {
  /** By how many attempts of the same execution had been cut before. */
  readonly times: readonly SavedTimes[];
  readonly spentMs: number;
  readonly rewards: number;
  readonly successes: number;
  /** The time of those alone. */
  readonly succeededMs: number;
  /** Of cuts whose resetting time was measured: how many, and how long it was in all. */
  readonly resets: number;
  readonly resettingMs: number;
  /** What attempts cost beyond their time, in ms: those that ended and those that were stopped, and how many each were. */
  readonly ends: number;
  readonly endCostMs: number;
  readonly stops: number;
  readonly stopCostMs: number;
  readonly load: readonly number[];
}

/** An attempt that is over, as it is learned from. */
export interface Lesson {
  readonly arm: number;
  /** How many attempts of its execution were cut before it. */
  readonly cuts: number;
  /** How many others were under way at its arm when it began. */
  readonly outstanding: number;
  readonly timeMs: number;
  /** Undefined if it was cut or stopped. */
  readonly reward: number | undefined;
  /** Whether it was found too slow: cut, or stopped by the deadline. */
  readonly tooSlow: boolean;
  /** How long a cut took, where that was measured. */
  readonly resettingMs: number | undefined;
  /** What the caller's `cost` says, in ms. */
  readonly costMs: number;
}

/** What is known of one arm. Old attempts fade by half-life. */
export class KnownArm {
  /**
   * The times of attempts by how many of their execution were cut before: 0, 1, 2 or more. Where slowness comes with
   * the input, an attempt after a cut is slow again, and only these times can tell.
   */
  readonly times: readonly AttemptTimes[];
  private readonly forgetting: Forgetting;
  /**
   * Times fade with the attempts that reach them, and slowly with all others. Where cuts do not help there are no attempts
   * after cuts, and where they help there are no long ones. If these faded as fast as the rest, it would be found out again and
   * again, at the cost of calls.
   */
  private readonly slowForgetting: Forgetting;
  readonly load = new LoadSlope();
  readonly recent = new RecentCosts();
  private spentMs = 0;
  private rewards = 0;
  private successes = 0;
  private succeededMs = 0;
  private resets = 0;
  private resettingMs = 0;
  private ends = 0;
  private endCostMs = 0;
  private stops = 0;
  private stopCostMs = 0;

  constructor(halfLife: number) {
    this.times = Array.from({ length: RANKS }, () => new AttemptTimes(halfLife));
    this.forgetting = new Forgetting(halfLife, Infinity);
    this.slowForgetting = new Forgetting(SLOWLY * halfLife, Infinity);
  }

  /** The reciprocal of what the newest attempt weighs, among the times and among the rest. */
  get timesUnit(): number {
    return 1 / this.slowForgetting.weight;
  }

  get unit(): number {
    return 1 / this.forgetting.weight;
  }

  /** The time that a success took, with all that failed in between; Infinity before the first. */
  get msPerSuccess(): number {
    return this.successes > 0 ? this.spentMs / this.successes : Infinity;
  }

  /** The time of a successful attempt alone; Infinity before the first. */
  get meanSuccessMs(): number {
    return this.successes > 0 ? this.succeededMs / this.successes : Infinity;
  }

  /** What a success cost, with all that failed in between and with what the attempts cost beyond their time. */
  get costPerSuccess(): number {
    return this.successes > 0 ? (this.spentMs + this.endCostMs + this.stopCostMs) / this.successes : Infinity;
  }

  /** Of a success; 1 before the first. */
  get meanReward(): number {
    return this.successes > 0 ? this.rewards / this.successes : 1;
  }

  get meanResettingMs(): number {
    return this.resets > 0 ? this.resettingMs / this.resets : 0;
  }

  /** What an attempt that ends by itself costs beyond its time. */
  get meanEndCostMs(): number {
    return this.ends > 0 ? this.endCostMs / this.ends : 0;
  }

  /** What a cut attempt costs beyond its time: as much as another, until one was cut. */
  get meanStopCostMs(): number {
    return this.stops > 0 ? this.stopCostMs / this.stops : this.meanEndCostMs;
  }

  observe({ cuts, outstanding, timeMs, reward, resettingMs, costMs }: Lesson): void {
    this.forgetting.pass(0, (factor) => this.scaleSums(factor));
    this.slowForgetting.pass(0, (factor) => this.scaleTimes(factor));
    const { weight } = this.forgetting;
    const times = this.times[rankOf(cuts)];
    const timesWeight = this.slowForgetting.weight;
    this.spentMs += weight * timeMs;
    if (reward === undefined) {
      times.addLeft(timeMs, timesWeight);
      this.load.observe(outstanding, timeMs, weight);
      this.stops += weight;
      this.stopCostMs += weight * costMs;
      if (resettingMs === undefined) return;
      this.resets += weight;
      this.resettingMs += weight * resettingMs;
      return;
    }
    times.addEnd(timeMs, reward > 0, timesWeight);
    this.ends += weight;
    this.endCostMs += weight * costMs;
    if (reward === 0) return;
    this.load.observe(outstanding, timeMs, weight);
    this.successes += weight;
    this.succeededMs += weight * timeMs;
    this.rewards += weight * reward;
  }

  /** Lets all that was seen count less by this factor, since another arm was asked. */
  fade(factor: number): void {
    this.forgetting.grow(factor, (shrunk) => this.scaleSums(shrunk));
    this.slowForgetting.grow(factor, (shrunk) => this.scaleTimes(shrunk));
  }

  /** Adds what another arm's record holds; it counts as so many attempts at most. */
  add(other: KnownArm, atMost = Infinity): void {
    const { attempts } = other;
    if (attempts === 0) return;
    const share = Math.min(1, atMost / attempts);
    this.times.forEach((times, rank) => {
      times.add(other.times[rank], (share * other.timesUnit) / this.timesUnit);
    });
    const factor = (share * other.unit) / this.unit;
    this.load.add(other.load, factor);
    for (const sum of SUMS) this[sum] += factor * other[sum];
  }

  save(): SavedArm {
    this.scaleSums(this.unit);
    this.forgetting.weight = 1;
    this.scaleTimes(this.timesUnit);
    this.slowForgetting.weight = 1;
    const times = this.times.map((each) => each.save());
    const sums = Object.fromEntries(SUMS.map((sum) => [sum, this[sum]])) as Record<Sum, number>;
    return { times, ...sums, load: this.load.save() };
  }

  static restore(given: unknown, halfLife: number, version: number): KnownArm {
    const arm = new KnownArm(halfLife);
    const record = savedRecord("mulligan", given);
    const { times } = record;
    if (!Array.isArray(times) || times.length !== RANKS) {
      throw new RangeError(`mulligan: the snapshot's times must be an array of ${RANKS}`);
    }
    times.forEach((saved, rank) => {
      arm.times[rank].add(AttemptTimes.restore(saved, halfLife, version), 1);
    });
    arm.load.add(LoadSlope.restore(record.load), 1);
    // Snapshots of version 2 have neither costs nor the time of successes alone.
    for (const sum of SUMS) arm[sum] = savedNumber("mulligan", record[sum] ?? 0, sum);
    if (record.succeededMs === undefined) arm.succeededMs = arm.spentMs;
    return arm;
  }

  /** All that were seen, in newest attempts. */
  get attempts(): number {
    return this.timesUnit * this.times.reduce((sum, { attempts }) => sum + attempts, 0);
  }

  private scaleSums(factor: number): void {
    this.load.scale(factor);
    for (const sum of SUMS) this[sum] *= factor;
  }

  private scaleTimes(factor: number): void {
    for (const times of this.times) times.scale(factor);
  }
}

type Sum = (typeof SUMS)[number];
const SUMS = [
  "spentMs",
  "rewards",
  "successes",
  "succeededMs",
  "resets",
  "resettingMs",
  "ends",
  "endCostMs",
  "stops",
  "stopCostMs",
] as const;
/** How many kinds of attempts are told apart. */
export const RANKS = 3;
/** The half-life of times that no attempt reaches, in half-lives. */
const SLOWLY = 20;

export function rankOf(cuts: number): number {
  return Math.min(cuts, RANKS - 1);
}

/** What the last few attempts cost, in ms: enough to see that an arm has changed. */
export class RecentCosts {
  private readonly costs: number[] = [];
  private next = 0;
  private idle = 0;

  add(costMs: number): void {
    this.costs[this.next] = costMs;
    this.next = (this.next + 1) % RECENT;
    this.idle = 0;
  }

  /** An attempt was made elsewhere. */
  pass(): void {
    this.idle += 1;
  }

  /** The least of them; 0 before there are enough, and when the arm was not asked for so long that it may have changed again. */
  get least(): number {
    return this.costs.length < RECENT || this.idle > STALE ? 0 : Math.min(...this.costs);
  }
}

/** Chance seldom makes so many attempts in a row dearer than the mean. */
export const RECENT = 5;
/** In attempts at other arms. */
const STALE = 50;
