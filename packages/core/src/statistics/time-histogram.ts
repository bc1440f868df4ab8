import type { Outcome } from "../problem/outcome.ts";

/** Trials that took about the same time: how many completed and were cut, and the sums of their times and rewards. */
export interface TimeBin {
  completed: number;
  completedTime: number;
  reward: number;
  cut: number;
  cutTime: number;
}

/**
 * Trials in bins of about 2% of their time, as small after a million trials as after a thousand. A bin gives back the
 * mean of what fell into it, so that a constant time is told exactly. Additive: merging adds bins.
 */
export class TimeHistogram {
  /** By key, in the order in which they came up. The keys of longer times are larger. */
  readonly bins = new Map<number, TimeBin>();
  /** Completions. */
  count = 0;
  private keys: number[] | undefined;

  /** Counts a trial. */
  observe(outcome: Outcome): void {
    const { time } = outcome;
    if (outcome.kind === "completed") this.put(timeKey(time), 1, time, outcome.reward, 0, 0);
    else this.put(timeKey(time), 0, 0, 0, 1, time);
  }

  /** Bins in the order of time. */
  sorted(): (readonly [key: number, bin: TimeBin])[] {
    return this.sortedKeys().map((key) => [key, this.bins.get(key)!] as const);
  }

  /** The least time that a share p of the completions did not exceed, to the width of a bin. */
  quantile(p: number): number {
    if (!(this.count > 0)) throw new RangeError("quantile: nothing was observed yet");
    let before = 0;
    let time = 0;
    for (const key of this.sortedKeys()) {
      const { completed, completedTime } = this.bins.get(key)!;
      if (completed === 0) continue;
      time = completedTime / completed;
      before += completed;
      if (before >= p * this.count) break;
    }
    return time;
  }

  /** Plain data: six numbers a bin, its key first. */
  save(): number[] {
    return [...this.bins].flatMap(([key, { completed, completedTime, reward, cut, cutTime }]) => [
      key,
      completed,
      completedTime,
      reward,
      cut,
      cutTime,
    ]);
  }

  /** From what `save` gave. Bins are found by the mean times, so that bins of another width are read too. */
  static load(saved: readonly number[]): TimeHistogram {
    const histogram = new TimeHistogram();
    for (let place = 0; place < saved.length; place += 6) {
      const [, completed, completedTime, reward, cut, cutTime] = saved.slice(place, place + 6);
      if (completed > 0)
        histogram.put(timeKey(completedTime / completed), completed, completedTime, reward, 0, 0);
      if (cut > 0) histogram.put(timeKey(cutTime / cut), 0, 0, 0, cut, cutTime);
    }
    return histogram;
  }

  /** Plain data of the completions alone: key, count and sum of times for each bin. */
  saveCompletions(): number[] {
    return [...this.bins].flatMap(([key, { completed, completedTime }]) => [key, completed, completedTime]);
  }

  /** From what `saveCompletions` gave. */
  static loadCompletions(saved: readonly number[]): TimeHistogram {
    const histogram = new TimeHistogram();
    for (let place = 0; place < saved.length; place += 3) {
      const [key, completed, completedTime] = saved.slice(place, place + 3);
      histogram.put(key, completed, completedTime, 0, 0, 0);
    }
    return histogram;
  }

  private sortedKeys(): readonly number[] {
    this.keys ??= [...this.bins.keys()].sort((a, b) => a - b);
    return this.keys;
  }

  private put(
    key: number,
    completed: number,
    completedTime: number,
    reward: number,
    cut: number,
    cutTime: number,
  ): void {
    this.count += completed;
    const bin = this.bins.get(key);
    if (bin === undefined) {
      this.bins.set(key, { completed, completedTime, reward, cut, cutTime });
      this.keys = undefined;
      return;
    }
    bin.completed += completed;
    bin.completedTime += completedTime;
    bin.reward += reward;
    bin.cut += cut;
    bin.cutTime += cutTime;
  }
}

/** The keys of two times an octave apart differ by this. */
export const BINS_PER_OCTAVE = 32;
/** The key of times that are exactly 0. */
const ZERO = -1_000_000;

/** The key of the bin of a time. */
export function timeKey(time: number): number {
  return time > 0 ? Math.floor(Math.log2(time) * BINS_PER_OCTAVE) : ZERO;
}

/** What a trial that has lasted so long comes to if it is not cut, by the product-limit law. */
export interface TimeTail {
  /** Mean and mean square of its time, and its mean reward. */
  readonly time: number;
  readonly square: number;
  readonly reward: number;
  /** The variance of the estimated mean (Greenwood). */
  readonly error: number;
  /** The share of which nothing is known but that it lasts longer than all completions. */
  readonly unseen: number;
  /** How many trials completed there. */
  readonly completions: number;
}

/**
 * What comes from each bin on, computed from the last to the first: with n trials that reach a bin and d that end in it, a
 * share of h = d/n ends there and the rest goes on. Within a bin those that ended come before those that were cut. What was
 * cut beyond all completions counts as ending at `longest`, and with a reward of 1: a lower bound.
 */
export function tailsOf(trials: TimeHistogram, longest: number): (fromKey: number) => TimeTail {
  const end: TimeTail = {
    time: longest,
    square: longest ** 2,
    reward: 1,
    error: 0,
    unseen: 1,
    completions: 0,
  };
  const tails: (readonly [number, TimeTail])[] = [];
  let [tail, running] = [end, 0];
  for (const [key, { completed, completedTime, reward, cut }] of trials.sorted().reverse()) {
    running += completed + cut;
    if (completed > 0) {
      const [ended, mean] = [completed / running, completedTime / completed];
      const on = 1 - ended;
      tail = {
        time: ended * mean + on * tail.time,
        square: ended * mean ** 2 + on * tail.square,
        reward: ended * (reward / completed) + on * tail.reward,
        error: ((mean - tail.time) ** 2 * ended * on) / running + on ** 2 * tail.error,
        unseen: on * tail.unseen,
        completions: completed + tail.completions,
      };
    }
    tails.push([key, tail]);
  }
  return (fromKey) => tails.findLast(([key]) => key >= fromKey)?.[1] ?? end;
}

/**
 * What a reward of 1 costs if no trial is cut and all are draws of one law: the mean time over the mean reward. Not exact,
 * but a lower bound, if trials were cut beyond the last that completed. Undefined if nothing was earned.
 */
export function costOfReward(
  trials: TimeHistogram,
  longest: number,
): { readonly time: number; readonly exact: boolean } | undefined {
  if (![...trials.bins.values()].some(({ reward }) => reward !== 0)) return undefined;
  const { time, reward, unseen } = tailsOf(trials, longest)(-Infinity);
  return { time: time / reward, exact: unseen < 1e-9 };
}
