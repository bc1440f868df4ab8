import type { Curve } from "../curve/km-curve.ts";
import { savedNumber, savedRecord } from "../definition/saved-state.ts";

/** What the attempts so far came to, each with the weight of its observation, but for the count of successes. */
export interface TaskTotals {
  /** Of all attempts. */
  time: number;
  /** Of those after a task's first. */
  laterTime: number;
  /** First attempts that failed. */
  failures: number;
  /** Tasks that were solved. */
  solved: number;
  /** Those of them that were not solved by their first attempt. */
  laterSolved: number;
  /** Without weights. */
  successes: number;
}

const ZERO: TaskTotals = { time: 0, laterTime: 0, failures: 0, solved: 0, laterSolved: 0, successes: 0 };

export function savedTotals(saved: unknown): TaskTotals {
  const record = savedRecord("km-ts", saved ?? ZERO);
  const number = (name: keyof TaskTotals) => savedNumber("km-ts", record[name], name);
  return {
    time: number("time"),
    laterTime: number("laterTime"),
    failures: number("failures"),
    solved: number("solved"),
    laterSolved: number("laterSolved"),
    successes: number("successes"),
  };
}

export function scaleTotals(totals: TaskTotals, factor: number): void {
  totals.time *= factor;
  totals.laterTime *= factor;
  totals.failures *= factor;
  totals.solved *= factor;
  totals.laterSolved *= factor;
}

/** The least cost of a task by these curves, one for each arm, if all tasks were alike. */
export function costIfAlike(curves: readonly Pick<Curve, "reward" | "usage">[]): number {
  let least = Infinity;
  for (const { reward, usage } of curves) {
    for (let cell = 0; cell < usage.length; cell++) {
      const cost = usage[cell] / reward[cell];
      if (cost < least) least = cost;
    }
  }
  return least;
}

/**
 * W: what a failed first attempt costs on average, `weight` being that of the newest observation. It needs no
 * bookkeeping by task: it is the time spent in later attempts over the number of first ones that failed, with
 * one of cost `prior` to begin with. The mean of a few such costs is mostly too small, so it is raised by two
 * standard errors. Where a limit of restarts lets tasks be given up, each of them costs as much again as a task
 * that is solved takes on the whole, else giving up soon would look cheap.
 */
export function costOfFailure(totals: TaskTotals, weight: number, prior: number): number {
  const { failures, laterSolved, laterTime, time, solved } = totals;
  const count = failures / weight + 1;
  // One task may be under way still.
  const givenUp = Math.max(0, (failures - laterSolved) / weight - 1);
  const cost = laterTime / weight + givenUp * (time / solved);
  return ((cost + prior) / count) * (1 + 2 / Math.sqrt(count));
}
