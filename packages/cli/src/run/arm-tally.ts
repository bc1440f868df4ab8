import { elapsed, type ScheduleName, scheduleMultiplier } from "@mulligan/core/problem";
import type { Trial } from "../journal/trial-line.ts";
import { type WithoutCutoff, withoutCutoff } from "./without-cutoff.ts";

/** What became of one arm, for the table at the end. */
export interface ArmSummary {
  readonly name: string;
  /**
   * Where it is cut now: the middle of the last few attempts at the base, since a sampler varies, each by the time it
   * took, since many short ones may try what one long one does. Those of the beginning, before anything completed,
   * count only as long as there are no others.
   */
  readonly cutoff: number | null;
  readonly tries: number;
  readonly solved: number;
  readonly time: number;
  /** What its successes would have cost without a cutoff; null if nobody can know. */
  readonly withoutCutoff: { readonly time: number; readonly exact: boolean } | null;
}

/** Sums and bins only: a tally is as small after a million trials as after a thousand. */
export interface ArmTally {
  add(trial: Trial): void;
  /** What changes from trial to trial, at no cost. */
  now(): Pick<ArmSummary, "name" | "cutoff" | "solved">;
  summary(): ArmSummary;
}

const LAST_FEW = 25;

export function tallyArm(name: string, schedule: ScheduleName): ArmTally {
  const uncut = withoutCutoff();
  let recent: Spent[] = [];
  let knowing = false;
  let tries = 0;
  let solved = 0;
  let time = 0;
  return {
    add({ outcome, cutoff, attempt }) {
      uncut.add(outcome);
      const spent = { cutoff, time: elapsed(outcome, 0) };
      if (outcome.kind === "completed" && !knowing) {
        knowing = true;
        recent = [spent];
      } else if (scheduleMultiplier(schedule, attempt ?? 1) === 1) {
        recent = [...recent.slice(1 - LAST_FEW), spent];
      }
      if (outcome.kind === "completed" && outcome.reward > 0) solved += 1;
      tries += 1;
      time += spent.time;
    },
    now: () => ({ name, cutoff: middle(recent), solved }),
    summary: () => ({
      name,
      cutoff: middle(recent),
      tries,
      solved,
      time,
      withoutCutoff: costOf(uncut.estimate(), solved),
    }),
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

function costOf(estimate: WithoutCutoff | undefined, solved: number): ArmSummary["withoutCutoff"] {
  return estimate === undefined ? null : { time: solved * estimate.timePerSuccess, exact: estimate.exact };
}
