import { savedNumber, savedRecord } from "../../policies/definition/saved-state.ts";
import { Forgetting } from "../../statistics/forgetting.ts";
import { AttemptTimes, type SavedTimes } from "./attempt-times.ts";
import { LoadSlope } from "./load-slope.ts";
import { RecentCosts } from "./recent-costs.ts";

/** A saved `KnownArm`, in attempts of which the newest counts 1. */
export interface SavedArm {
  /** By how many attempts of the same execution had been cut before. */
  readonly times: readonly SavedTimes[];
  readonly spentMs: number;
  readonly rewards: number;
  readonly successes: number;
  /** Of cuts whose resetting time was measured: how many, and how long it was in all. */
  readonly resets: number;
  readonly resettingMs: number;
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
}

/** What is known of one arm. What was seen fades by half-life. */
export class KnownArm {
  /**
   * The times of attempts by how many of their execution were cut before: 0, 1, 2 or more. Where slowness comes with
   * the input, an attempt after a cut is slow again, and only these times can tell.
   */
  readonly times = Array.from({ length: RANKS }, () => new AttemptTimes());
  private readonly forgetting: Forgetting;
  readonly load = new LoadSlope();
  readonly recent = new RecentCosts();
  private spentMs = 0;
  private rewards = 0;
  private successes = 0;
  private resets = 0;
  private resettingMs = 0;

  constructor(halfLife: number) {
    this.forgetting = new Forgetting(halfLife, Infinity);
  }

  /** The reciprocal of what the newest attempt weighs. */
  get unit(): number {
    return 1 / this.forgetting.weight;
  }

  /** The time that a success took, with all that failed in between; Infinity before the first. */
  get msPerSuccess(): number {
    return this.successes > 0 ? this.spentMs / this.successes : Infinity;
  }

  /** Of a success; 1 before the first. */
  get meanReward(): number {
    return this.successes > 0 ? this.rewards / this.successes : 1;
  }

  get meanResettingMs(): number {
    return this.resets > 0 ? this.resettingMs / this.resets : 0;
  }

  observe({ cuts, outstanding, timeMs, reward, resettingMs }: Lesson): void {
    this.forgetting.pass(0, (factor) => this.scale(factor));
    const { weight } = this.forgetting;
    const times = this.times[rankOf(cuts)];
    this.spentMs += weight * timeMs;
    if (reward === undefined) {
      times.addLeft(timeMs, weight);
      this.load.observe(outstanding, timeMs, weight);
      if (resettingMs === undefined) return;
      this.resets += weight;
      this.resettingMs += weight * resettingMs;
      return;
    }
    times.addEnd(timeMs, reward > 0, weight);
    if (reward === 0) return;
    this.load.observe(outstanding, timeMs, weight);
    this.successes += weight;
    this.rewards += weight * reward;
  }

  /** What was seen counts less by so much. */
  fade(factor: number): void {
    this.forgetting.grow(factor, (shrunk) => this.scale(shrunk));
  }

  /** Adds what another knows; it counts as so many attempts at most. */
  add(other: KnownArm, atMost = Infinity): void {
    const attempts = other.unit * other.attempts;
    if (attempts === 0) return;
    const factor = this.forgetting.weight * other.unit * Math.min(1, atMost / attempts);
    this.times.forEach((times, rank) => {
      times.add(other.times[rank], factor);
    });
    this.load.add(other.load, factor);
    for (const sum of SUMS) this[sum] += factor * other[sum];
  }

  save(): SavedArm {
    this.scale(this.unit);
    this.forgetting.weight = 1;
    const { spentMs, rewards, successes, resets, resettingMs } = this;
    const times = this.times.map((each) => each.save());
    return { times, spentMs, rewards, successes, resets, resettingMs, load: this.load.save() };
  }

  static restore(given: unknown, halfLife: number): KnownArm {
    const arm = new KnownArm(halfLife);
    const record = savedRecord("mulligan", given);
    const { times } = record;
    if (!Array.isArray(times) || times.length !== RANKS) {
      throw new RangeError(`mulligan: the snapshot's times must be an array of ${RANKS}`);
    }
    times.forEach((saved, rank) => {
      arm.times[rank].add(AttemptTimes.restore(saved), 1);
    });
    arm.load.add(LoadSlope.restore(record.load), 1);
    for (const sum of SUMS) arm[sum] = savedNumber("mulligan", record[sum], sum);
    return arm;
  }

  /** All that were seen, with their weights. */
  get attempts(): number {
    let sum = 0;
    for (const times of this.times) {
      for (let row = 0; row < times.cells; row++) sum += times.ended(row) + times.left(row);
    }
    return sum;
  }

  private scale(factor: number): void {
    for (const times of this.times) times.scale(factor);
    this.load.scale(factor);
    for (const sum of SUMS) this[sum] *= factor;
  }
}

const SUMS = ["spentMs", "rewards", "successes", "resets", "resettingMs"] as const;
/** How many kinds of attempts are told apart. */
export const RANKS = 3;

export function rankOf(cuts: number): number {
  return Math.min(cuts, RANKS - 1);
}
