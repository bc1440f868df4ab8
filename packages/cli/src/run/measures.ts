import type { Header } from "../journal/journal-format.ts";
import { parseDuration } from "../shell/duration.ts";
import { UsageError } from "../shell/usage-error.ts";
import { learnsSilence, readSilenceRule, type SilenceRule } from "../tasks/silence.ts";
import { milliseconds, type Unit } from "../tasks/task.ts";
import { parseClock, type RunClock } from "./clock.ts";
import { type NumberReader, parseRewardSource } from "./printed-number.ts";
import { type RewardRange, readRewardRange, scoreOf } from "./reward-range.ts";

/** The options on how a try is measured, as they were given. */
export interface MeasureOptions {
  readonly clock?: string;
  readonly budget?: string;
  readonly timeout?: string;
  readonly reward: string;
  readonly rewardRange?: string;
  readonly idle?: string;
  /** The programs are run on other machines. */
  readonly elsewhere?: boolean;
}

/** The measures of a try: its cost, its reward and its silence. */
export interface Measures {
  /** The clock of tries, if it is not wall time. */
  readonly clock: RunClock | undefined;
  /** The unit of their costs. */
  readonly unit: Unit;
  /** The time that the run may take on the wall. */
  readonly budgetMs: number | undefined;
  /** With another clock: what all tries may cost. */
  readonly budget: number | undefined;
  /** How long a try may run (`--timeout`): HIGH of `--cutoffs`. */
  readonly timeoutMs: number | undefined;
  /** With another clock, whose cutoffs are costs, `--timeout` is a time on the wall beside them. */
  readonly longestMs: number | undefined;
  /** Absent where every success is worth 1. */
  readonly reward: NumberReader | undefined;
  /** The range of printed rewards, if it is not [0, 1]. */
  readonly range: RewardRange | undefined;
  /** How long a program may print nothing, if that is limited. */
  readonly silence: SilenceRule | undefined;
}

export function readMeasures(given: MeasureOptions): Measures {
  const { rewardRange, idle } = given;
  const clock = parseClock(given.clock ?? "wall");
  if (given.elsewhere && idle !== undefined && learnsSilence(idle)) {
    throw new UsageError(
      `--idle ${idle}: must not be used with --redis, since workers do not learn; give a time`,
    );
  }
  if (given.elsewhere && clock !== undefined) throw new UsageError("--clock: must be wall with --redis");
  const timeout = given.timeout === undefined ? undefined : parseDuration(given.timeout, "--timeout");
  const amount = clock?.amount ?? parseDuration;
  const budget = given.budget === undefined ? undefined : amount(given.budget, "--budget");
  const range = readRewardRange(rewardRange, given.reward);
  const unit = clock?.unit ?? milliseconds;
  return {
    clock,
    unit: range === undefined ? unit : { ...unit, score: (reward) => scoreOf(reward, range) },
    ...(clock === undefined
      ? { budgetMs: budget, budget: undefined, timeoutMs: timeout, longestMs: undefined }
      : { budgetMs: undefined, budget, timeoutMs: undefined, longestMs: timeout }),
    reward: parseRewardSource(given.reward),
    range,
    silence: idle === undefined ? undefined : readSilenceRule(idle),
  };
}

/** Returns the fields of a journal's header on the measures. */
export function measuresHeader(
  { clock }: Measures,
  given: MeasureOptions,
): Pick<Header, "clock" | "unit" | "reward" | "rewardRange"> {
  return {
    clock: clock === undefined ? undefined : given.clock,
    unit: clock?.unitName ?? "ms",
    reward: given.reward,
    rewardRange: given.rewardRange,
  };
}
