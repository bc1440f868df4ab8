import type { Random } from "../random/random.ts";
import type { Law } from "./law.ts";

/** Where a draw is put, so that a simulator's step allocates nothing. */
export interface Draw {
  time: number;
  reward: number;
}

/** The law of the pair (X, R): the completion time and the reward at its end, possibly correlated. */
export interface JointLaw {
  readonly name: string;
  readonly time: Law;
  /** One pair (X, R), written into an object that the caller keeps: a simulation draws millions. */
  draw(random: Random, into: Draw): void;
  /** E[R^power ; X ≤ t], power 1 to 4; power 1 is E[V(t)]. */
  rewardMoment(power: number, time: number): number;
  /** The least of P(X ≤ t | R = ρ) over the rewards ρ that occur (second half of assn:action-set). */
  leastCompletion(time: number): number;
  /** The largest possible reward, possibly Infinity. */
  readonly rewardHigh: number;
}
