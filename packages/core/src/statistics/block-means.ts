import { Moments } from "./moments.ts";

/**
 * A stream of pairs (U, V), kept as at most CAPACITY blocks of consecutive trials, for the medians of
 * means of eqn:med-of-means. All full blocks have the same size; when there is no room for another,
 * neighbours are merged and the size doubles. So memory stays bounded however long the stream is, and
 * a partition into m groups of nearly equal size can be formed at any time, for the m of that time.
 *
 * There are not m groups from the start, since m = ⌊3.5·α·log n⌋ + 1 grows with n, and a group cannot be split.
 */
export class BlockMeans {
  private size = 1;
  private usages: Moments[] = [];
  private rewards: Moments[] = [];
  /** Trials so far: T*. */
  count = 0;

  /** Adds a trial with its time and its reward. */
  add(usage: number, reward: number): void {
    let last = this.usages.length - 1;
    if (last < 0 || this.usages[last].count >= this.size) {
      if (this.usages.length === CAPACITY) this.coarsen();
      this.usages.push(new Moments());
      this.rewards.push(new Moments());
      last = this.usages.length - 1;
    }
    this.usages[last].add(usage);
    this.rewards[last].add(reward);
    this.count += 1;
  }

  /**
   * Returns the median over `groups` groups of their means and variances (eqn:med-of-means and 𝕍^M), and the mean
   * reward of all trials. A group is a run of blocks; left-over blocks are spread over the groups, one each, and a
   * block that is still filling goes with the last (docs/errata.md#e12).
   */
  read(groups: number, into: MedianMoments): void {
    const blocks = this.usages.length;
    const whole = this.size > 1 ? blocks - 1 : blocks;
    const parts = Math.min(groups, whole);
    let reward = 0;
    for (let group = 0, from = 0; group < parts; group++) {
      const to = group === parts - 1 ? blocks : Math.floor(((group + 1) * whole) / parts);
      const usage = mergeRange(this.usages, from, to, usageGroup);
      usageMeans[group] = usage.mean;
      usageVariances[group] = usage.variance;
      const gain = mergeRange(this.rewards, from, to, rewardGroup);
      rewardMeans[group] = gain.mean;
      rewardVariances[group] = gain.variance;
      reward += gain.mean * gain.count;
      from = to;
    }
    into.usage = median(usageMeans, parts);
    into.usageVariance = median(usageVariances, parts);
    into.reward = median(rewardMeans, parts);
    into.rewardVariance = median(rewardVariances, parts);
    into.meanReward = reward / this.count;
  }

  /** Merges neighbours; the last block stays as it is if it has none. */
  private coarsen(): void {
    for (const blocks of [this.usages, this.rewards]) {
      const pairs = blocks.length >> 1;
      for (let i = 0; i < pairs; i++) {
        blocks[2 * i].merge(blocks[2 * i + 1]);
        blocks[i] = blocks[2 * i];
      }
      if (blocks.length % 2 === 1) blocks[pairs] = blocks[blocks.length - 1];
      blocks.length -= pairs;
    }
    this.size *= 2;
  }

  /** Returns plain data: the block size, then count, mean and squares of each block's usage and reward. */
  save(): number[] {
    const saved = [this.size];
    this.usages.forEach((usage, i) => {
      const reward = this.rewards[i];
      saved.push(usage.count, usage.mean, usage.squares, reward.mean, reward.squares);
    });
    return saved;
  }

  /** Makes a stream from the result of `save`. */
  static load(saved: readonly number[]): BlockMeans {
    const blocks = new BlockMeans();
    blocks.size = saved[0];
    for (let place = 1; place < saved.length; place += 5) {
      const usage = new Moments();
      const reward = new Moments();
      [usage.count, usage.mean, usage.squares, reward.mean, reward.squares] = saved.slice(place, place + 5);
      reward.count = usage.count;
      blocks.usages.push(usage);
      blocks.rewards.push(reward);
      blocks.count += usage.count;
    }
    return blocks;
  }
}

/** Medians of means of U and V, as eqn:med-radius needs them. */
export interface MedianMoments {
  usage: number;
  usageVariance: number;
  reward: number;
  rewardVariance: number;
  /** Ê[V] over all trials, which is used while the medians are 0 (docs/errata.md#e13). */
  meanReward: number;
}

/** Blocks kept for one action: enough for the 243 groups that α = 2.01 asks for at n = 10¹⁵. */
const CAPACITY = 512;

function mergeRange(blocks: readonly Moments[], from: number, to: number, group: Moments): Moments {
  group.count = group.mean = group.squares = 0;
  for (let i = from; i < to; i++) group.merge(blocks[i]);
  return group;
}

const usageGroup = new Moments();
const rewardGroup = new Moments();
const usageMeans = new Float64Array(CAPACITY);
const usageVariances = new Float64Array(CAPACITY);
const rewardMeans = new Float64Array(CAPACITY);
const rewardVariances = new Float64Array(CAPACITY);

/** The median of the first `count` values, which are reordered; the mean of the middle two if even. */
export function median(values: Float64Array, count = values.length): number {
  if (!(count >= 1)) throw new RangeError(`median: at least one value must be given, got ${count}`);
  const middle = count >> 1;
  const upper = select(values, count, middle);
  if (count % 2 === 1) return upper;
  let lower = values[0];
  for (let i = 1; i < middle; i++) if (values[i] > lower) lower = values[i];
  return (lower + upper) / 2;
}

/** Hoare's selection: afterwards values[rank] is in its place, smaller ones before it, larger after. */
function select(values: Float64Array, count: number, rank: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1];
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i <= j) {
        const value = values[i];
        values[i++] = values[j];
        values[j--] = value;
      }
    }
    if (rank <= j) high = j;
    else if (rank >= i) low = i;
    else break;
  }
  return values[rank];
}
