import type { Outcome } from "@mulligan/core";
import { elapsed } from "@mulligan/core/problem";
import { roundToMicroseconds } from "../shell/duration.ts";

/** What a command measures its trials in: the clock on which a task's time passes. */
export interface Unit {
  /** Of a trial, with its reset where that takes time. */
  elapsed(outcome: Outcome): number;
  /** A time, and a cutoff, as they are told with `--json`. */
  time(time: number): number;
  cutoff(cutoff: number): number;
  /** Whether one success may be worth more than another; if so, what it is worth is told. */
  readonly graded: boolean;
}

/** Of `run`. */
export const milliseconds: Unit = {
  elapsed: (outcome) => elapsed(outcome, 0),
  time: roundToMicroseconds,
  cutoff: (cutoff) => cutoff,
  graded: true,
};

/** Of `sat`. Cutoffs need not be whole; what is walked is. */
export const flips: Unit = {
  elapsed: ({ time }) => Math.floor(time),
  time: Math.floor,
  cutoff: Math.floor,
  graded: false,
};
