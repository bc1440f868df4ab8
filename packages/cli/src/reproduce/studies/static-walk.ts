import type { Draw } from "@mulligan/core/distributions";
import type { Xoshiro128 } from "@mulligan/core/random";
import type { KnownArm } from "@mulligan/core/theory";

/** Where a run stood when its clock passed a horizon: the trial that crosses it counts (N_π(τ) of the paper). */
export interface Crossing {
  /** REW(τ). */
  readonly reward: number;
  /** S_N(τ), the time at which the last trial ended. */
  readonly time: number;
}

/**
 * Repeats one cutoff (alg:opt-st) and notes each crossing of the horizons, which stand in order. Not by
 * `playEpisode`: a policy refuses rewards above 1, and R = X^γ has them (docs/errata.md#e5).
 */
export function walkStatic(
  { law, resetting }: KnownArm,
  cutoff: number,
  horizons: readonly number[],
  random: Xoshiro128,
): Crossing[] {
  const draw: Draw = { time: 0, reward: 0 };
  const reset = cutoff < Infinity ? resetting.mean(cutoff) : 0;
  let [reward, time] = [0, 0];
  return horizons.map((horizon) => {
    while (time <= horizon) {
      law.draw(random, draw);
      if (draw.time <= cutoff) {
        time += draw.time;
        reward += draw.reward;
      } else time += cutoff + reset;
    }
    return { reward, time };
  });
}
