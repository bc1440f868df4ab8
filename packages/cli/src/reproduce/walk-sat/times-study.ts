import { stream } from "@mulligan/core/random";
import { type Formula, type WalkSat, walkSat } from "@mulligan/sat";
import type { Study } from "../studies/study.ts";

/** Some formulas of a set, tried again and again. */
export interface TimesPart {
  readonly set: string;
  /** The place of the first of them in the set. */
  readonly first: number;
  readonly formulas: readonly Formula[];
  readonly attempts: number;
  readonly maxFlips: number;
  readonly noise: number;
  readonly seed: number;
}

export interface TimesResult {
  /** Flips until solved, `attempts` for each formula in turn; ∞ where `maxFlips` were not enough. */
  readonly times: Float64Array;
  readonly flips: number;
}

/** As in the paper. */
const HEURISTIC = "rnovelty";

/** How many flips WalkSAT takes from a fresh assignment: the completion times of the paper's experiments. */
export const solvingTimes: Study<TimesPart, TimesResult> = {
  name: "solving-times",
  play({ set, first, formulas, attempts, maxFlips, noise, seed }) {
    const times = new Float64Array(formulas.length * attempts);
    let flips = 0;
    let walk: WalkSat | undefined;
    formulas.forEach((formula, place) => {
      if (walk === undefined) walk = walkSat(formula, { heuristic: HEURISTIC, noise });
      else walk.load(formula);
      const seeds = stream(seed, "solving-times", set, first + place);
      for (let attempt = 0; attempt < attempts; attempt++) {
        walk.restart(Math.floor(seeds.uniform() * 2 ** 32));
        times[place * attempts + attempt] = walk.run(maxFlips) ? walk.flips : Infinity;
        flips += walk.flips;
      }
    });
    return { times, flips };
  },
};
