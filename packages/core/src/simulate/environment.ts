import { type AllowedCutoffs, type Optimal, optimal } from "../theory/best-cutoff.ts";
import type { KnownArm } from "../theory/known-arm.ts";

/** The true laws of the arms, and the times at which they change. */
export interface Environment {
  /** The phases in order of time; the first begins at 0. */
  readonly phases: readonly Phase[];
}

/** A stretch of time with constant laws. */
export interface Phase {
  /** The start of the phase on the episode's clock. A trial follows the law of the phase in which it starts. */
  readonly from: number;
  /** The arms of this phase. */
  readonly arms: readonly KnownArm[];
  /** The cutoffs of the oracle: all, unless ever shorter ones would earn ever more. */
  readonly among?: AllowedCutoffs;
}

/** Makes an environment whose laws never change. */
export function stationary(arms: readonly KnownArm[], among?: AllowedCutoffs): Environment {
  return drifting([{ from: 0, arms, ...(among === undefined ? {} : { among }) }]);
}

/** Makes an environment whose laws change at given times. Each phase has the same arms by name. */
export function drifting(phases: readonly Phase[]): Environment {
  if (phases.length === 0 || phases[0].arms.length === 0) {
    throw new RangeError("environment: at least one phase with one arm must be given");
  }
  const names = JSON.stringify(phases[0].arms.map((arm) => arm.name));
  phases.forEach(({ from, arms }, place) => {
    if (place === 0 ? from !== 0 : !(from > phases[place - 1].from && from < Infinity)) {
      throw new RangeError(
        `environment: phases must begin at 0 and follow in time, got ${from} at place ${place + 1}`,
      );
    }
    const own = JSON.stringify(arms.map((arm) => arm.name));
    if (own !== names)
      throw new RangeError(`environment: each phase must have the arms ${names}, got ${own}`);
  });
  return { phases };
}

const optima = new WeakMap<Phase, Optimal>();

/**
 * The best arm and cutoff of a phase, over all cutoffs of the law unless the phase says otherwise, whatever
 * grid a policy uses. Searched once a phase: it takes milliseconds, and every run of an experiment asks for it.
 */
export function optimalOf(phase: Phase): Optimal {
  let best = optima.get(phase);
  if (best === undefined) {
    best = optimal(phase.arms, phase.among === undefined ? {} : { among: phase.among });
    if (!(best.rate < Infinity)) {
      throw new RangeError(
        `environment: the best rate must be finite, got ${best.rate} of ${phase.arms[best.arm].name}; a constant resetting time, or cutoffs with a smallest one in \`among\`, would make it so`,
      );
    }
    optima.set(phase, best);
  }
  return best;
}

/** Returns r*·τ, the oracle's reward by rate alone until the horizon, summed over the phases. */
export function optimalReward({ phases }: Environment, horizon: number): number {
  let total = 0;
  phases.forEach((phase, place) => {
    const until = Math.min(horizon, phases[place + 1]?.from ?? Infinity);
    if (until > phase.from) total += optimalOf(phase).rate * (until - phase.from);
  });
  return total;
}
