import type { Outcome } from "@mulligan/core";
import type { Formula } from "../formula/formula.ts";
import { xoshiro } from "./seed.ts";
import type { WalkSettings } from "./settings.ts";
import { walkSat } from "./walk-sat.ts";

/** A formula with a heuristic, as an arm that can be started and cut: the time is in flips, the reward is 1. */
export interface SatArm {
  /** The name of the heuristic. */
  readonly name: string;
  /** Makes a try from a new random assignment. */
  start(cutoff: number): Outcome;
}

/**
 * Makes an arm whose tries at one formula each start from an assignment of their own.
 *
 * @example
 * ```ts
 * import { makePolicy } from "@mulligan/core";
 * import { satArm } from "@mulligan/sat";
 * import { knownSet } from "@mulligan/sat/generate";
 *
 * const policy = makePolicy("km-ts", { arms: ["rnovelty"], mode: "retry", seed: 1 });
 * let solved = 0;
 * for (const formula of knownSet("uf100", 20)) {
 *   const arm = satArm(formula, { seed: 1 });
 *   for (let [attempt, done] = [1, false]; !done; attempt++) {
 *     const decision = policy.decide({ attempt });
 *     const outcome = arm.start(decision.cutoff);
 *     policy.observe(decision, outcome);
 *     done = outcome.kind === "completed";
 *   }
 *   solved++;
 * }
 * console.log(solved); // → 20
 * ```
 */
export function satArm(formula: Formula, settings: WalkSettings = {}): SatArm {
  const walk = walkSat(formula, settings);
  const seeds = xoshiro(settings.seed ?? 1);
  return {
    name: settings.heuristic ?? "rnovelty",
    start(cutoff) {
      if (!(cutoff > 0)) throw new RangeError(`sat trial: cutoff must exceed 0, got ${cutoff}`);
      walk.restart(seeds.uint32());
      // A run that is unsolved after ⌊cutoff⌋ flips needs more than the cutoff, since flips are whole.
      return walk.run(Math.floor(cutoff))
        ? { kind: "completed", time: walk.flips, reward: 1 }
        : { kind: "censored", time: cutoff };
    },
  };
}
