import { savedNumber, savedNumbers, savedRecord } from "../../policies/definition/saved-state.ts";
import { Forgetting } from "../../statistics/forgetting.ts";
import { AttemptTimes, type SavedTimes } from "./hazards.ts";

/** A saved `LearnedArm`. Weights count attempts, of which the newest has weight 1. */
export interface SavedArm {
  /** The tables by the number of earlier attempts of the execution that were cut. */
  readonly times: readonly SavedTimes[];
  readonly spentMs: number;
  readonly rewards: number;
  readonly successes: number;
  readonly succeededMs: number;
  /** The number of cuts with a measured resetting time, and the sum of these times. */
  readonly resets: number;
  readonly resettingMs: number;
  /** The numbers of attempts that ended and that were stopped, and their costs beyond their time, in ms. */
  readonly ends: number;
  readonly endCostMs: number;
  readonly stops: number;
  readonly stopCostMs: number;
  readonly load: readonly number[];
}

/** A finished attempt, with everything that is learned from it. */
export interface FinishedAttempt {
  readonly arm: number;
  /** The number of attempts of its execution that were cut before it. */
  readonly cuts: number;
  /** The number of other attempts under way at its arm when it began. */
  readonly outstanding: number;
  readonly timeMs: number;
  /** Undefined if it was cut or stopped. */
  readonly reward: number | undefined;
  /** Whether it was too slow: cut, or stopped by the deadline. */
  readonly tooSlow: boolean;
  /** The time that the cut took, if it was measured. */
  readonly resettingMs: number | undefined;
  /** The result of the caller's `cost`, in ms. */
  readonly costMs: number;
}

/** The learned figures of one arm. Old attempts fade by half-life. */
export class LearnedArm {
  /** A table for each number of earlier cuts in the execution, since an attempt at a slow input is slow again. */
  readonly times: readonly AttemptTimes[];
  private readonly forgetting: Forgetting;
  /**
   * Times fade with the attempts that reach them, and slowly with all others. If cuts help there are few long attempts,
   * and if not, few attempts after cuts. If these times faded as fast as the rest, they would be tried again and again.
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

  /** The reciprocal of the newest attempt's weight: among the times, and among everything else. */
  get timesUnit(): number {
    return 1 / this.slowForgetting.weight;
  }

  get unit(): number {
    return 1 / this.forgetting.weight;
  }

  get attempts(): number {
    return this.timesUnit * this.times.reduce((sum, { attempts }) => sum + attempts, 0);
  }

  /** The time per success, with all failures in between; Infinity before the first success. */
  get msPerSuccess(): number {
    return this.successes > 0 ? this.spentMs / this.successes : Infinity;
  }

  /** The time of a successful attempt alone; Infinity before the first. */
  get meanSuccessMs(): number {
    return this.successes > 0 ? this.succeededMs / this.successes : Infinity;
  }

  /** The same as `msPerSuccess`, and the costs of the attempts beyond their time. */
  get costPerSuccess(): number {
    return this.successes > 0 ? (this.spentMs + this.endCostMs + this.stopCostMs) / this.successes : Infinity;
  }

  /** The reward of a success; 1 before the first. */
  get meanReward(): number {
    return this.successes > 0 ? this.rewards / this.successes : 1;
  }

  get meanResettingMs(): number {
    return this.resets > 0 ? this.resettingMs / this.resets : 0;
  }

  /** Returns the cost of an attempt that ends by itself, beyond its time. */
  get meanEndCostMs(): number {
    return this.ends > 0 ? this.endCostMs / this.ends : 0;
  }

  /** Returns the cost of a cut attempt beyond its time: that of any other, until one was cut. */
  get meanStopCostMs(): number {
    return this.stops > 0 ? this.stopCostMs / this.stops : this.meanEndCostMs;
  }

  observe({ cuts, outstanding, timeMs, reward, resettingMs, costMs }: FinishedAttempt): void {
    this.forgetting.pass(0, (factor) => this.scaleSums(factor));
    this.slowForgetting.pass(0, (factor) => this.scaleTimes(factor));
    const { weight } = this.forgetting;
    const times = this.times[rankOf(cuts)];
    this.spentMs += weight * timeMs;
    if (reward === undefined) {
      times.addStopped(timeMs, this.slowForgetting.weight);
      this.stops += weight;
      this.stopCostMs += weight * costMs;
    } else {
      times.addEnd(timeMs, reward > 0, this.slowForgetting.weight);
      this.ends += weight;
      this.endCostMs += weight * costMs;
    }
    if (reward !== 0) this.load.observe(outstanding, timeMs, weight);
    if (resettingMs !== undefined) {
      this.resets += weight;
      this.resettingMs += weight * resettingMs;
    }
    if (reward !== undefined && reward > 0) {
      this.successes += weight;
      this.succeededMs += weight * timeMs;
      this.rewards += weight * reward;
    }
  }

  /** Scales down the weight of all that was learned, since another arm was called. */
  fade(factor: number): void {
    this.forgetting.grow(factor, (shrunk) => this.scaleSums(shrunk));
    this.slowForgetting.grow(factor, (shrunk) => this.scaleTimes(shrunk));
  }

  /** Adds what another arm has learned; it counts as `atMost` attempts at most. */
  add(other: LearnedArm, atMost = Infinity): void {
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
    const sums = Object.fromEntries(SUMS.map((sum) => [sum, this[sum]]));
    return { times, ...sums, load: this.load.save() } as unknown as SavedArm;
  }

  static restore(saved: unknown, halfLife: number): LearnedArm {
    const arm = new LearnedArm(halfLife);
    const record = savedRecord("mulligan", saved);
    const { times } = record;
    if (!Array.isArray(times) || times.length !== RANKS) {
      throw new RangeError(`mulligan: the snapshot's times must be an array of ${RANKS}`);
    }
    times.forEach((each, rank) => {
      arm.times[rank].add(AttemptTimes.restore(each, halfLife), 1);
    });
    arm.load.restore(record.load);
    for (const sum of SUMS) arm[sum] = savedNumber("mulligan", record[sum], sum);
    return arm;
  }

  private scaleSums(factor: number): void {
    this.load.scale(factor);
    for (const sum of SUMS) this[sum] *= factor;
  }

  private scaleTimes(factor: number): void {
    for (const times of this.times) times.scale(factor);
  }
}

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
/** Attempts after no cut, after one, and after more are learned from separately. */
export const RANKS = 3;
/** The half-life of times that no attempt reaches, in half-lives. */
const SLOWLY = 20;

export const rankOf = (cuts: number): number => Math.min(cuts, RANKS - 1);

/** The costs of the last few attempts, in ms: enough to see that an arm has changed. */
export class RecentCosts {
  private readonly costs: number[] = [];
  private next = 0;
  private idle = 0;

  add(costMs: number): void {
    this.costs[this.next] = costMs;
    this.next = (this.next + 1) % RECENT;
    this.idle = 0;
  }

  /** Counts an attempt at another arm. */
  pass(): void {
    this.idle += 1;
  }

  /** The least of them; 0 before there are enough, and when the arm was idle for so long that it may have changed again. */
  get least(): number {
    return this.costs.length < RECENT || this.idle > STALE ? 0 : Math.min(...this.costs);
  }
}

/** Chance seldom makes so many attempts in a row dearer than the mean. They are outdated after `STALE` attempts elsewhere. */
export const RECENT = 5;
const STALE = 50;

/**
 * How an attempt's time grows with the number of attempts under way at its arm: a line by least squares. So time that comes
 * from load is not attributed to the arm. Before anything is observed, and beyond the observed load, a server is believed to
 * have `BELIEVED_WORKERS` workers: attempts that pile up are the first sign of a server that does not answer.
 */
export class LoadSlope {
  private weight = 0;
  private outstanding = 0;
  private time = 0;
  private squares = 0;
  private products = 0;

  observe(outstanding: number, timeMs: number, weight: number): void {
    this.weight += weight;
    this.outstanding += weight * outstanding;
    this.time += weight * timeMs;
    this.squares += weight * outstanding * outstanding;
    this.products += weight * outstanding * timeMs;
  }

  /** Returns how much longer than usual, in ms, an attempt takes beside so many others; `costMs` is the usual cost. */
  extraMs(outstanding: number, costMs: number, unit: number): number {
    const { weight } = this;
    const believed = costMs / BELIEVED_WORKERS;
    if (weight === 0) return believed * outstanding;
    const usual = this.outstanding / weight;
    const squares = unit * (this.squares - usual * this.outstanding);
    const products = unit * (this.products - usual * this.time);
    const slope = Math.max(0, (products + BELIEF * believed) / (squares + BELIEF));
    const seen = Math.min(outstanding, usual + 3 * Math.sqrt(squares / (unit * weight)) + 1);
    return slope * (seen - usual) + Math.max(slope, believed) * (outstanding - seen);
  }

  scale(factor: number): void {
    for (const sum of LOAD_SUMS) this[sum] *= factor;
  }

  add(other: LoadSlope, factor: number): void {
    for (const sum of LOAD_SUMS) this[sum] += factor * other[sum];
  }

  save(): number[] {
    return LOAD_SUMS.map((sum) => this[sum]);
  }

  restore(saved: unknown): void {
    const sums = savedNumbers("mulligan", saved, "load", LOAD_SUMS.length);
    for (const [place, sum] of LOAD_SUMS.entries()) this[sum] = sums[place];
  }
}

const LOAD_SUMS = ["weight", "outstanding", "time", "squares", "products"] as const;
const BELIEVED_WORKERS = 4;
/** In squared differences of the number under way. */
const BELIEF = 10;
