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
  /** The groups and complete blocks for which the following was computed. */
  private groups = 0;
  private whole = 0;
  /** The complete blocks of the last group. */
  private readonly lastUsage = new Moments();
  private readonly lastReward = new Moments();
  /** The rewards of all trials in earlier groups. */
  private earlierReward = 0;
  /** For each of four medians, three values of the earlier groups (`keepMiddle`). */
  private readonly middles = new Float64Array(12);

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
   *
   * Until a block is complete only the last group changes. So the others are merged once, and of each of the four
   * medians the three values in the middle of the others are kept: whatever the last group has, they give the median.
   */
  read(groups: number, into: MedianMoments): void {
    const blocks = this.usages.length;
    const whole = this.size > 1 ? blocks - 1 : blocks;
    if (this.size === 1 || this.whole !== whole || this.groups !== groups) this.regroup(groups, whole);
    const { lastUsage, lastReward, middles } = this;
    copyTo(usageGroup, lastUsage);
    copyTo(rewardGroup, lastReward);
    if (whole < blocks) {
      usageGroup.merge(this.usages[whole]);
      rewardGroup.merge(this.rewards[whole]);
    }
    into.usage = medianWith(usageGroup.mean, middles, 0);
    into.usageVariance = medianWith(usageGroup.variance, middles, 3);
    into.reward = medianWith(rewardGroup.mean, middles, 6);
    into.rewardVariance = medianWith(rewardGroup.variance, middles, 9);
    into.meanReward = (this.earlierReward + rewardGroup.mean * rewardGroup.count) / this.count;
  }

  /** Merges complete blocks into groups, and keeps what `read` needs of all groups but the last. */
  private regroup(groups: number, whole: number): void {
    this.groups = groups;
    this.whole = whole;
    const parts = Math.min(groups, whole);
    this.earlierReward = 0;
    for (let group = 0, from = 0; group < parts; group++) {
      const to = Math.floor(((group + 1) * whole) / parts);
      const last = group === parts - 1;
      const usage = mergeRange(this.usages, from, to, last ? this.lastUsage : usageGroup);
      const gain = mergeRange(this.rewards, from, to, last ? this.lastReward : rewardGroup);
      from = to;
      if (last) break;
      usageMeans[group] = usage.mean;
      usageVariances[group] = usage.variance;
      rewardMeans[group] = gain.mean;
      rewardVariances[group] = gain.variance;
      this.earlierReward += gain.mean * gain.count;
    }
    keepMiddle(usageMeans, parts - 1, this.middles, 0);
    keepMiddle(usageVariances, parts - 1, this.middles, 3);
    keepMiddle(rewardMeans, parts - 1, this.middles, 6);
    keepMiddle(rewardVariances, parts - 1, this.middles, 9);
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
    this.whole = -1;
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

function copyTo(group: Moments, { count, mean, squares }: Readonly<Moments>): void {
  group.count = count;
  group.mean = mean;
  group.squares = squares;
}

const usageGroup = new Moments();
const rewardGroup = new Moments();
const usageMeans = new Float64Array(CAPACITY);
const usageVariances = new Float64Array(CAPACITY);
const rewardMeans = new Float64Array(CAPACITY);
const rewardVariances = new Float64Array(CAPACITY);

/**
 * Keeps, of the first `count` values, those at the places ⌊count/2⌋ − 1, ⌊count/2⌋ and ⌊count/2⌋ + 1 in their order, from
 * `at` on. An odd count makes an even number together with the last group, whose median is the mean of two; with an even
 * count the median lies between the first two, and the third is not needed: NaN says so.
 */
function keepMiddle(values: Float64Array, count: number, middles: Float64Array, at: number): void {
  const middle = count >> 1;
  middles[at + 1] = middle < count ? select(values, count, middle) : Infinity;
  let below = -Infinity;
  for (let i = 0; i < middle; i++) if (values[i] > below) below = values[i];
  middles[at] = below;
  let above = count % 2 === 0 ? Number.NaN : Infinity;
  for (let i = middle + 1; i < count; i++) if (values[i] < above) above = values[i];
  middles[at + 2] = above;
}

/** The median of the values of which `keepMiddle` kept the middle, and one more. */
function medianWith(value: number, middles: Float64Array, at: number): number {
  const lower = Math.max(middles[at], Math.min(value, middles[at + 1]));
  const above = middles[at + 2];
  if (Number.isNaN(above)) return lower;
  return (lower + Math.max(middles[at + 1], Math.min(value, above))) / 2;
}

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
