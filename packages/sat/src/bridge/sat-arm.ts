import type { Outcome } from "@mulligan/core";
import { xoshiro } from "../engine/seed.ts";
import type { WalkSettings } from "../engine/settings.ts";
import { type WalkSat, walkSat } from "../engine/walk-sat.ts";
import type { Formula } from "../formula/formula.ts";

/** A formula with a heuristic as something to start and to cut off: time in flips, reward 1. */
export interface SatArm {
  readonly name: string;
  /** One fresh try from a new random assignment. */
  start(cutoff: number): Outcome;
}

/** Tries at one formula, one after the other, each from an assignment of its own. */
export function satArm(formula: Formula, settings: WalkSettings = {}): SatArm {
  const walk = walkSat(formula, settings);
  const seeds = xoshiro(settings.seed ?? 1);
  return {
    name: settings.heuristic ?? "rnovelty",
    start: (cutoff) => tryOnce(walk, seeds.uint32(), cutoff),
  };
}

/** A run that is unsolved after ⌊cutoff⌋ flips needs more than the cutoff, since flips are whole. */
export function tryOnce(walk: WalkSat, seed: number, cutoff: number): Outcome {
  if (!(cutoff > 0)) throw new RangeError(`sat trial: cutoff must exceed 0, got ${cutoff}`);
  walk.restart(seed);
  return walk.run(Math.floor(cutoff))
    ? { kind: "completed", time: walk.flips, reward: 1 }
    : { kind: "censored", time: cutoff };
}
