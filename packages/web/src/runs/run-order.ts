import type { Summary } from "mulligan/client";
import { runDuration } from "./run-times.ts";

/** Returns what a run or a problem is doing, or how it ended. */
export type ShownStatus =
  | "running"
  | "finished"
  | "stopped early"
  | "stopped: its process is gone"
  | "service";

export function runStatus({ readOnly, live, run }: Summary): ShownStatus {
  if (!readOnly) return "service";
  if (run === undefined) return live ? "running" : "finished";
  if (run.state === "gone") return "stopped: its process is gone";
  return run.state === "stopped" ? "stopped early" : run.state;
}

const MINUTE_MS = 60_000;

/** Whether something happened within the last minute. */
export function isActive({ lastActive }: Summary, now: number): boolean {
  return now - lastActive < MINUTE_MS;
}

/** The number of solved tasks or trials. */
export function solvedIn({ arms }: Summary): number {
  return arms.reduce((total, { completed, failed }) => total + completed - failed, 0);
}

/** The time that was saved, if it is known. */
export function savedIn({ withoutCutoff }: Summary): number | undefined {
  return withoutCutoff == null ? undefined : withoutCutoff.time - withoutCutoff.spent;
}

/** The orders of a list of runs. */
export const RUN_ORDERS = {
  activity: "latest activity",
  name: "name",
  start: "start",
  duration: "duration",
  state: "state",
  solved: "tasks solved",
  saved: "time saved",
} as const;
export type RunOrder = keyof typeof RUN_ORDERS;

/** The value by which each order sorts, the largest first; undefined comes last. */
const MEASURES: Readonly<Record<RunOrder, (problem: Summary, now: number) => number | undefined>> = {
  activity(problem, now) {
    // Those at work keep the order of their names, or they would change places every second.
    if (runStatus(problem) === "running") return Infinity;
    return isActive(problem, now) ? Number.MAX_VALUE : problem.lastActive;
  },
  name: () => 0,
  start: ({ run }) => run?.began,
  duration: (problem, now) => runDuration(problem, now),
  state: (problem) => -STATES.indexOf(runStatus(problem)),
  solved: solvedIn,
  saved: savedIn,
};
const STATES: readonly ShownStatus[] = [
  "running",
  "service",
  "stopped: its process is gone",
  "stopped early",
  "finished",
];

/** The problems in this order, and in that of their names where it does not tell them apart. */
export function sortRuns(problems: Iterable<Summary>, order: RunOrder, now: number): Summary[] {
  const values = new Map<Summary, number>();
  for (const problem of problems) values.set(problem, MEASURES[order](problem, now) ?? -Infinity);
  return [...values.keys()].sort((a, b) => {
    const [one, other] = [values.get(a)!, values.get(b)!];
    if (one !== other) return other > one ? 1 : -1;
    return a.name < b.name ? -1 : 1;
  });
}
