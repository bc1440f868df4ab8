import { type ScheduleName, scheduleMultiplier, type Trial } from "@mulligan/core/problem";
import { isSuccess, type TaskKey, taskName } from "./task.ts";
import { type TryKind, UncutCost, type WithoutCutoff } from "./without-cutoff.ts";

/** The trials of one arm, as `--json` writes them. */
export interface ArmTotals {
  readonly name: string;
  readonly tries: number;
  /** Tries that were cut, or stopped with the run. */
  readonly cuts: number;
  readonly solved: number;
  readonly time: number;
  readonly cutoff?: number | null;
  /** The cost of its successes without a cutoff; null if it is unknown. */
  readonly withoutCutoff?: WithoutCutoff | null;
}

/** Sums over the trials of an arm. Its size does not grow with their number. */
export interface ArmTally {
  readonly name: string;
  /** `time` is that of the trial, with its reset. */
  add(trial: Trial, time: number): void;
  /** A success whose solution is lost does not count. */
  withdraw(): void;
  /** Forgets a task that was given up. */
  giveUp(task: TaskKey): void;
  /** The present cutoff; null before anything is known. */
  cutoff(): number | null;
  totals(): ArmTotals;
}

/** Returns a tally that counts trials; its cutoff is that of the latest trial. */
export function countArm(name: string): ArmTally {
  let [tries, cuts, solved, spent, latest] = [0, 0, 0, 0, 0];
  return {
    name,
    add(trial, time) {
      latest = trial.cutoff;
      tries += 1;
      spent += time;
      if (trial.outcome.kind === "censored") cuts += 1;
      if (isSuccess(trial)) solved += 1;
    },
    withdraw() {
      solved -= 1;
    },
    giveUp() {},
    cutoff: () => latest,
    totals: () => ({ name, tries, cuts, solved, time: spent }),
  };
}

const LAST_FEW = 25;

/**
 * Counts trials, and estimates what the successes would have cost without a cutoff. The cutoff is the median of the last
 * few attempts at the base, since a sampler varies, weighted by the time they took, since many short ones may try what
 * one long one does. Attempts before the first completion count only as long as there are no others, and those that were
 * left uncut (`--explore`) do not count.
 */
export function tallyArm(name: string, schedule: ScheduleName, kind: TryKind): ArmTally {
  const counts = countArm(name);
  const uncut = new UncutCost(kind);
  let recent: Spent[] = [];
  let knowing = false;
  return {
    ...counts,
    add(trial, time) {
      counts.add(trial, time);
      uncut.add(taskName(trial), trial.outcome, time);
      const spent = { cutoff: trial.cutoff, time };
      if (trial.outcome.kind === "completed" && !knowing) {
        knowing = true;
        recent = [spent];
      } else if (trial.explored !== true && scheduleMultiplier(schedule, trial.attempt ?? 1) === 1) {
        recent = [...recent.slice(1 - LAST_FEW), spent];
      }
    },
    giveUp(task) {
      uncut.giveUp(taskName(task));
    },
    cutoff: () => middle(recent),
    totals: () => {
      const { name: _, ...totals } = counts.totals();
      return { name, cutoff: middle(recent), ...totals, withoutCutoff: uncut.estimate() ?? null };
    },
  };
}

interface Spent {
  readonly cutoff: number;
  readonly time: number;
}

/** The cutoff up to which half of the time was spent. */
function middle(attempts: readonly Spent[]): number | null {
  const sorted = attempts.toSorted((a, b) => a.cutoff - b.cutoff);
  let left = attempts.reduce((sum, { time }) => sum + time, 0) / 2;
  const half = sorted.find(({ time }) => (left -= time) <= 0);
  return (half ?? sorted.at(-1))?.cutoff ?? null;
}
