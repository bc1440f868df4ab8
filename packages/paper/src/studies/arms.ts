import { type Draw, parseLaw, parseResetting, parseReward } from "@mulligan/core/distributions";
import { type ResettingTime, randomResetting } from "@mulligan/core/problem";
import type { Xoshiro128 } from "@mulligan/core/random";
import { type KnownArm, knownArm } from "@mulligan/core/theory";

/** One arm in the notation of the command line, which can be sent to a thread. */
export interface ArmText {
  readonly law: string;
  /** `one` if absent. */
  readonly reward?: string;
  /** `none` if absent; `random(LAW)` is drawn at each cut. */
  readonly resetting?: string;
}

export function armOf({ law, reward = "one", resetting = "none" }: ArmText): KnownArm {
  return knownArm(parseReward(reward)(parseLaw(law)), { resetting: resettingOf(resetting) });
}

function resettingOf(text: string): ResettingTime {
  const random = /^random\((.*)\)$/.exec(text);
  return random === null ? parseResetting(text) : randomResetting(parseLaw(random[1]));
}

/** The state of a run when its clock passed a horizon. The trial that crosses it counts (N_π(τ) of the paper). */
export interface Crossing {
  /** REW(τ). */
  readonly reward: number;
  /** S_N(τ), the time at which the last trial ended. */
  readonly time: number;
}

/**
 * Repeats one cutoff (alg:opt-st) and records each crossing of the horizons, which are in order. It does not use
 * `playEpisode`, because a policy refuses rewards above 1, and R = X^γ has them (docs/errata.md#e5).
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
