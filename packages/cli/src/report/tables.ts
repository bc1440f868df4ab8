import { formatDuration } from "../shell/duration.ts";
import { withoutCutoff } from "../tasks/without-cutoff.ts";
import type { End, Tried } from "./tried.ts";

const MAX_ROWS = 500;

type Rows = readonly (readonly string[])[];

const spentOn = (tries: readonly Tried[]) => tries.reduce((sum, { spent }) => sum + spent, 0);
const countOf = (tries: readonly Tried[], end: End) => tries.filter((tried) => tried.end === end).length;

/** Tries in groups, in the order in which these first appear. */
export function groupsOf(tried: readonly Tried[], key: "task" | "arm"): Map<string, Tried[]> {
  const groups = new Map<string, Tried[]>();
  for (const one of tried) {
    const group = groups.get(one[key]);
    if (group === undefined) groups.set(one[key], [one]);
    else group.push(one);
  }
  return groups;
}

/** What became of each task; those with most tries first where there are too many for a page. */
export function taskRows(tried: readonly Tried[]): Rows {
  const tasks = [...groupsOf(tried, "task")];
  const shown =
    tasks.length > MAX_ROWS
      ? tasks.toSorted(([, a], [, b]) => b.length - a.length).slice(0, MAX_ROWS)
      : tasks;
  return [
    ["task", "", "tries", "time", "arm"],
    ...shown.map(([task, tries]) => {
      const solved = tries.find(({ end }) => end === "solved");
      return [
        task,
        solved === undefined ? "✗ not solved" : "✓ solved",
        String(tries.length),
        formatDuration(spentOn(tries)),
        (solved ?? tries.at(-1)!).arm,
      ];
    }),
  ];
}

/** What the successes would have cost without a cutoff, and whether that is more than a lower bound. */
export interface Cost {
  readonly time: number;
  readonly exact: boolean;
}

/** Undefined where nobody can know, or where it is less than was spent and no more than a lower bound. */
export function costWithoutCutoff(tries: readonly Tried[]): Cost | undefined {
  const trials = withoutCutoff();
  for (const { end, time, reward } of tries) {
    const ended = end === "solved" || end === "failed";
    trials.add(ended ? { kind: "completed", time, reward } : { kind: "censored", time });
  }
  const estimate = trials.estimate();
  if (estimate === undefined) return undefined;
  const time = countOf(tries, "solved") * estimate.timePerSuccess;
  return estimate.exact || time >= spentOn(tries) ? { time, exact: estimate.exact } : undefined;
}

/** What became of each arm's tries. */
export function armRows(tried: readonly Tried[]): Rows {
  return [
    ["arm", "tries", "solved", "failed", "cut", "stopped", "time", "without cutoff"],
    ...[...groupsOf(tried, "arm")].map(([arm, tries]) => [
      arm,
      String(tries.length),
      ...(["solved", "failed", "cut", "stopped"] as const).map((end) => String(countOf(tries, end))),
      formatDuration(spentOn(tries)),
      costText(costWithoutCutoff(tries)),
    ]),
  ];
}

export function costText(cost: Cost | undefined): string {
  return cost === undefined ? "unknown" : `${cost.exact ? "" : "≥ "}${formatDuration(cost.time)}`;
}

/** Why tries did not solve their task, the most frequent first. */
export function causeRows(tried: readonly Tried[]): Rows {
  const causes = new Map<string, Tried[]>();
  for (const one of tried) {
    if (one.cause === undefined) continue;
    causes.set(one.cause, [...(causes.get(one.cause) ?? []), one]);
  }
  return [
    ["cause", "tries", "time"],
    ...[...causes]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([cause, tries]) => [cause, String(tries.length), formatDuration(spentOn(tries))]),
  ];
}
