import type { Outcome } from "./outcome.ts";

/*
 * The numbers that a trial may have. Not any finite number: the squares of resets of 1e155 are infinite and
 * cannot be saved as JSON, and between times of 1e-300 and 1e300 lie six thousand cells that a decision looks at. In these
 * limits all sums, squares and ratios that policies keep are finite, and there are at most a hundred octaves of times.
 */

/**
 * The shortest time above 0 of a trial, a reset or a cutoff, in the problem's own unit. In seconds it is a femtosecond.
 */
export const MIN_TIME = 1e-15;
/** The longest time of a trial, a reset or a cutoff, in the problem's own unit. In seconds it is 30 million years. */
export const MAX_TIME = 1e15;
/** The smallest reward above 0. The largest is 1. */
export const MIN_REWARD = 1e-15;

/** The rule for times, as messages state it. */
export const TIME_RULE = "must be 0, or from 1e-15 to 1e15";
/** The rule for rewards, as messages state it. */
export const REWARD_RULE = "must be 0, or from 1e-15 to 1";

/** Returns true for a time within the limits: 0, or from MIN_TIME to MAX_TIME. */
export function isTimeWithinLimits(time: unknown): time is number {
  return typeof time === "number" && (time === 0 || (time >= MIN_TIME && time <= MAX_TIME));
}

/** Returns true for a reward within the limits: 0, or from MIN_REWARD to 1. */
export function isRewardWithinLimits(reward: unknown): reward is number {
  return typeof reward === "number" && (reward === 0 || (reward >= MIN_REWARD && reward <= 1));
}

/** Moves a time of at least 0 to the nearest limit if it is beyond one; 0 stays 0. */
export function nearestTime(time: number): number {
  return time > 0 ? Math.min(Math.max(time, MIN_TIME), MAX_TIME) : time;
}

/** Moves a reward from 0 to 1 to the smallest one if it is smaller; 0 stays 0. */
function nearestReward(reward: number): number {
  return reward > 0 ? Math.max(reward, MIN_REWARD) : reward;
}

/**
 * Moves the numbers of a valid outcome to the nearest limit if they are beyond one. An outcome within the limits is
 * returned unchanged, so that callers can compare identities.
 */
export function withinLimits(outcome: Outcome): Outcome {
  const time = nearestTime(outcome.time);
  if (outcome.kind === "completed") {
    const reward = nearestReward(outcome.reward);
    return time === outcome.time && reward === outcome.reward ? outcome : { kind: "completed", time, reward };
  }
  if (outcome.resetting === undefined) {
    return time === outcome.time ? outcome : { kind: "censored", time };
  }
  const resetting = nearestTime(outcome.resetting);
  return time === outcome.time && resetting === outcome.resetting
    ? outcome
    : { kind: "censored", time, resetting };
}
