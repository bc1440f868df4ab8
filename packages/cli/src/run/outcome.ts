import type { Outcome } from "@mulligan/core";
import { withinLimits } from "@mulligan/core/problem";
import type { ProgramResult } from "../processes/run-program.ts";
import { UsageError } from "../shell/usage-error.ts";
import { REWARD_LIMIT } from "./output-limit.ts";
import type { NumberReader } from "./printed-number.ts";
import type { RewardRange } from "./reward-range.ts";

/** Prints a notice for the user, once for each key. */
export type Notify = (key: string, text: string) => void;

interface OutcomeRules {
  readonly success: readonly number[];
  /** Absent where every success is worth 1. */
  readonly reward: NumberReader | undefined;
  readonly range: RewardRange | undefined;
  readonly notice: Notify;
}

/** The last line of a complaint is looked for in so many bytes. */
const LAST_WORDS = 2 ** 12;

/** Returns the outcome of a trial. A cut shows no reward, and an exit without success is worth 0. */
export function programOutcome(
  ended: ProgramResult,
  arm: string,
  { success, reward, range, notice }: OutcomeRules,
): Outcome {
  if (ended.kind === "cut") {
    return { kind: "censored", time: ended.time, resetting: ended.resetting };
  }
  const { time, code, signal, output, complaint } = ended;
  if (code === undefined || !success.includes(code)) {
    const how = code === undefined ? `by ${signal}` : `with exit code ${code}`;
    const last = complaint.tail(LAST_WORDS).toString("utf8").trimEnd().split("\n").at(-1);
    notice(
      `failure of ${arm}`,
      `arm ${arm}: a try ended ${how}, which is no success (--success ${success.join(",")})${last ? `: ${last.slice(0, 200)}` : ""}`,
    );
    return { kind: "completed", time, reward: 0 };
  }
  if (reward === undefined) return { kind: "completed", time, reward: 1 };
  if (output.size > REWARD_LIMIT) {
    notice(
      `size of ${arm}`,
      `arm ${arm}: only the last ${REWARD_LIMIT / 2 ** 20} MiB of an output were searched for its reward`,
    );
  }
  const value = reward(output.tail(REWARD_LIMIT).toString("utf8"));
  if (value === undefined) {
    notice(`reward of ${arm}`, `arm ${arm}: an output without a reward counts as 0`);
    return { kind: "completed", time, reward: 0 };
  }
  return withinLimits({ kind: "completed", time, reward: rewardOf(value, arm, range) });
}

/** The reward of a score. A score out of range is refused: moved to the nearest bound, all such scores would be equal. */
function rewardOf(score: number, arm: string, range: RewardRange | undefined): number {
  const { low, high } = range ?? { low: 0, high: 1 };
  if (score >= low && score <= high) return (score - low) / (high - low);
  const rule =
    range === undefined
      ? `--reward: must lie in [0, 1] (--reward-range LOW..HIGH sets other bounds)`
      : `--reward-range: must contain every reward and is ${low}..${high}`;
  throw new UsageError(`${rule}, got ${score} of arm ${arm}`);
}
