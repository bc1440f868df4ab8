import { parseDuration } from "../shell/duration.ts";
import { UsageError } from "../shell/usage-error.ts";
import { learnsSilence, readSilenceRule, type SilenceRule } from "../tasks/silence.ts";
import { milliseconds, type Unit } from "../tasks/task.ts";
import { type NumberReader, parseRewardSource } from "./printed-number.ts";
import { type RewardRange, readRewardRange, scoreOf } from "./reward-range.ts";

/** The options on how a try is measured, as they were given. */
export interface MeasureOptions {
  readonly budget?: string;
  readonly timeout?: string;
  readonly reward: string;
  readonly rewardRange?: string;
  readonly idle?: string;
  /** The programs are run on other machines. */
  readonly elsewhere?: boolean;
}

/** The measures of a try: its time, its reward and its silence. */
export interface Measures {
  readonly unit: Unit;
  /** The time that the run may take. */
  readonly budgetMs: number | undefined;
  /** How long a try may run (`--timeout`): HIGH of `--cutoffs`. */
  readonly timeoutMs: number | undefined;
  /** Absent where every success is worth 1. */
  readonly reward: NumberReader | undefined;
  /** The range of printed rewards, if it is not [0, 1]. */
  readonly range: RewardRange | undefined;
  /** How long a program may print nothing, if that is limited. */
  readonly silence: SilenceRule | undefined;
}

export function readMeasures(given: MeasureOptions): Measures {
  const { rewardRange, idle } = given;
  if (given.elsewhere && idle !== undefined && learnsSilence(idle)) {
    throw new UsageError(
      `--idle ${idle}: must not be used with --redis, since workers do not learn; give a time`,
    );
  }
  const range = readRewardRange(rewardRange, given.reward);
  return {
    unit: range === undefined ? milliseconds : { ...milliseconds, score: (reward) => scoreOf(reward, range) },
    budgetMs: given.budget === undefined ? undefined : parseDuration(given.budget, "--budget"),
    timeoutMs: given.timeout === undefined ? undefined : parseDuration(given.timeout, "--timeout"),
    reward: parseRewardSource(given.reward),
    range,
    silence: idle === undefined ? undefined : readSilenceRule(idle),
  };
}
