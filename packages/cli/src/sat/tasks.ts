import type { Trial } from "../journal/trial-line.ts";
import { occurrenceCounter } from "../tasks/occurrence.ts";

/** A file, and how far it came. */
export interface SatTask {
  readonly file: string;
  /** From 1: the same file may be given twice. */
  readonly occurrence: number;
  solved: boolean;
  /** Tries so far, those that were stopped with them. */
  tries: number;
  /** Tries that reached their cutoff or a model: the place in the schedule. */
  attempts: number;
  flips: number;
  /** Of the last try. */
  arm: number;
  cutoff: number;
  problem?: string;
  hopeless?: true;
}

export function listTasks(files: readonly string[]): SatTask[] {
  const occurrenceOf = occurrenceCounter();
  return files.map((file) => ({
    file,
    occurrence: occurrenceOf(file),
    solved: false,
    tries: 0,
    attempts: 0,
    flips: 0,
    arm: 0,
    cutoff: 0,
  }));
}

/** Takes a try into account: one made just now, or one of a journal. */
export function record(task: SatTask, { arm, cutoff, outcome, stopped }: Trial): void {
  task.tries += 1;
  if (stopped !== true) task.attempts += 1;
  task.flips += flipsOf(outcome.time);
  task.arm = arm;
  task.cutoff = cutoff;
  if (outcome.kind === "completed") task.solved = true;
}

/** Cutoffs need not be whole; what is walked is. */
export function flipsOf(time: number): number {
  return Math.floor(time);
}

/** To be solved again from the start of its schedule. */
export function reopen(task: SatTask): void {
  task.solved = false;
  task.attempts = 0;
}

/** Nothing more is to be done about it. */
export function isOver(task: SatTask, maxAttempts: number): boolean {
  return task.solved || task.problem !== undefined || task.hopeless === true || task.attempts >= maxAttempts;
}
