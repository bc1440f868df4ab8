import type { LoggedRun } from "./sample.ts";

/** The runs of one instance, all of which were watched until their end or the timeout, in order of time. */
export interface InstanceRuns {
  readonly times: readonly number[];
  /** The reward of each run; 0 if it failed or was cut. */
  readonly rewards: readonly number[];
}

/** The runs of a log that has several instances. */
export interface RunsByInstance {
  readonly instances: number;
  /** The instances with several runs that were all watched until their end or the timeout. */
  readonly repeated: readonly InstanceRuns[];
  /** The number of instances with several runs of which one was cut earlier. */
  readonly cutEarly: number;
  /**
   * The number of restarts that the runs can show: as many as nine in ten of the repeated instances have, and one run
   * to wait for.
   */
  readonly restarts: number;
}

/** The share of repeated instances that must have the runs for these restarts. */
const SHARE_WITH_RUNS = 0.9;
/** More of them change the gain little, and few would type them. */
const MAX_RESTARTS = 9;

/** True if the runs are of several instances: whether they differ, or their runs do, is then a question. */
export function hasInstances(runs: readonly LoggedRun[]): boolean {
  const named = runs.find(({ instance }) => instance !== undefined)?.instance;
  return named !== undefined && runs.some(({ instance }) => instance !== named);
}

/**
 * Groups the runs by instance. Runs that were cut at the timeout count as ended there, so a cut run was cut earlier.
 */
export function runsByInstance(runs: readonly LoggedRun[]): RunsByInstance {
  const groups = new Map<string, LoggedRun[]>();
  let unnamed = 0;
  for (const run of runs) {
    if (run.instance === undefined) {
      unnamed++;
      continue;
    }
    const group = groups.get(run.instance);
    if (group === undefined) groups.set(run.instance, [run]);
    else group.push(run);
  }
  const several = [...groups.values()].filter((group) => group.length > 1);
  const whole = several.filter((group) => group.every(({ completed }) => completed));
  const repeated = whole.map((group) => {
    const rows = group.toSorted((a, b) => a.time - b.time);
    return { times: rows.map(({ time }) => time), rewards: rows.map(({ reward }) => reward) };
  });
  const counts = repeated.map(({ times }) => times.length).sort((a, b) => b - a);
  const enough = counts[Math.ceil(SHARE_WITH_RUNS * counts.length) - 1] ?? 1;
  return {
    instances: groups.size + unnamed,
    repeated,
    cutEarly: several.length - whole.length,
    restarts: Math.min(enough - 1, MAX_RESTARTS),
  };
}

/** The mean times and rewards of waiting, and of restarting at a cutoff, at one instance. */
export interface InstanceMeans {
  readonly time: number;
  readonly reward: number;
}

export function waitingMeans({ times, rewards }: InstanceRuns): InstanceMeans {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { time: mean(times), reward: mean(rewards) };
}

/**
 * Returns the mean over all orders of the runs of: cut at `cutoff` up to `restarts` times, then wait. In each order
 * another run represents the next try at the same instance, so the mean is an unbiased cost of the policy there,
 * whatever the instance's law (a U-statistic; Hoeffding 1948). Of r runs k outlast the cutoff: the a-th try is made
 * with probability k(k−1)…(k−a+2)/(r(r−1)…(r−a+2)), by one of the r − a + 1 runs that are left.
 */
export function restartingMeans(
  { times, rewards }: InstanceRuns,
  cutoff: number,
  reset: number,
  restarts: number,
): InstanceMeans {
  const size = times.length;
  let [shortTime, shortReward, longTime, longReward, long] = [0, 0, 0, 0, 0];
  for (let run = 0; run < size; run++) {
    if (times[run] <= cutoff) {
      shortTime += times[run];
      shortReward += rewards[run];
    } else {
      longTime += times[run];
      longReward += rewards[run];
      long++;
    }
  }
  let [time, reward, reached] = [0, 0, 1];
  const tries = Math.min(restarts, size - 1);
  for (let before = 0; before < tries && reached > 0; before++) {
    const left = size - before;
    time += (reached * (shortTime + (long - before) * (cutoff + reset))) / left;
    reward += (reached * shortReward) / left;
    reached *= (long - before) / left;
  }
  if (reached > 0) {
    const share = (long - tries) / long;
    time += (reached * (shortTime + share * longTime)) / (size - tries);
    reward += (reached * (shortReward + share * longReward)) / (size - tries);
  }
  return { time, reward };
}

/**
 * Returns the mean, over all choices of as many runs as there are tries, of the time of the fastest and the largest
 * reward of one. No cutoff takes less, in any order, since each ends with one of these runs.
 */
export function fastestMeans({ times, rewards }: InstanceRuns, restarts: number): InstanceMeans {
  const tries = Math.min(restarts, times.length - 1) + 1;
  // The chance that the run of this rank is the fastest of those chosen.
  let chance = tries / times.length;
  let time = 0;
  for (let rank = 0; rank <= times.length - tries; rank++) {
    time += chance * times[rank];
    const left = times.length - 1 - rank;
    chance *= left > 0 ? (left - tries + 1) / left : 0;
  }
  return { time, reward: rewards.reduce((most, reward) => Math.max(most, reward), 0) };
}

/**
 * Returns the share of the variance of log times that is within instances (one-way analysis of variance): 0 if each
 * instance has a time of its own, 1 if instances do not differ. A time of 0 counts as the shortest other.
 */
export function shareWithin(instances: readonly InstanceRuns[]): number {
  let shortest = Infinity;
  for (const { times } of instances)
    for (const time of times) if (time > 0) shortest = Math.min(shortest, time);
  const groups = instances.map(({ times }) => times.map((time) => Math.log(Math.max(time, shortest))));
  const sizes = groups.map(({ length }) => length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const sums = groups.map((group) => group.reduce((sum, value) => sum + value, 0));
  const grand = sums.reduce((sum, value) => sum + value, 0) / total;
  let [inside, between] = [0, 0];
  groups.forEach((group, i) => {
    const mean = sums[i] / sizes[i];
    between += sizes[i] * (mean - grand) ** 2;
    for (const value of group) inside += (value - mean) ** 2;
  });
  const within = inside / (total - groups.length);
  const usual = (total - sizes.reduce((sum, size) => sum + size * size, 0) / total) / (groups.length - 1);
  const apart = Math.max(0, (between / (groups.length - 1) - within) / usual);
  return within + apart > 0 ? within / (within + apart) : 0;
}
