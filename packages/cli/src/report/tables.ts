import { formatDuration } from "../shell/duration.ts";
import { type TryKind, UncutCost, type WithoutCutoff } from "../tasks/without-cutoff.ts";
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

/** Estimates how long the same successes would have taken without a cutoff. */
export function costWithoutCutoff(tries: readonly Tried[], kind: TryKind): WithoutCutoff | undefined {
  const trials = new UncutCost(kind);
  for (const { task, end, time, spent, reward } of tries) {
    const ended = end === "solved" || end === "failed";
    trials.add(task, ended ? { kind: "completed", time, reward } : { kind: "censored", time }, spent);
  }
  return trials.estimate();
}

/** What became of each arm's tries. */
export function armRows(tried: readonly Tried[], kind: TryKind): Rows {
  return [
    ["arm", "tries", "solved", "failed", "cut", "stopped", "time", "without cutoff"],
    ...[...groupsOf(tried, "arm")].map(([arm, tries]) => [
      arm,
      String(tries.length),
      ...(["solved", "failed", "cut", "stopped"] as const).map((end) => String(countOf(tries, end))),
      formatDuration(spentOn(tries)),
      costText(costWithoutCutoff(tries, kind)),
    ]),
  ];
}

export function costText(cost: Pick<WithoutCutoff, "time" | "exact"> | null | undefined): string {
  return cost == null ? "unknown" : `${cost.exact ? "" : "≥ "}${formatDuration(cost.time)}`;
}

/** A smaller loss is within what an estimate may be wrong by. */
const LOSS = 1.2;

/** Whether restarting cost time. */
export function isLoss({ time, spent }: Omit<WithoutCutoff, "exact">): boolean {
  return spent > LOSS * time;
}

export function lossText({ time, spent }: Omit<WithoutCutoff, "exact">): string {
  return `restarting cost about ${formatDuration(spent - time)} here; --policy never is faster`;
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
