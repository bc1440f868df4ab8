import { CHECKPOINTS, type LearnedCurves, type RacePlan, type ShareProgress } from "./messages.ts";
import { armLabel, type PolicyLabel, policyLabels } from "./race-words.ts";

/** Half the width of a 95% band, in standard errors. */
export const NORMAL_95 = 1.96;

/** Values at every checkpoint, from time 0 on. */
export interface Band {
  readonly mean: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
}

/** The means of one policy over its runs. */
interface PolicyMeans {
  readonly reward: Band;
  readonly regret: Band;
  /** Those of the first run. */
  readonly cutoffs: Float64Array;
  readonly arms: Uint8Array;
}

/** What is known of a race so far, from all workers, ready to be drawn. */
export interface RaceMeans {
  readonly plan: RacePlan;
  /** The policies and the arms in words. */
  readonly labels: readonly PolicyLabel[];
  readonly arms: readonly string[];
  /** The number of checkpoints that all runs have passed. */
  readonly reached: number;
  readonly times: Float64Array;
  /** r*·t. */
  readonly best: Float64Array;
  readonly policies: readonly PolicyMeans[];
  readonly learned: LearnedCurves | undefined;
  /** Grows with every change. */
  readonly version: number;
  add(worker: number, progress: ShareProgress): void;
}

export function openRaceMeans(plan: RacePlan, workers: number): RaceMeans {
  const count = plan.policies.length;
  const sums = new Float64Array(CHECKPOINTS * count * 2);
  const passed = new Array<number>(workers).fill(0);
  const best = Float64Array.from([0, ...plan.best]);
  const policies = plan.policies.map(
    (): PolicyMeans => ({
      reward: newBand(),
      regret: newBand(),
      cutoffs: new Float64Array(CHECKPOINTS),
      arms: new Uint8Array(CHECKPOINTS),
    }),
  );
  const arms = plan.arms.map(armLabel);
  const means = {
    plan,
    labels: policyLabels(plan.policies, arms),
    arms,
    reached: 0,
    times: Float64Array.from({ length: CHECKPOINTS + 1 }, (_, at) => (plan.horizon * at) / CHECKPOINTS),
    best,
    policies,
    learned: undefined as LearnedCurves | undefined,
    version: 0,
    add(worker: number, { from, to, sums: more, played, learned }: ShareProgress): void {
      const begin = 2 * from * count;
      for (let i = 0; i < more.length; i++) sums[begin + i] += more[i];
      if (played !== undefined) {
        for (let i = 0; i < played.cutoffs.length; i++) {
          const at = from + Math.floor(i / count);
          policies[i % count].cutoffs[at] = played.cutoffs[i];
          policies[i % count].arms[at] = played.arms[i];
        }
      }
      if (learned !== undefined) means.learned = learned;
      passed[worker] = Math.max(passed[worker], to);
      const reached = Math.min(...passed);
      for (let at = means.reached; at < reached; at++) {
        policies.forEach(({ reward, regret }, policy) => {
          const i = 2 * (at * count + policy);
          const { mean, half } = meanWithBand(sums[i], sums[i + 1], plan.runs);
          setBand(reward, at + 1, mean, half);
          setBand(regret, at + 1, best[at + 1] - mean, half);
        });
      }
      means.reached = reached;
      means.version += 1;
    },
  };
  return means;
}

function newBand(): Band {
  const make = () => new Float64Array(CHECKPOINTS + 1);
  return { mean: make(), high: make(), low: make() };
}

function setBand(band: Band, at: number, mean: number, half: number): void {
  band.mean[at] = mean;
  band.high[at] = mean + half;
  band.low[at] = mean - half;
}

function meanWithBand(sum: number, squares: number, runs: number) {
  const mean = sum / runs;
  const variance = runs > 1 ? Math.max(0, squares - sum * mean) / (runs - 1) : 0;
  return { mean, half: NORMAL_95 * Math.sqrt(variance / runs) };
}
