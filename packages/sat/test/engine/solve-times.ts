import type { WalkSettings } from "../../src/engine/settings.ts";
import { walkSat } from "../../src/engine/walk-sat.ts";
import type { Formula } from "../../src/formula/formula.ts";

/** Flips of `tries` runs on each formula, Infinity where the cutoff came first; in order. */
export function solveTimes(
  formulas: readonly Formula[],
  settings: WalkSettings,
  tries: number,
  cutoff: number,
): Float64Array {
  const times: number[] = [];
  const walk = walkSat(formulas[0], settings);
  for (const formula of formulas) {
    walk.load(formula);
    for (let i = 0; i < tries; i++) {
      if (i > 0) walk.restart();
      times.push(walk.run(cutoff) ? walk.flips : Infinity);
    }
  }
  return Float64Array.from(times);
}

/** P(X ≤ t). */
export function solvedBy(times: Float64Array, time: number): number {
  let solved = 0;
  for (const one of times) if (one <= time) solved++;
  return solved / times.length;
}

/** Solved runs per thousand flips if every run is cut at t: 1000 · P(X ≤ t) / E[min(X, t)]. */
export function ratePerThousand(times: Float64Array, cutoff: number): number {
  let flips = 0;
  for (const time of times) flips += Math.min(time, cutoff);
  return (1000 * solvedBy(times, cutoff) * times.length) / flips;
}

/**
 * Runs solved per thousand flips by Kautz's WalkSAT 56, `-rnovelty -noise 50`, 50 tries at each of SATLIB's first 500 formulas of
 * a set, if every run is cut at so many flips.
 */
export const publishedRates = {
  uf100: {
    100: 0.785,
    178: 1.144,
    237: 1.182,
    316: 1.148,
    562: 0.988,
    1000: 0.778,
    3162: 0.424,
    10000: 0.203,
  },
  cbs: { 100: 0.687, 178: 1.067, 237: 1.127, 316: 1.122, 562: 0.999, 1000: 0.811, 3162: 0.46, 10000: 0.225 },
} as const;
