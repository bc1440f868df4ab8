import type { Outcome } from "@mulligan/core";
import type { ProgramResult } from "../processes/run-program.ts";
import { REWARD_LIMIT } from "./output-limit.ts";
import type { RewardReader } from "./reward.ts";

export interface Judge {
  readonly success: readonly number[];
  /** Absent where every success is worth 1. */
  readonly reward: RewardReader | undefined;
  /** Something the user should know; said once for each arm and kind. */
  notice(key: string, text: string): void;
}

/** Bytes of a complaint in which its last line is looked for. */
const LAST_WORDS = 2 ** 12;

/** What a trial showed: a cut says nothing of the reward, an exit that is no success is worth 0. */
export function outcomeOf(ended: ProgramResult, arm: string, { success, reward, notice }: Judge): Outcome {
  if (ended.kind === "cut") {
    return { kind: "censored", time: ended.timeMs, resetting: ended.resettingMs };
  }
  const { timeMs: time, code, signal, output, complaint } = ended;
  if (code === undefined || !success.includes(code)) {
    const how = code === undefined ? `by ${signal}` : `with exit code ${code}`;
    const last = complaint.tail(LAST_WORDS).toString("utf8").trimEnd().split("\n").at(-1);
    notice(
      `failure of ${arm}`,
      `arm ${arm}: a trial ended ${how}, no success (--success ${success.join(",")})${last ? `: ${last.slice(0, 200)}` : ""}`,
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
  if (value === undefined) notice(`reward of ${arm}`, `arm ${arm}: an output without a reward counts as 0`);
  else if (!(value >= 0 && value <= 1)) {
    notice(`range of ${arm}`, `arm ${arm}: a reward must lie in [0, 1], got ${value}; the nearest is taken`);
  }
  return { kind: "completed", time, reward: Math.min(1, Math.max(0, value ?? 0)) };
}
