import { parseLaw, parseResetting, parseReward } from "@mulligan/core/distributions";
import { type ResettingTime, randomResetting } from "@mulligan/core/problem";
import { type KnownArm, knownArm } from "@mulligan/core/theory";

/** One arm in words, as on the command line: laws cannot travel between threads, their notation can. */
export interface ArmText {
  readonly law: string;
  /** `one` if absent. */
  readonly reward?: string;
  /** `none` if absent; `random(LAW)` is drawn anew at each cut. */
  readonly resetting?: string;
}

export function armOf({ law, reward = "one", resetting = "none" }: ArmText): KnownArm {
  return knownArm(parseReward(reward)(parseLaw(law)), { resetting: resettingOf(resetting) });
}

function resettingOf(text: string): ResettingTime {
  const random = /^random\((.*)\)$/.exec(text);
  return random === null ? parseResetting(text) : randomResetting(parseLaw(random[1]));
}
