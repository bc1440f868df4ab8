import { UsageError } from "../shell/usage-error.ts";

/** The scores that programs may print: LOW is worth 0, HIGH is worth 1. */
export interface RewardRange {
  readonly low: number;
  readonly high: number;
}

const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/i.source;
const RANGE = new RegExp(`^(${NUMBER})\\.\\.(${NUMBER})$`, "i");

/** Reads `--reward-range`; `reward` is what `--reward` says. */
export function readRewardRange(text: string | undefined, reward: string): RewardRange | undefined {
  if (text === undefined) return undefined;
  if (reward === "exit")
    throw new UsageError("--reward-range: must be used with --reward, got --reward exit");
  const [, low, high] = RANGE.exec(text.trim())?.map(Number) ?? [];
  if (!(low < high && high - low < Infinity)) {
    throw new UsageError(`--reward-range: must be LOW..HIGH, such as 0..100, got "${text}"`);
  }
  return { low, high };
}

/** Returns the score that a reward in [0, 1] stands for, without the noise of the conversion. */
export function scoreOf(reward: number, { low, high }: RewardRange): number {
  return Number((low + reward * (high - low)).toPrecision(12));
}
