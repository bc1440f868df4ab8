/**
 * Completion times in bins of about 2% width, for a running median or percentile whose memory does not
 * grow with the number of trials. A bin gives back the mean of what fell into it, so that a constant
 * time is told exactly. Additive: merging adds bins.
 */
export class TimeHistogram {
  private readonly bins = new Map<number, { count: number; sum: number }>();
  private sorted: number[] | undefined;
  count = 0;

  /** One more time. */
  add(time: number, weight = 1): void {
    const key = time > 0 ? Math.floor(Math.log2(time) * BINS_PER_OCTAVE) : ZERO;
    const bin = this.bins.get(key);
    if (bin) {
      bin.count += weight;
      bin.sum += weight * time;
    } else {
      this.bins.set(key, { count: weight, sum: weight * time });
      this.sorted = undefined;
    }
    this.count += weight;
  }

  /** The least time that a share p of the completions did not exceed, to the width of a bin. */
  quantile(p: number): number {
    if (!(this.count > 0)) throw new RangeError("quantile: nothing was observed yet");
    this.sorted ??= [...this.bins.keys()].sort((a, b) => a - b);
    let before = 0;
    let time = 0;
    for (const key of this.sorted) {
      const bin = this.bins.get(key)!;
      time = bin.sum / bin.count;
      before += bin.count;
      if (before >= p * this.count) break;
    }
    return time;
  }

  /** The times of both together. */
  merge(other: TimeHistogram): void {
    for (const [key, { count, sum }] of other.bins) {
      const bin = this.bins.get(key);
      this.bins.set(key, { count: (bin?.count ?? 0) + count, sum: (bin?.sum ?? 0) + sum });
      this.count += count;
    }
    this.sorted = undefined;
  }

  /** Plain data: bin, count, sum for each bin. */
  save(): number[] {
    return [...this.bins].flatMap(([key, { count, sum }]) => [key, count, sum]);
  }

  /** From what `save` gave. */
  static load(saved: readonly number[]): TimeHistogram {
    const histogram = new TimeHistogram();
    for (let place = 0; place < saved.length; place += 3) {
      const [key, count, sum] = saved.slice(place, place + 3);
      histogram.bins.set(key, { count, sum });
      histogram.count += count;
    }
    return histogram;
  }
}

const BINS_PER_OCTAVE = 32;
/** The bin of times that are exactly 0. */
const ZERO = -1_000_000;
