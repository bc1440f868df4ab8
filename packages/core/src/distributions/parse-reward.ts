import { constant } from "./constant.ts";
import type { JointLaw } from "./joint-law.ts";
import type { Law } from "./law.ts";
import { readNotation } from "./notation.ts";
import { made, readParameters } from "./parameters.ts";
import { rewardBernoulli } from "./reward-bernoulli.ts";
import { rewardOne } from "./reward-one.ts";
import { rewardPower } from "./reward-power.ts";

/** What `one`, `bernoulli(p=0.3)` or `power(omega=1,gamma=0.5)` does to a law of times. */
export function parseReward(text: string): (law: Law) => JointLaw {
  const notation = readNotation("reward", text);
  const index = notation.at();
  const name = notation.word("a reward (one, bernoulli(p=…) or power(omega=…,gamma=…))");
  const reward = ((): ((law: Law) => JointLaw) => {
    if (name === "one") return rewardOne;
    if (name === "bernoulli") {
      const { p } = readParameters(notation, name, ["p"]) as { p: number };
      return (law) => rewardBernoulli(law, p);
    }
    if (name === "power") {
      const { omega, gamma } = readParameters(notation, name, ["omega", "gamma"]) as Record<
        "omega" | "gamma",
        number
      >;
      return (law) => rewardPower(law, omega, gamma);
    }
    return notation.unknown("reward", name, ["one", "bernoulli", "power"], index);
  })();
  notation.end();
  // A bad number is refused here, where the text is, not later where a law comes in.
  made(notation, index, () => reward(constant(1)));
  return reward;
}
