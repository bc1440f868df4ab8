import type { Outcome } from "../problem/outcome.ts";

/** Trials of about the same time: the numbers of completed and cut ones, and the sums of their times and rewards. */
export interface TimeBin {
  /** The number of completed trials. */
  completed: number;
  /** The sum of their times. */
  completedTime: number;
  /** The sum of their rewards. */
  reward: number;
  /** The number of trials that were cut. */
  cut: number;
  /** The sum of their times, up to the cut. */
  cutTime: number;
}

/**
 * Trials in bins of about 2% of their time, so that the size does not grow with their number. A bin returns the mean of
 * its times, so that a constant time is kept exactly. Merging adds bins.
 */
export class TimeHistogram {
  /** The bins by key, in the order of first use. The keys of longer times are larger. */
  readonly bins = new Map<number, TimeBin>();
  /** The number of completions. */
  count = 0;
  private keys: number[] | undefined;

  /** Adds a trial. */
  observe(outcome: Outcome): void {
    const { time } = outcome;
    if (outcome.kind === "completed") this.put(timeKey(time), 1, time, outcome.reward, 0, 0);
    else this.put(timeKey(time), 0, 0, 0, 1, time);
  }

  /** Returns the bins in the order of time. */
  sorted(): (readonly [key: number, bin: TimeBin])[] {
    return this.sortedKeys().map((key) => [key, this.bins.get(key)!] as const);
  }

  /** Returns the least time that a share p of the completions did not exceed, to the width of a bin. */
  quantile(p: number): number {
    if (!(this.count > 0)) throw new RangeError("quantile: at least one time must be observed first");
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

  /** Returns plain data: six numbers a bin, its key first. */
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

  /**
   * Makes a histogram from the result of `save`. Bins are found by the mean times, so that bins of another width can be
   * read too.
   */
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

  /** Returns plain data of the completions alone: key, count and sum of times for each bin. */
  saveCompletions(): number[] {
    return [...this.bins].flatMap(([key, { completed, completedTime }]) => [key, completed, completedTime]);
  }

  /** Makes a histogram from the result of `saveCompletions`. */
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

/** The difference of the keys of two times that are an octave apart. */
export const BINS_PER_OCTAVE = 32;
/** The key of times that are exactly 0. */
const ZERO = -1_000_000;

/** Returns the key of a time's bin. */
export function timeKey(time: number): number {
  return time > 0 ? Math.floor(Math.log2(time) * BINS_PER_OCTAVE) : ZERO;
}

/** The rest of a trial that has lasted so long and is not cut, by the product-limit law. */
export interface TimeTail {
  /** Mean and mean square of its time, and its mean reward. */
  readonly time: number;
  readonly square: number;
  readonly reward: number;
  /** The variance of the estimated mean (Greenwood). */
  readonly error: number;
  /** The share that is only known to last longer than all completions. */
  readonly unseen: number;
  /** The number of trials that completed there. */
  readonly completions: number;
}

/**
 * Returns the rest from each bin on, computed from the last to the first: with n trials that reach a bin and d that end
 * in it, a share of h = d/n ends there and the rest goes on. Within a bin completions come before cuts. A trial that
 * was cut beyond all completions counts as ending at `longest` with a reward of 1, which gives a lower bound.
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
