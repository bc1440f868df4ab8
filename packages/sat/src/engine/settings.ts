import { type BreakWeight, checkBreakWeight } from "./break-weight.ts";
import { type Heuristic, heuristicNames, heuristics } from "./heuristics.ts";

/** How to walk; everything has a default. */
export interface WalkSettings {
  /** Default `rnovelty`, the paper's. */
  readonly heuristic?: Heuristic;
  /** p of skc, novelty and rnovelty, in [0, 1]; default the heuristic's own. */
  readonly noise?: number;
  /** The chance of a random walk step in `novelty+` and `rnovelty+`; default 0.01. */
  readonly walkChance?: number;
  /** For how many flips `tabu` leaves a variable alone; default 10. */
  readonly tenure?: number;
  /** probsat's weight of a break; default the published one for the lengths of the clauses. */
  readonly breakWeight?: BreakWeight;
  /** Same seed, same flips; default 1. */
  readonly seed?: number;
}

export interface CheckedSettings {
  readonly heuristic: Heuristic;
  readonly noise: number;
  readonly walkChance: number;
  readonly tenure: number;
  readonly breakWeight: BreakWeight | undefined;
  readonly seed: number;
}

export function checkSettings(settings: WalkSettings): CheckedSettings {
  const { heuristic = "rnovelty", walkChance = 0.01, tenure = 10, breakWeight, seed = 1 } = settings;
  if (!Object.hasOwn(heuristics, heuristic)) {
    throw new RangeError(`unknown heuristic "${heuristic}": expected one of ${heuristicNames.join(", ")}`);
  }
  const noise = settings.noise ?? heuristics[heuristic].noise;
  if (!(noise >= 0 && noise <= 1)) throw new RangeError(`walkSat: noise must lie in [0, 1], got ${noise}`);
  if (!(walkChance >= 0 && walkChance <= 1)) {
    throw new RangeError(`walkSat: walkChance must lie in [0, 1], got ${walkChance}`);
  }
  if (!(Number.isInteger(tenure) && tenure >= 0 && tenure <= 1e9)) {
    throw new RangeError(`walkSat: tenure must be a whole number from 0 to 1e9, got ${tenure}`);
  }
  if (breakWeight !== undefined) checkBreakWeight(breakWeight);
  return { heuristic, noise, walkChance, tenure, breakWeight, seed };
}
