import { type Course, type LearnedCurves, PLACES, type Progress } from "./messages.ts";

/** Of a mean, on both sides: 95 of 100 such bands hold the truth. */
const NORMAL_95 = 1.96;

/** A policy's means over the runs at every place, from time 0 on, with their bands. */
interface Lane {
  readonly reward: Band;
  readonly regret: Band;
  /** Of its first run. */
  readonly cutoffs: Float64Array;
  readonly arms: Uint8Array;
}

export interface Band {
  readonly mean: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
}

/** What is known of a race so far, from all workers: cheap to add to, and ready to be drawn. */
export interface Tally {
  readonly course: Course;
  /** Places that all runs have passed. */
  readonly reached: number;
  readonly times: Float64Array;
  /** r*·t. */
  readonly best: Float64Array;
  readonly lanes: readonly Lane[];
  readonly learned: LearnedCurves | undefined;
  /** It grows with every change. */
  readonly version: number;
  add(worker: number, progress: Progress): void;
}

export function openTally(course: Course, workers: number): Tally {
  const policies = course.policies.length;
  const sums = new Float64Array(PLACES * policies * 2);
  const passed = new Array<number>(workers).fill(0);
  const best = Float64Array.from([0, ...course.best]);
  const lanes = course.policies.map((): Lane => {
    return {
      reward: band(),
      regret: band(),
      cutoffs: new Float64Array(PLACES),
      arms: new Uint8Array(PLACES),
    };
  });
  const tally = {
    course,
    reached: 0,
    times: Float64Array.from({ length: PLACES + 1 }, (_, place) => (course.horizon * place) / PLACES),
    best,
    lanes,
    learned: undefined as LearnedCurves | undefined,
    version: 0,
    add(worker: number, { from, to, sums: more, played, learned }: Progress): void {
      const begin = 2 * from * policies;
      for (let i = 0; i < more.length; i++) sums[begin + i] += more[i];
      if (played !== undefined) {
        for (let i = 0; i < played.cutoffs.length; i++) {
          const lane = lanes[i % policies];
          const place = from + Math.floor(i / policies);
          lane.cutoffs[place] = played.cutoffs[i];
          lane.arms[place] = played.arms[i];
        }
      }
      if (learned !== undefined) tally.learned = learned;
      passed[worker] = Math.max(passed[worker], to);
      const reached = Math.min(...passed);
      for (let place = tally.reached; place < reached; place++) {
        lanes.forEach((lane, policy) => {
          const at = 2 * (place * policies + policy);
          fill(lane, place + 1, sums[at], sums[at + 1], course.runs, best[place + 1]);
        });
      }
      tally.reached = reached;
      tally.version += 1;
    },
  };
  return tally;
}

function band(): Band {
  const make = () => new Float64Array(PLACES + 1);
  return { mean: make(), high: make(), low: make() };
}

function fill(
  { reward, regret }: Lane,
  place: number,
  sum: number,
  squares: number,
  runs: number,
  best: number,
): void {
  const mean = sum / runs;
  const variance = runs > 1 ? Math.max(0, squares - sum * mean) / (runs - 1) : 0;
  const half = NORMAL_95 * Math.sqrt(variance / runs);
  reward.mean[place] = mean;
  reward.high[place] = mean + half;
  reward.low[place] = mean - half;
  regret.mean[place] = best - mean;
  regret.high[place] = best - mean + half;
  regret.low[place] = best - mean - half;
}
