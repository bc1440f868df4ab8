import { Moments } from "../statistics/moments.ts";
import { type Cell, type CellResult, type Experiment, labelOf, playCell } from "./cell.ts";
import { optimalOf, optimalReward } from "./environment.ts";

/** One policy at one horizon: means over the runs, with their standard errors. */
export interface Row {
  /** The label of the policy. */
  readonly policy: string;
  readonly horizon: number;
  /** The number of runs behind the means. */
  readonly runs: number;
  /** The number of trials in a run. */
  readonly trials: Estimate;
  /** The number of trials that completed. */
  readonly completed: Estimate;
  /** The sum of the rewards, REW_π(τ). */
  readonly reward: Estimate;
  /**
   * reward/(r*·τ), where r* is the best over all cutoffs of the law, not of the grid, unless the environment restricts
   * them.
   */
  readonly efficiency: Estimate;
  /** r*·τ − reward. */
  readonly regret: Estimate;
  /** Σ T·Δ·E[U] (lem:reg-dec), which is less noisy than the regret. */
  readonly pseudoRegret: Estimate;
}

/** Throws if an experiment cannot be played. */
export function checkExperiment(experiment: Experiment): Experiment {
  const { environment, policies, horizons, runs } = experiment;
  if (!(Number.isInteger(runs) && runs >= 1)) {
    throw new RangeError(`experiment: runs must be an integer of at least 1, got ${runs}`);
  }
  if (policies.length === 0) throw new RangeError("experiment: at least one policy must be given, got none");
  if (horizons.length === 0) throw new RangeError("experiment: at least one horizon must be given, got none");
  // Without a finite r* there is nothing to compare with, and a policy that finds ever shorter cutoffs never ends.
  environment.phases.forEach(optimalOf);
  return experiment;
}

/** Returns the number of cells: policies × horizons × runs. */
export function cellCount({ policies, horizons, runs }: Experiment): number {
  return policies.length * horizons.length * runs;
}

/** Returns the cell at an index from 0, in the order that `summarise` expects. */
export function cellAt({ horizons, runs }: Experiment, place: number): Cell {
  const row = Math.floor(place / runs);
  return { policy: Math.floor(row / horizons.length), horizon: row % horizons.length, run: place % runs };
}

/** Returns all cells in that order. */
export function cellsOf(experiment: Experiment): Cell[] {
  const length = cellCount(checkExperiment(experiment));
  return Array.from({ length }, (_, place) => cellAt(experiment, place));
}

/** Turns the results, in the order of `cellsOf`, into one row for each policy and horizon. */
export function summarise(experiment: Experiment, results: readonly CellResult[]): Row[] {
  const { policies, horizons, runs, environment } = experiment;
  const count = cellCount(experiment);
  if (results.length !== count) {
    throw new RangeError(`summarise: ${count} results must be given, got ${results.length}`);
  }
  return policies.flatMap((contestant, place) =>
    horizons.map((time, horizonPlace): Row => {
      const from = (place * horizons.length + horizonPlace) * runs;
      const own = results.slice(from, from + runs);
      const best = optimalReward(environment, time);
      return {
        policy: labelOf(contestant),
        horizon: time,
        runs,
        trials: estimate(own.map((result) => result.trials)),
        completed: estimate(own.map((result) => result.completed)),
        reward: estimate(own.map((result) => result.reward)),
        efficiency: estimate(own.map((result) => result.reward / best)),
        regret: estimate(own.map((result) => best - result.reward)),
        pseudoRegret: estimate(own.map((result) => result.pseudoRegret)),
      };
    }),
  );
}

/**
 * Plays every policy to every horizon, `runs` times each, and returns one row for each policy and horizon.
 *
 * @example
 * ```ts
 * import { pareto, rewardOne } from "@mulligan/core/distributions";
 * import { runExperiment, stationary } from "@mulligan/core/simulate";
 * import { knownArm } from "@mulligan/core/theory";
 *
 * const rows = runExperiment({
 *   environment: stationary([knownArm(rewardOne(pareto(1, 1.2)))]),
 *   policies: [{ name: "km-ts" }, { name: "never" }],
 *   horizons: [3_000],
 *   runs: 10,
 *   seed: 1,
 * });
 * for (const { policy, efficiency } of rows) console.log(policy, efficiency.mean.toFixed(2));
 * // → km-ts 0.98
 * // → never 0.49
 * ```
 */
export function runExperiment(experiment: Experiment): Row[] {
  return summarise(
    experiment,
    cellsOf(experiment).map((cell) => playCell(experiment, cell)),
  );
}

/** A mean over independent runs with its standard error. */
export interface Estimate {
  readonly mean: number;
  /** The standard error of the mean; 0 for a single run. */
  readonly standardError: number;
}

/** Returns the mean of independent values with its standard error. */
export function estimate(values: Iterable<number>): Estimate {
  const moments = new Moments();
  for (const value of values) moments.add(value);
  if (moments.count === 0) throw new RangeError("estimate: at least one value must be given, got none");
  const { count, mean, squares } = moments;
  return { mean, standardError: count > 1 ? Math.sqrt(squares / (count - 1) / count) : 0 };
}

/** Returns the normal interval around an estimate; `z` = 1.96 contains the truth in 95 of 100 experiments. */
export function confidenceInterval(
  { mean, standardError }: Estimate,
  z = 1.96,
): { low: number; high: number } {
  return { low: mean - z * standardError, high: mean + z * standardError };
}
