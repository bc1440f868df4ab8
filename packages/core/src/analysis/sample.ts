import type { Random } from "../random/random.ts";

/** One run of a log: its time, and whether it ended by itself. */
export interface LoggedRun {
  /** The name of the program, server or option. */
  readonly arm: string;
  /** The input, if the log names inputs. Runs are compared with runs of the same input. */
  readonly instance?: string;
  /** When the run began, on any clock, if the log says so: logs of parallel runs are in the order of ends. */
  readonly start?: number;
  /** How long the run took, or was watched. */
  readonly time: number;
  /** False if the run was cut at `time`. */
  readonly completed: boolean;
  /** The reward of a completed run; 0 if it failed. */
  readonly reward: number;
}

/** Runs sorted by time. Of equal times completions come before cuts, as the product-limit curve requires. */
export interface Sample {
  /** The number of runs. */
  readonly size: number;
  /** The times, in ascending order. */
  readonly times: Float64Array;
  /** 1 for each run that ended by itself, 0 for each that was cut. */
  readonly completed: Uint8Array;
  /** The reward of each run. */
  readonly rewards: Float64Array;
  /** The mean reward of a completed run; 0 if there is none. */
  readonly meanReward: number;
  /** The number of runs that ended by themselves. */
  readonly ended: number;
  /** The number of units that a replicate draws: runs, or instances where several runs share one. */
  readonly units: number;
  /** Runs per unit on average. */
  readonly perUnit: number;
  /** The unit of each run. */
  readonly unitOf: Uint32Array;
  /** The runs in the order in which they began, or in the order of the log: each as its index here. */
  readonly inOrder: Uint32Array;
  /** The number of runs in a row that a replicate draws together; 1 if runs are independent. */
  readonly blockLength: number;
}

/**
 * Makes a sample of runs. Runs of one instance resemble each other, so they form a unit. If all runs belong to one
 * instance, they are independent.
 */
export function sampleOf(runs: readonly LoggedRun[], blockLength = 1): Sample {
  const places = [...runs.keys()].sort(
    (a, b) => runs[a].time - runs[b].time || Number(runs[b].completed) - Number(runs[a].completed),
  );
  const rows = places.map((place) => runs[place]);
  const ended = rows.filter((row) => row.completed);
  const numbers = new Map<string, number>();
  for (const { instance } of rows) {
    if (instance !== undefined && !numbers.has(instance)) numbers.set(instance, numbers.size);
  }
  let units = numbers.size > 1 ? numbers.size : 0;
  const shared = units > 0;
  const unitOf = Uint32Array.from(rows, ({ instance }) =>
    shared && instance !== undefined ? numbers.get(instance)! : units++,
  );
  return {
    size: rows.length,
    times: Float64Array.from(rows, (row) => row.time),
    completed: Uint8Array.from(rows, (row) => Number(row.completed)),
    rewards: Float64Array.from(rows, (row) => (row.completed ? row.reward : 0)),
    meanReward: ended.length === 0 ? 0 : ended.reduce((sum, row) => sum + row.reward, 0) / ended.length,
    ended: ended.length,
    units,
    perUnit: rows.length / units,
    unitOf,
    inOrder: inOrderOf(runs, places),
    blockLength,
  };
}

function inOrderOf(runs: readonly LoggedRun[], places: readonly number[]): Uint32Array {
  const indexes = new Uint32Array(runs.length);
  places.forEach((place, index) => {
    indexes[place] = index;
  });
  if (!runs.every(({ start }) => start !== undefined)) return indexes;
  const began = [...runs.keys()].sort((a, b) => runs[a].start! - runs[b].start! || a - b);
  return Uint32Array.from(began, (place) => indexes[place]);
}

/** Above this number each run is drawn Poisson(1) times: the size varies a little, and memory is read in order. */
const MANY = 100_000;

/**
 * Draws a bootstrap replicate: the number of times each run is in it. Whole units are drawn (Davison and Hinkley 1997,
 * §3.8), so that twenty runs of one hard instance count as one piece of luck and not as twenty. Where runs depend on
 * those before, runs in a row are drawn together, on a circle (Politis and Romano 1992).
 */
export function drawReplicate(sample: Sample, random: Random, weights: Float64Array): void {
  const { size, units, unitOf, inOrder, blockLength } = sample;
  if (blockLength > 1) {
    weights.fill(0);
    for (let drawn = 0, place = 0; drawn < size; drawn++) {
      place = drawn % blockLength === 0 ? Math.floor(random.uniform() * size) : (place + 1) % size;
      weights[inOrder[place]] += 1;
    }
    return;
  }
  if (units === size && size > MANY) {
    for (let i = 0; i < size; i++) weights[i] = poissonOne(random.uniform());
    return;
  }
  if (units === size) {
    weights.fill(0);
    for (let i = 0; i < size; i++) weights[Math.floor(random.uniform() * size)] += 1;
    return;
  }
  const times = new Float64Array(units);
  for (let i = 0; i < units; i++) times[Math.floor(random.uniform() * units)] += 1;
  for (let i = 0; i < size; i++) weights[i] = times[unitOf[i]];
}

/** The quantile of the Poisson law with mean 1. */
function poissonOne(u: number): number {
  let [count, probability, cumulative] = [0, Math.exp(-1), Math.exp(-1)];
  while (u > cumulative && count < 20) {
    count += 1;
    probability /= count;
    cumulative += probability;
  }
  return count;
}
